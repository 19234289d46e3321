import {
  grantSearchQuery,
  grantTotalsQuery,
  readGrantQuery,
  readGrantTotals,
  toGrantSearch,
} from '#src/api/shared/grant-search.ts'
import { splitTotals, sumOf, sumRows } from '#src/api/shared/grant-totals.ts'
import { displayName } from '#src/domain/display-name.ts'
import { formatEin } from '#src/domain/ein.ts'
import { toRef } from '#src/domain/evidence.ts'
import { countOf, formatCount } from '#src/domain/money.ts'
import { GRANT_CATEGORIES } from '#src/domain/network.ts'
import { toLocation } from '#src/domain/places.ts'
import { nameAsFiled } from '#src/domain/recipients.ts'
import { labelOf } from '#src/search/facets.ts'
import { GRANT_FACETS, GRANT_FILTERS } from '#src/search/grants/filters.ts'
import {
  GRANT_SIDES,
  type GrantSide,
  type GrantTotal,
  MAX_PARTIES,
  sumGrants,
} from '#src/search/grants/grant-totals.ts'
import type { GrantReading } from '#src/search/grants/interpret.ts'
import {
  type GrantHit,
  type GrantOutcome,
  type GrantSearch,
  searchGrants,
} from '#src/search/grants/search-grants.ts'
import { firstOrder } from '#src/search/params.ts'
import { Figure, inDollars } from '../components/figure.tsx'
import { ChoiceChips } from '../components/navigation.tsx'
import { PartyName } from '../components/network/party.tsx'
import { type DataColumn, numberColumn } from '../components/table.tsx'
import { cutText } from '../components/text.tsx'
import { grantSearchPath, withQuery } from '../links.ts'
import type { Pages } from '../render.ts'
import type { FacetGroup } from '../search/filters.ts'
import { findInstead, settle } from './grant-instead.ts'
import { type Address, addListSearch, WordsRead } from './list-search.tsx'

type Asked = { reading: GrantReading | undefined; wanted: GrantSearch }

/** What the pages of rows and of totals share. */
const SHARED = {
  title: 'Search grants',
  description: 'Search the grants in all loaded returns by purpose, funder, recipient, and amount.',
  words: 'Purpose, recipient, or EIN',
  filters: GRANT_FILTERS,
  examples: [
    'who funds food banks in Ohio',
    'youth programs over $10,000',
    'general support since 2022',
    'largest food grants',
  ],
  facets: GRANT_FACETS,
  none: 'No grant matches. Remove a filter, or use other words.',
  withoutField: 'Category',
  instead: findInstead,
  toGroups: splitCategories,
} as const

/** Adds `GET /grants`, a search over the grants of all funders, its sums, and their CSV files. */
export function addGrantSearchPages(pages: Pages): void {
  const path = '/grants'
  addListSearch(pages, {
    ...SHARED,
    ...{ path, readAs: readAsFor(path) },
    lead: 'Search the grants that foundations and public charities list in their returns: what they were for, who gave them, and who received them.',
    schema: grantSearchQuery.transform(async (query): Promise<Asked> => {
      const reading = await readGrantQuery(pages.deps, query)
      return { reading, wanted: toGrantSearch(query, reading) }
    }),
    search: (deps, { wanted }, part) => searchGrants(deps, { ...wanted, ...part }),
    sortOf: ({ wanted: { sort, order = firstOrder(sort) } }) => ({ key: sort, order }),
    columns: grantColumns,
    table: 'Grants found',
    summary: (outcome) => <Summary {...outcome} />,
    settle: (address, { reading }) => ({
      ...{ Sort: reading?.sort, Order: reading?.order },
      ...settle(address, reading),
    }),
    hasBestMatch: () => true,
    end: 'Pages and the CSV file end at the 10,000th row. To see the rest, add a filter.',
  })
  for (const side of GRANT_SIDES) addTotalsPages(pages, side)
}

const TOTALS = {
  Funder: { path: '/grants/funders', name: 'Funders', one: 'funder' },
  Recipient: { path: '/grants/recipients', name: 'Recipients', one: 'recipient' },
} as const

/** Adds the page of the sums by funder, or by recipient, and its CSV file. */
function addTotalsPages(pages: Pages, side: GrantSide): void {
  const { path, name, one } = TOTALS[side]
  addListSearch(pages, {
    ...SHARED,
    ...{ path, readAs: readAsFor(path) },
    lead: `The ${one}s behind a search of grants, each with its number of grants, their total, and their median.`,
    schema: grantTotalsQuery.transform((query) =>
      readGrantTotals(pages.deps, { ...query, By: side }),
    ),
    search: (deps, { wanted, by }, part) => sumGrants(deps, { ...wanted, ...part }, by),
    sortOf: ({ by: { sort, order } }) => ({ key: sort, order }),
    columns: (address) => totalColumns(side, address),
    table: `${name} of the grants found`,
    summary: ({ parties, isEstimate, sums, uncertain }) => (
      <>
        {isEstimate && 'About '}
        {countOf(parties, one)}
        <InAll {...{ sums, uncertain }} />.
        {isEstimate &&
          ` The list has the first ${formatCount(MAX_PARTIES)}; add a filter to see others.`}
      </>
    ),
    settle: (address, { reading }) => settle(address, reading),
    note: `${side === 'Recipient' ? 'Recipients without a certain EIN are grouped by their name as filed; one name can be several recipients. ' : ''}Rows that are never added up, such as grants approved for later, are left out. Select the number of grants to see the rows, each with its source. Medians of more than 20,000 grants are estimates.`,
    end: '',
  })
}

