import { displayName } from '#src/domain/display-name.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import type { Form } from '#src/domain/form.ts'
import { countOf, formatCount } from '#src/domain/money.ts'
import { firstOrder, type Hit, SORTS, type Sort } from '#src/search/params.ts'
import { MAX_CSV_ROWS } from '#src/web/csv.ts'
import { type SearchAddress, searchCsvPath, searchPath } from '#src/web/search/address.ts'
import type { FilterChip } from '#src/web/search/filters.ts'
import type { FoundSearch } from '#src/web/search/run-search.ts'
import { csvPart, SORT_NAMES } from '#src/web/words.ts'
import { ActiveFilters } from '../chips.tsx'
import { Figure } from '../figure.tsx'
import { CsvLink } from '../list-tools.tsx'
import { PartyName } from '../network/party.tsx'
import { type Column, column, DataTable, numeric } from '../table.tsx'
import { COMPARE_FORM, ListedScore, SearchHit } from './hit.tsx'
import { isBeyondPages, lastPage, Paging } from './paging.tsx'
import { ReadAs, SearchResolution } from './resolution.tsx'

type Props = {
  address: SearchAddress
  found: FoundSearch
  chips: FilterChip[]
}

// The heads of the table sort by the others.
const SORTS_WITHOUT_COLUMN = ['Relevance'] as const
const AS_CARDS = { View: undefined, Limit: undefined }
const AS_TABLE = { View: 'Table', Limit: '50' }

/** A search's results: how many, how the query was read, the organizations, and other pages. */
export const SearchResults = ({ address, found, chips }: Props) => {
  const { limit } = found.interpretation
  const { hits, found: many, page } = found.outcome
  const last = lastPage(many, limit)
  const isTable = address.View === 'Table' && hits.length > 0
  return (
    <section class="results" aria-labelledby="results-title">
      <h2 id="results-title" class="hidden">
        Results
      </h2>
      <p class="found" role="status">
        {describeFound(found)}
      </p>
      {many > 0 && (
        <p class="result-tools">
          <CsvLink href={searchCsvPath(address)} />
          <a
            class="button plain"
            href={searchPath(address, isTable ? AS_CARDS : AS_TABLE)}
            rel="nofollow"
          >
            {isTable ? 'Show as cards' : 'Show as a table'}
          </a>
          {many > MAX_CSV_ROWS && <span class="quiet">{csvPart(MAX_CSV_ROWS)}</span>}
          <a class="to-filters" href="#filters">
            Filter results
          </a>
        </p>
      )}
      <ActiveFilters chips={chips} />
      <ReadAs address={address} found={found} />
      <SearchResolution address={address} found={found} />
      {(many > 1 || (many > 0 && address.Sort !== undefined)) && (
        <SortLinks address={address} found={found} shown={isTable ? SORTS_WITHOUT_COLUMN : SORTS} />
      )}
      {hits.length === 0 && many > 0 && (
        <p>
          This search has no page {formatCount(page)}.{' '}
          <a href={searchPath(address, { Cursor: String(last) })}>
            Go to the last page ({formatCount(last)})
          </a>
          .
        </p>
      )}
      {isTable ? (
        <HitsTable address={address} found={found} />
      ) : (
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
      )}
      {found.readiness === undefined && (
        <p class="notice">
          Warnings could not be loaded for these results. Each organization’s page shows its
          warnings.
        </p>
      )}
      {hits.length > 1 && <CompareForm />}
      <Paging
        name="Pages of results"
        page={Math.min(page, last)}
        last={last}
        to={(number) => searchPath(address, { Cursor: number === 1 ? undefined : String(number) })}
      />
      {isBeyondPages(many) && (
        <p class="quiet">
          This list ends at the 10,000th organization. To see the others, narrow the search.
        </p>
      )}
    </section>
  )
}

/** Describes how many organizations were found and how, without claiming more than is known. */
function describeFound({ outcome, interpretation }: FoundSearch): string {
  const { found, foundRelation, hits } = outcome
  const { mode, text, sort } = interpretation
  if (found === 0) return 'No organizations found.'
  const many = countOf(found, 'organization')
  if (hits[0]?.match.kind === 'EIN') return `${many} found by EIN.`
  if (mode !== 'Discovery') return `${many} found by name.`
  if (text === '') return `${many}.`
  if (foundRelation === 'exact')
    return `${many} found by what ${found === 1 ? 'it does' : 'they do'}.`
  return sort === 'Relevance'
    ? `At least ${many} match. The list and the filter counts include only the ${formatCount(found)} closest matches.`
    : `At least ${many} match. These are the ${formatCount(found)} closest, sorted by ${SORT_NAMES[sort].toLowerCase()}.`
}

