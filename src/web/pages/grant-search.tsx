import type { z } from 'zod'
import {
  type GrantSearchQuery,
  grantSearchQuery,
  readGrantQuery,
  toGrantSearch,
} from '#src/api/shared/grant-search.ts'
import { displayName } from '#src/domain/display-name.ts'
import { formatEin } from '#src/domain/ein.ts'
import { toRef } from '#src/domain/evidence.ts'
import { sumExactly } from '#src/domain/exact-numbers.ts'
import { countOf } from '#src/domain/money.ts'
import { GRANT_CATEGORIES } from '#src/domain/network.ts'
import { toLocation } from '#src/domain/places.ts'
import { nameAsFiled } from '#src/network/party.ts'
import { ApiError } from '#src/platform/errors.ts'
import type { Setting } from '#src/search/facets.ts'
import type { Filter } from '#src/search/filter-table.ts'
import { GRANT_FACETS, GRANT_FILTERS, type GrantFilterName } from '#src/search/grants/filters.ts'
import type { GrantReading } from '#src/search/grants/interpret.ts'
import {
  type GrantHit,
  type GrantOutcome,
  type GrantSum,
  searchGrants,
} from '#src/search/grants/search-grants.ts'
import { firstOrder } from '#src/search/params.ts'
import { ActiveFilters } from '../components/chips.tsx'
import { Figure, inDollars } from '../components/figure.tsx'
import { Layout } from '../components/layout.tsx'
import { CsvLink, HiddenFields } from '../components/list-tools.tsx'
import { PartyName } from '../components/network/party.tsx'
import { SearchFacets } from '../components/search/front.tsx'
import { isBeyondPages, ListPaging } from '../components/search/paging.tsx'
import { withoutPhrase } from '../components/search/resolution.tsx'
import { type DataColumn, DataTable, numberColumn } from '../components/table.tsx'
import { cutText } from '../components/text.tsx'
import { addCsv } from '../csv.ts'
import { grantSearchPath, withQuery } from '../links.ts'
import { ROWS_PER_PAGE, readAllHits, readTexts } from '../list-query.ts'
import { addPage, PAGE_TERMS, type Pages, type WebDeps } from '../render.ts'
import { linkFacets } from '../search/filters.ts'
import { NO_MATCH } from '../words.ts'

/** Adds `GET /grants` and `/grants.csv`: a search over the grants of all funders. */
export function addGrantSearchPages(pages: Pages): void {
  const { deps } = pages
  addPage(
    pages,
    '/grants',
    async ({ query }, reply) => {
      const address = readGrantAddress(query)
      if (isBlank(address)) return <SearchPage address={address} />
      const read = readSearch(address)
      if (!read.success) {
        reply.code(422)
        return <SearchPage address={address} issues={read.error.issues} />
      }
      const reading = readGrantQuery(read.data)
      const outcome = await searchGrants(deps, toGrantSearch(read.data, reading))
      return <SearchPage {...{ address, asked: read.data, reading, outcome }} />
    },
    { terms: { ...PAGE_TERMS, isFree: (query) => isBlank(readGrantAddress(query)) } },
  )
  addCsv(pages, '/grants.csv', async ({ query }) => ({
    name: 'grants',
    columns: grantColumns,
    rows: await readAll(deps, readGrantAddress(query)),
  }))
}

const FILTERS = Object.entries(GRANT_FILTERS) as [GrantFilterName, Filter][]

/** The parameters of the page, named as on surface A, in the order of its address. */
const NAMES = ['Query', ...FILTERS.map(([name]) => name), 'Sort', 'Order', 'Page'] as const

/** The parameters that an address sets, as texts. */
type GrantAddress = Partial<Record<(typeof NAMES)[number], string>>

/**
 * Reads the parameters of the page. Unlike surface A, it accepts empty fields, which forms send,
 * dollars as people write them, and unknown names such as tracking tags.
 */
export const readGrantAddress = (raw: unknown): GrantAddress => readTexts(NAMES, raw, GRANT_FILTERS)

const isBlank = ({ Page: _, ...address }: GrantAddress): boolean =>
  Object.keys(address).length === 0

const readSearch = ({ Page, ...address }: GrantAddress) =>
  grantSearchQuery.safeParse({
    ...address,
    ...(Page !== undefined && { Cursor: Page }),
    Limit: String(ROWS_PER_PAGE),
    Facets: 'true',
  })

async function readAll(deps: WebDeps, { Page: _, ...address }: GrantAddress): Promise<GrantHit[]> {
  const read = readSearch(address)
  if (!read.success) throw toApiError(read.error)
  const search = toGrantSearch(read.data, readGrantQuery(read.data))
  return readAllHits((part) => searchGrants(deps, { ...search, ...part }))
}