const GRANTS: ReadonlySet<string> = new Set(
  GRANT_CATEGORIES.map((category) => labelOf(GRANT_FACETS.Category, category)),
)

/** A search without a category finds only grants, so others are a facet of their own. */
function splitCategories(groups: FacetGroup[], address: Address): FacetGroup[] {
  return groups.flatMap((group) => {
    if (group.key !== 'Category' || address.Category !== undefined) return [group]
    const others = { ...group, key: 'Others', title: 'Not grants, and not in these rows' }
    return [
      { ...group, links: group.links.filter(({ label }) => GRANTS.has(label)) },
      { ...others, links: group.links.filter(({ label }) => !GRANTS.has(label)) },
    ].filter(({ links }) => links.length > 0)
  })
}

const Summary = ({ found, sums, uncertain }: GrantOutcome) => (
  <>
    {countOf(found, 'row')} found
    <InAll {...{ sums, uncertain }} />.
  </>
)

/** The total of the grants that sums include, and its part that may be for another recipient. */
const InAll = ({ sums, uncertain }: Pick<GrantOutcome, 'sums' | 'uncertain'>) => {
  const { grants } = splitTotals(sums.filter(({ isCounted }) => isCounted))
  const { totalAmount } = sumRows(grants)
  if (totalAmount === undefined) return null
  const amounts = countOf(sumOf(grants.map(({ amounts }) => amounts)), 'grant')
  return (
    <>
      : {inDollars(totalAmount)} in {amounts} with an amount
      {uncertain.amount !== undefined && (
        <>
          ; the match of {inDollars(uncertain.amount)} in {countOf(uncertain.rows, 'row')} is
          uncertain
        </>
      )}
    </>
  )
}

/** The views of a search, and how it was understood. */
const readAsFor =
  (path: string) =>
  (address: Address, { reading }: Pick<Asked, 'reading'>) => (
    <>
      <ChoiceChips
        name="View"
        choices={VIEWS.map(({ path: to, name }) => ({
          text: name,
          href: withQuery(to, { ...address, Sort: undefined, Order: undefined }),
          isOn: to === path,
        }))}
      />
      <WordsRead path={path} filters={GRANT_FILTERS} address={address} reading={reading} />
    </>
  )

const VIEWS = [{ path: '/grants', name: 'Rows' }, TOTALS.Funder, TOTALS.Recipient]

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

const partyOf = (side: GrantSide, { newest }: GrantTotal) =>
  side === 'Funder'
    ? { name: funderName(newest), place: newest.funder }
    : { name: recipientName(newest), place: newest.recipient }

/** The columns of the sums by funder or by recipient. */
function totalColumns(side: GrantSide, address: Address): DataColumn<GrantTotal>[] {
  const nameOf = (total: GrantTotal) => partyOf(side, total).name
  const rowsOf = (total: GrantTotal) =>
    grantSearchPath({
      ...{ ...address, Sort: undefined, Order: undefined },
      [side]: total.ein ?? `"${nameOf(total)}"`,
    })
  return [
    {
      key: 'Name',
      label: side,
      cell: (total) => {
        const ein = total.ein ?? total.newest.recipientEin
        const party = { ...partyOf(side, total), profileAvailable: true }
        return (
          <PartyName
            party={ein === undefined ? party : { ...party, ein }}
            isWeak={total.ein === undefined}
          />
        )
      },
      csv: nameOf,
    },
    { key: 'EIN', label: 'EIN', csv: ({ ein }) => ein },
    {
      key: 'Location',
      label: 'Place',
      csv: (total) => toLocation(partyOf(side, total).place),
    },
    {
      ...numberColumn('Grants', 'Grants', ({ grantCount }) => grantCount, { sortKey: 'Grants' }),
      cell: (total) => (
        <a href={rowsOf(total)}>
          {formatCount(total.grantCount)}
          <span class="hidden"> of {displayName(nameOf(total))}</span>
        </a>
      ),
    },
    numberColumn('TotalAmount', 'Total', ({ totalAmount }) => totalAmount, {
      ...{ sortKey: 'Total', show: inDollars },
    }),
    {
      ...numberColumn('MedianAmount', 'Median', ({ medianAmount }) => medianAmount),
      cell: ({ medianAmount, medianIsEstimate }) =>
        medianAmount === undefined ? null : (
          <>
            {medianIsEstimate && 'about '}
            {inDollars(medianAmount)}
          </>
        ),
    },
    numberColumn('LatestYear', 'Latest year', ({ latestYear }) => latestYear, {
      sortKey: 'Latest',
    }),
    {
      key: 'LatestGrant',
      label: 'Largest of that year',
      isNumeric: true,
      cell: (total) => (
        <Figure
          ein={total.newest.funderEin}
          label={`Grant, ${displayName(nameOf(total))}, ${total.latestYear}`}
          figure={{ value: total.newest.amount, unit: 'USD', ref: refOf(total.newest) }}
        />
      ),
      csv: ({ newest }) => newest.amount,
    },
    { key: 'EvidenceRef', label: 'Ref', csv: ({ newest }) => refOf(newest) },
  ]
}
