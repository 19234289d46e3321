import { SORTS } from '#src/search/params.ts'
import { type SearchAddress, searchPath } from '#src/web/search/address.ts'
import type { Chip } from '#src/web/search/chips.ts'
import { describeExcess, exportPath } from '#src/web/search/export-path.ts'
import type { FoundSearch } from '#src/web/search/run-search.ts'
import { isBeyondPages, lastPage, tellFound } from '#src/web/search/told.ts'
import { SORT_WORDS } from '#src/web/search/words.ts'
import { CodeBlock } from '../code.tsx'
import { COMPARE_FORM, SearchHit } from './hit.tsx'
import { SearchPaging } from './paging.tsx'
import { ReadAs } from './read-as.tsx'
import { SearchResolution } from './resolution.tsx'

type Props = {
  address: SearchAddress
  found: FoundSearch
  chips: Chip[]
  limit: number
  /** Where this service is reached. */
  origin: string
}

/** What was found: how many, how it was read, the organizations, and the pages they go on in. */
export const SearchResults = ({ address, found, chips, limit, origin }: Props) => {
  const { hits, found: many, page } = found.outcome
  const last = lastPage(many, limit)
  return (
    <section class="results" aria-labelledby="results-title">
      <h2 id="results-title" class="hidden">
        Results
      </h2>
      <p class="found" role="status">
        {tellFound(found)}
      </p>
      {many > 0 && (
        <a class="to-filters" href="#filters">
          Narrow down
        </a>
      )}
      <SetFilters chips={chips} />
      <ReadAs address={address} found={found} />
      <SearchResolution address={address} found={found} />
      {(many > 1 || (many > 0 && address.Sort !== undefined)) && (
        <SortLinks address={address} found={found} />
      )}
      {hits.length === 0 && many > 0 && (
        <p>
          There is no page {page.toLocaleString('en-US')} of this search.{' '}
          <a href={searchPath(address, { Cursor: String(last) })}>Go to the last one, {last}</a>
        </p>
      )}
      <ol class="hits" start={(page - 1) * limit + 1}>
        {hits.map((hit) => (
          <SearchHit
            key={hit.ein}
            hit={hit}
            readiness={found.readiness?.get(hit.ein)}
            isChoosable={hits.length > 1}
          />
        ))}
      </ol>
      {found.readiness === undefined && (
        <p class="notice">
          Whether any of these is flagged could not be looked up; its page tells.
        </p>
      )}
      {hits.length > 1 && <CompareForm />}
      <SearchPaging address={address} page={Math.min(page, last)} last={last} />
      {isBeyondPages(many) && (
        <p class="quiet">
          Pages end at the 10,000th organization; narrow the search down, or export all of them.
        </p>
      )}
      {many > 0 && <Export address={address} found={found} origin={origin} />}
    </section>
  )
}

const SetFilters = ({ chips }: { chips: Chip[] }) =>
  chips.length === 0 ? null : (
    <ul class="chips" aria-label="Filters that are set">
      {chips.map(({ label, href }) => (
        <li key={label}>
          <a class="chip removable" href={href} rel="nofollow">
            {label} <span aria-hidden="true">×</span>
            <span class="hidden"> (remove this filter)</span>
          </a>
        </li>
      ))}
    </ul>
  )

const SortLinks = ({ address, found }: Pick<Props, 'address' | 'found'>) => {
  const { sort, text } = found.interpretation
  return (
    <nav class="sorts" aria-label="Order of the results">
      <span aria-hidden="true">Order:</span>
      <ul>
        {SORTS.map((one) => (
          <li key={one}>
            <a
              href={searchPath(address, { Sort: one })}
              rel="nofollow"
              aria-current={one === sort ? 'true' : undefined}
            >
              {one === 'Relevance' && text === '' ? 'Most prominent' : SORT_WORDS[one]}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The checkboxes of the hits belong to this form, which works without script. */
const CompareForm = () => (
  <form id={COMPARE_FORM} action="/compare" class="compare-bar">
    <button type="submit" class="plain">
      Compare the chosen
    </button>
    <span class="quiet" role="status" data-compare-count>
      Choose two to five of this page.
    </span>
  </form>
)

const AND = new Intl.ListFormat('en')

const Export = ({ address, found, origin }: Pick<Props, 'address' | 'found' | 'origin'>) => {
  const path = exportPath(address, found)
  if (path === undefined) {
    const { parts, nearest } = describeExcess(address, found)
    return (
      <p class="quiet">
        An export cannot ask for {AND.format(parts)}.{' '}
        {nearest ? (
          <>
            This can be exported: <a href={nearest.href}>the same, {nearest.differs}</a>.
          </>
        ) : (
          'Set filters instead to export.'
        )}
      </p>
    )
  }
  // A link would lead a browser to 401: it sends no key.
  return (
    <details class="export">
      <summary>All of these as a table</summary>
      <p class="quiet">
        The export answers them as CSV, into a file; with <code>Format=ndjson</code> as lines of
        JSON, with <code>Format=parquet</code> as Parquet. It needs an API key, which is sent as a
        header and never in an address.
      </p>
      <CodeBlock
        name="Request of the export"
        code={`curl -OJ -H 'X-Service-API-Key: nrk_…' '${origin}${path}'`}
      />
    </details>
  )
}