const toApiError = ({ issues }: z.ZodError): ApiError =>
  new ApiError('InvalidParameters', {
    issues: issues.map(({ path, message }) => ({
      loc: ['query', ...path.map(String)],
      msg: message,
      type: 'invalid',
    })),
  })

type Props = {
  address: GrantAddress
  issues?: z.ZodError['issues']
  asked?: GrantSearchQuery
  reading?: GrantReading | undefined
  outcome?: GrantOutcome
}

const TITLE = 'Search grants'

const SearchPage = ({ address, issues = [], asked, reading, outcome }: Props) => (
  <Layout
    title={address.Query ?? TITLE}
    description="Search the grants in all loaded returns by purpose, funder, recipient, and amount."
    path="/grants"
    isListed={isBlank(address)}
    current="/grants"
  >
    <h1>{TITLE}</h1>
    <p>
      Search the grants that foundations and public charities list in their returns: what they were
      for, who gave them, and who received them.
    </p>
    {issues.map(({ path, message }) => (
      <p key={String(path[0])} class="field-error" role="alert">
        {`${GRANT_FIELDS[String(path[0])] ?? String(path[0])}: ${message}.`}
      </p>
    ))}
    <GrantSearchForm address={address} />
    {asked && outcome ? (
      <Found address={address} asked={asked} reading={reading} outcome={outcome} />
    ) : (
      issues.length === 0 && <Examples />
    )}
  </Layout>
)

const Examples = () => (
  <p class="examples">
    Try{' '}
    {[
      'youth programs in Ohio over $10,000',
      'general support since 2022',
      'largest food grants',
    ].map((example, at) => (
      <span key={example}>
        {at > 0 && ', '}
        <a href={grantSearchPath({ Query: example })}>{example}</a>
      </span>
    ))}
    .
  </p>
)

type FoundProps = {
  address: GrantAddress
  asked: GrantSearchQuery
  reading: GrantReading | undefined
  outcome: GrantOutcome
}

const Found = ({ address, asked, reading, outcome }: FoundProps) => {
  const { found, hits, sums, facets } = outcome
  const { amount, amounts } = sumGrants(sums)
  const { sort, order = firstOrder(sort) } = toGrantSearch(asked, reading)
  const pathOf = (changes: Setting) => grantSearchPath({ ...address, Page: undefined, ...changes })
  return (
    <div class="search-page">
      <section class="results">
        <p class="found" role="status">
          {countOf(found, 'row')} found
          {amount !== undefined && (
            <>
              : {inDollars(amount)} in {countOf(amounts, 'grant')} with an amount
            </>
          )}
          .
        </p>
        <GrantsReadAs address={address} reading={reading} />
        {hits.length === 0 ? (
          <p>{found === 0 ? 'No grant matches. Remove a filter, or use other words.' : NO_MATCH}</p>
        ) : (
          <>
            <p class="row">
              <CsvLink href={withQuery('/grants.csv', { ...address, Page: undefined })} />
              {sort !== 'Relevance' && (
                <a href={grantSearchPath({ ...address, Sort: 'Relevance', Order: undefined })}>
                  Best match first
                </a>
              )}
            </p>
            <DataTable
              name="Grants found"
              columns={grantColumns}
              rows={hits}
              sorted={{ key: sort, order }}
              sortPath={pathOf}
            />
          </>
        )}
        <ListPaging
          page={asked.Cursor}
          count={found}
          pathOf={(changes) => grantSearchPath({ ...address, ...changes })}
        />
        {isBeyondPages(found) && (
          <p class="quiet">
            Pages and the CSV file end at the 10,000th row. To see the rest, add a filter.
          </p>
        )}
      </section>
      {facets && <SearchFacets groups={linkFacets(GRANT_FACETS, facets, address, pathOf)} />}
    </div>
  )
}

const GRANTS: ReadonlySet<string> = new Set(GRANT_CATEGORIES)

function sumGrants(sums: readonly GrantSum[]) {
  const grants = sums.filter(({ category, isCounted }) => isCounted && GRANTS.has(category))
  const filed = grants.flatMap(({ amount }) => amount ?? [])
  return {
    amount: filed.length > 0 ? sumExactly(filed) : undefined,
    amounts: grants.reduce((all, { amounts }) => all + amounts, 0),
  }
}

/** The labels of the fields, and of the parameters without a field. */
const GRANT_FIELDS: Readonly<Record<string, string>> = {
  Query: 'Purpose, recipient, or EIN',
  ...Object.fromEntries(FILTERS.map(([name, { label }]) => [name, label])),
  Sort: 'Order by',
  Order: 'Direction',
  Cursor: 'Page',
}

