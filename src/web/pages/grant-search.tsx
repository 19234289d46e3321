import { grantSearchQuery, readGrantQuery, toGrantSearch } from '#src/api/shared/grant-search.ts'
import { splitTotals, sumOf, sumRows } from '#src/api/shared/grant-totals.ts'
import { displayName } from '#src/domain/display-name.ts'
import { formatEin } from '#src/domain/ein.ts'
import { toRef } from '#src/domain/evidence.ts'
import { countOf } from '#src/domain/money.ts'
import { toLocation } from '#src/domain/places.ts'
import { nameAsFiled } from '#src/network/party.ts'
import type { Filter } from '#src/search/filter-table.ts'
import { GRANT_FACETS, GRANT_FILTERS, type GrantFilterName } from '#src/search/grants/filters.ts'
import type { GrantReading } from '#src/search/grants/interpret.ts'
import { type GrantHit, type GrantOutcome, searchGrants } from '#src/search/grants/search-grants.ts'
import { firstOrder } from '#src/search/params.ts'
import { ActiveFilters } from '../components/chips.tsx'
import { Figure, inDollars } from '../components/figure.tsx'
import { HiddenFields } from '../components/list-tools.tsx'
import { PartyName } from '../components/network/party.tsx'
import { toPhraseChips } from '../components/search/resolution.tsx'
import { type DataColumn, numberColumn } from '../components/table.tsx'
import { cutText } from '../components/text.tsx'
import { grantSearchPath } from '../links.ts'
import type { Pages } from '../render.ts'
import { type Address, addListSearch } from './list-search.tsx'

const FILTERS = Object.entries(GRANT_FILTERS) as [GrantFilterName, Filter][]

/** The labels of the parameters of the page, in the order of its address. */
export const GRANT_LABELS: Readonly<Record<string, string>> = {
  Query: 'Purpose, recipient, or EIN',
  ...Object.fromEntries(FILTERS.map(([name, { label }]) => [name, label])),
  Sort: 'Order by',
  Order: 'Direction',
}

/** Adds `GET /grants` and `/grants.csv`: a search over the grants of all funders. */
export const addGrantSearchPages = (pages: Pages): void =>
  addListSearch(pages, {
    path: '/grants',
    title: 'Search grants',
    description:
      'Search the grants in all loaded returns by purpose, funder, recipient, and amount.',
    lead: 'Search the grants that foundations and public charities list in their returns: what they were for, who gave them, and who received them.',
    words: 'Query',
    filters: GRANT_FILTERS,
    labels: GRANT_LABELS,
    schema: grantSearchQuery.transform((query) => {
      const reading = readGrantQuery(query)
      return { reading, wanted: toGrantSearch(query, reading) }
    }),
    isBlank: (address) => Object.keys(address).length === 0,
    form: (address) => <GrantSearchForm address={address} />,
    examples: Examples,
    search: (deps, { wanted }, part) => searchGrants(deps, { ...wanted, ...part }),
    sortOf: ({ wanted: { sort, order = firstOrder(sort) } }) => ({ key: sort, order }),
    facets: GRANT_FACETS,
    columns: grantColumns(),
    table: 'Grants found',
    summary: (outcome) => <Summary {...outcome} />,
    readAs: (address, { reading }) => <GrantsReadAs address={address} reading={reading} />,
    none: 'No grant matches. Remove a filter, or use other words.',
    firstOrder: () => ({
      words: 'Best match first',
      changes: { Sort: 'Relevance', Order: undefined },
    }),
    end: 'Pages and the CSV file end at the 10,000th row. To see the rest, add a filter.',
  })

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

const Summary = ({ found, sums }: GrantOutcome) => {
  const { grants } = splitTotals(sums.filter(({ isCounted }) => isCounted))
  const { totalAmount } = sumRows(grants)
  return (
    <>
      {countOf(found, 'row')} found
      {totalAmount !== undefined && (
        <>
          : {inDollars(totalAmount)} in{' '}
          {countOf(sumOf(grants.map(({ amounts }) => amounts)), 'grant')} with an amount
        </>
      )}
      .
    </>
  )
}

/** One field for plain words, and the filters behind a button. */
const GrantSearchForm = ({ address }: { address: Address }) => (
  <form class="search-form" action="/grants">
    <div class="row">
      <div class="search-box">
        <input
          type="search"
          name="Query"
          value={address.Query}
          aria-label={GRANT_LABELS.Query}
          placeholder={GRANT_LABELS.Query}
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

type ReadAsProps = { address: Address; reading: GrantReading | undefined }

/** The active filters and how the words were understood; each can be removed. */
const GrantsReadAs = ({ address, reading }: ReadAsProps) => {
  const pathWith = (changes: Record<string, string | undefined>) =>
    grantSearchPath({ ...address, ...changes })
  const filters = FILTERS.flatMap(([name, { label }]) => {
    const value = address[name]
    if (value === undefined) return []
    return [{ label: `${label}: ${value}`, href: pathWith({ [name]: undefined }) }]
  })
  const phrases = toPhraseChips(reading?.phrases ?? [], address.Query, (Query) =>
    pathWith({ Query }),
  )
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
const grantColumns = (): DataColumn<GrantHit>[] => [
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