type SortProps = Pick<Props, 'address' | 'found'> & { shown: readonly Sort[] }

const SortLinks = ({ address, found, shown }: SortProps) => {
  const { sort, text } = found.interpretation
  const isAscending = found.interpretation.order === 'asc'
  return (
    <nav class="sorts" aria-label="Sort order">
      <span aria-hidden="true">Sort by:</span>
      <ul>
        {shown.map((one) => (
          <li key={one}>
            <a
              href={searchPath(address, { Sort: one, Order: undefined })}
              rel="nofollow"
              aria-current={one === sort ? 'true' : undefined}
            >
              {one === 'Relevance' && text === '' ? 'Largest first' : SORT_NAMES[one]}
            </a>
          </li>
        ))}
      </ul>
      {sort !== 'Relevance' && shown.includes(sort) && (
        <a
          href={searchPath(address, { Sort: sort, Order: isAscending ? 'desc' : 'asc' })}
          rel="nofollow"
        >
          {isAscending ? 'Highest first' : 'Lowest first'}
        </a>
      )}
    </nav>
  )
}

/** The form of the hits' checkboxes, which works without script. */
const CompareForm = () => (
  <form id={COMPARE_FORM} action="/compare" class="compare-bar">
    <button type="submit" class="plain">
      Compare selected
    </button>
    <button type="submit" class="plain" formaction="/memo">
      Create memo
    </button>
    <span class="quiet">Select two to five organizations to compare, or up to 25 for a memo.</span>
  </form>
)

type HitsTableProps = { address: SearchAddress; found: FoundSearch }

/** Hits as rows of a dense table; its heads sort them. */
const HitsTable = ({ address, found }: HitsTableProps) => {
  const { sort, order = firstOrder(sort) } = found.interpretation
  return (
    <DataTable
      name="Organizations found"
      columns={COLUMNS}
      rows={found.outcome.hits}
      sorted={{ key: sort, order }}
      sortPath={(sort) => searchPath(address, sort)}
    />
  )
}

const UNKNOWN = 'unknown'

const figureColumn = (
  key: Extract<Sort, 'Revenue' | 'Assets' | 'ProgramRatio'>,
  unit: string,
  read: (hit: Hit) => { value: number; ref: string } | undefined,
): Column<Hit> =>
  numeric(
    SORT_NAMES[key],
    (hit) => (
      <Figure
        ein={hit.ein}
        label={`${SORT_NAMES[key]} of ${displayName(hit.display.name)}`}
        figure={read(hit)}
        unit={unit}
        unknown={UNKNOWN}
        isShort
      />
    ),
    { sortKey: key },
  )

const COLUMNS: readonly Column<Hit>[] = [
  column('Organization', ({ ein, display }) => (
    <PartyName party={{ ein, name: display.name, place: display, profileAvailable: true }} />
  )),
  figureColumn('Revenue', 'USD', ({ display }) => display.revenue),
  figureColumn('Assets', 'USD', ({ display }) => display.assets),
  figureColumn('ProgramRatio', 'ratio', ({ display }) => display.programRatio),
  numeric(
    SORT_NAMES.Rating,
    ({ ein, display }) => <ListedScore ein={ein} display={display} unknown={UNKNOWN} />,
    { sortKey: 'Rating' },
  ),
  column(
    SORT_NAMES.Recent,
    ({ display: { primaryForm, latestYear } }) =>
      primaryForm && `${FORM_NAMES[primaryForm as Form]}, ${latestYear ?? ''}`,
    { sortKey: 'Recent' },
  ),
  column('Cause', ({ display }) => display.cause?.label),
  column('Compare', ({ ein, display }) => (
    <label class="compare-choice">
      <input type="checkbox" name="EINs" value={ein} form={COMPARE_FORM} />
      <span class="hidden">Compare {displayName(display.name)}</span>
    </label>
  )),
]