/** One field for plain words, and the filters behind a button. */
const GrantSearchForm = ({ address }: { address: GrantAddress }) => (
  <form class="search-form" action="/grants">
    <div class="row">
      <div class="search-box">
        <input
          type="search"
          name="Query"
          value={address.Query}
          aria-label={GRANT_FIELDS.Query}
          placeholder={GRANT_FIELDS.Query}
        />
      </div>
      <button type="submit">Search</button>
    </div>
    <details class="more-filters" open={FILTERS.some(([name]) => name in address)}>
      <summary>More filters</summary>
      <div class="fields">
        {FILTERS.filter(([name]) => name !== 'Category').map(([name, { label }]) => (
          <div key={name} class="field">
            <label for={name}>{label}</label>
            <input id={name} name={name} value={address[name]} />
          </div>
        ))}
      </div>
    </details>
    <HiddenFields
      fields={{ Category: address.Category, Sort: address.Sort, Order: address.Order }}
    />
  </form>
)

type ReadAsProps = { address: GrantAddress; reading: GrantReading | undefined }

/** The active filters and how the words were understood; each can be removed. */
const GrantsReadAs = ({ address, reading }: ReadAsProps) => {
  const pathWith = (changes: Record<string, string | undefined>) =>
    grantSearchPath({ ...address, Page: undefined, ...changes })
  const filters = FILTERS.flatMap(([name, { label }]) => {
    const value = address[name]
    if (value === undefined) return []
    return [{ label: `${label}: ${value}`, href: pathWith({ [name]: undefined }) }]
  })
  const phrases = (reading?.phrases ?? []).map(({ phrase, meaning }) => {
    const rest = withoutPhrase(address.Query ?? '', phrase)
    // Without the only phrase, everything would be found.
    return { label: `“${phrase}”: ${meaning}`, href: rest && pathWith({ Query: rest }) }
  })
  const missed = reading?.notUnderstood ?? []
  return (
    <>
      <ActiveFilters chips={[...filters, ...phrases]} />
      {missed.length > 0 && <p class="not-understood">{`Not understood: ${missed.join('; ')}.`}</p>}
    </>
  )
}

// The evidence has the whole text.
const LONGEST_PURPOSE = 160

const funderName = ({ funder, funderEin }: GrantHit): string =>
  funder.name ?? `EIN ${formatEin(funderEin)}`
const recipientName = ({ recipient }: GrantHit): string =>
  nameAsFiled({ filedName: recipient.name ?? null, region: recipient.region ?? null })
const refOf = ({ form, taxYear, objectId, path }: GrantHit): string =>
  toRef({ form, taxYear, objectId, path })

/** The columns of grants of all funders. */
const grantColumns: readonly DataColumn<GrantHit>[] = [
  {
    key: 'FunderName',
    label: 'Funder',
    cell: (hit) => (
      <PartyName
        party={{
          ein: hit.funderEin,
          name: funderName(hit),
          place: hit.funder,
          profileAvailable: true,
        }}
      />
    ),
    csv: funderName,
  },
  { key: 'FunderEIN', label: 'EIN', csv: ({ funderEin }) => funderEin },
  {
    key: 'RecipientName',
    label: 'Recipient',
    // The index does not know which recipients have a profile; their pages say what is known.
    cell: (hit) => (
      <PartyName
        party={{
          ...(hit.recipientEin !== undefined && { ein: hit.recipientEin }),
          name: recipientName(hit),
          place: hit.recipient,
          profileAvailable: true,
        }}
        isWeak={hit.matchConfidence === 'Weak'}
      />
    ),
    csv: recipientName,
  },
  { key: 'RecipientEIN', label: 'EIN', csv: ({ recipientEin }) => recipientEin },
  { key: 'RecipientLocation', label: 'Place', csv: ({ recipient }) => toLocation(recipient) },
  {
    key: 'Amount',
    label: 'Amount',
    isNumeric: true,
    sortKey: 'Amount',
    cell: (hit) => (
      <Figure
        ein={hit.funderEin}
        label={`Amount, ${displayName(funderName(hit))} to ${displayName(recipientName(hit))}`}
        figure={{ value: hit.amount, unit: 'USD', ref: refOf(hit) }}
      />
    ),
    csv: ({ amount }) => amount,
  },
  numberColumn('TaxYear', 'Tax year', ({ taxYear }) => taxYear, { sortKey: 'Year' }),
  {
    key: 'Purpose',
    label: 'Purpose',
    cell: ({ purpose }) =>
      purpose === undefined ? null : <bdi>{cutText(purpose, LONGEST_PURPOSE)}</bdi>,
    csv: ({ purpose }) => purpose,
  },
  { key: 'Category', label: 'Category', csv: ({ category }) => category },
  { key: 'MatchConfidence', label: 'Match', csv: ({ matchConfidence }) => matchConfidence },
  { key: 'EvidenceRef', label: 'Ref', csv: refOf },
]
