import { countOf, formatCount } from '#src/domain/money.ts'
import { SORTS } from '#src/search/params.ts'
import { type SearchAddress, SORT_WORDS, searchPath } from '#src/web/search/address.ts'
import { describeExcess, exportPath } from '#src/web/search/export-path.ts'
import type { FilterChip } from '#src/web/search/filters.ts'
import type { FoundSearch } from '#src/web/search/run-search.ts'
import { CodeBlock } from '../table.tsx'
import { COMPARE_FORM, SearchHit } from './hit.tsx'
import { isBeyondPages, lastPage, SearchPaging } from './paging.tsx'
import { ReadAs, SearchResolution } from './resolution.tsx'

type Props = {
  address: SearchAddress
  found: FoundSearch
  chips: FilterChip[]
  limit: number
  /** The address of this service. */
  origin: string
}

/** The results of a search: how many, how it was read, the organizations, and other pages. */
export const SearchResults = ({ address, found, chips, limit, origin }: Props) => {
  const { hits, found: many, page } = found.outcome
  const last = lastPage(many, limit)
  return (
    <section class="results" aria-labelledby="results-title">
      <h2 id="results-title" class="hidden">
        Results
      </h2>
      <p class="found" role="status">
        {describeFound(found)}
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
          There is no page {formatCount(page)} of this search.{' '}
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
          Flags could not be looked up for these results; the page of each organization shows them.
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

/** Returns how many were found and how, as a sentence that claims no more than is known. */
function describeFound({ outcome, interpretation }: FoundSearch): string {
  const { found, foundRelation } = outcome
  const { mode, text, sort } = interpretation
  if (found === 0) return 'No organization was found.'
  const many = countOf(found, 'organization')
  if (mode !== 'Discovery') return `${many} found by name.`
  if (text === '') return `${many} in all.`
  if (foundRelation === 'exact') return `${many} found by what they do.`
  return sort === 'Relevance'
    ? `At least ${many} found by what they do; the nearest ${found} are ranked here, and filters count these.`
    : `At least ${many} found by what they do: the nearest ones, by ${SORT_WORDS[sort].toLowerCase()}.`
}

const SetFilters = ({ chips }: { chips: FilterChip[] }) =>
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

/** The form of the hits' checkboxes, which works without script. */
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
        The export does not support {AND.format(parts)}.{' '}
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
  // A link would lead a browser to 401, because it sends no key.
  return (
    <details class="export">
      <summary>All of these as a table</summary>
      <p class="quiet">
        The export returns a CSV file; with <code>Format=ndjson</code> lines of JSON, with{' '}
        <code>Format=parquet</code> Parquet. It needs an API key, which is sent as a header and
        never in an address.
      </p>
      <CodeBlock
        name="Request of the export"
        code={`curl -OJ -H 'X-Service-API-Key: nrk_…' '${origin}${path}'`}
      />
    </details>
  )
}
