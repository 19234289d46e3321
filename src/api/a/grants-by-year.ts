import { z } from 'zod'
import { MATCH_CONFIDENCES } from '#src/domain/network.ts'
import { DIRECTIONS } from '#src/network/direction.ts'
import {
  type GrantsByPlace,
  PLACE_KINDS,
  type PlaceSum,
  readGrantsByPlace,
} from '#src/network/grants-by-place.ts'
import {
  type GrantsByYear,
  type GrantYear,
  type PartyByYear,
  readGrantsByYear,
  YEAR_SORTS,
} from '#src/network/grants-by-year.ts'
import { readRowCursor, toRowCursor } from '#src/organizations/cursor.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { firstOrder, SORT_ORDERS } from '#src/search/params.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import {
  einParams,
  integer,
  oneOf,
  opaque,
  queryText,
  taxYear,
  wordOrYear,
} from '../shared/parameters.ts'
import { component, optional, required } from '../shared/schemas.ts'
import { CURSOR_ERRORS, nextCursor, toFields } from './fields.ts'
import { moneyParty, presentParty } from './money-network.ts'
import { getOperation } from './operation.ts'

const query = z.strictObject({
  Direction: oneOf(DIRECTIONS, 'Outgoing: grantees. Incoming: funders.'),
  Sort: wordOrYear(
    YEAR_SORTS,
    'Order of the counterparties: Total, Name, GrantCount, LatestYear, or a tax year, such as 2023, for the amount of that year. Defaults to Total. Unknown amounts are always last.',
  ),
  Order: oneOf(
    SORT_ORDERS,
    'Direction of Sort. Defaults to asc for Name and to desc otherwise.',
  ).optional(),
  Within: queryText(
    'Returns only counterparties whose name contains this text, in any case, or whose EIN it is.',
  ).optional(),
  Year: taxYear(
    'Returns only counterparties with a grant in this tax year. Their other years are included.',
  ),
  Cursor: opaque('NextCursor from the previous page, for the same EIN and parameters.'),
  Limit: integer({ max: 200, fallback: 50, description: 'Counterparties per page.' }),
})
type Query = z.output<typeof query>

const amount = optional.number('Total in US dollars. Absent if no row states an amount.')
const refs = required.strings(
  'Refs of the rows, largest amount first; at most 12. For all rows, see /grants with Counterparty, MinYear, and MaxYear.',
)

const grantYear = z.strictObject({
  TaxYear: z.int(),
  RowCount: required.count('Rows of returns that report a grant.'),
  ReturnCount: required.count('Returns that contain these rows.'),
  UnidentifiedRowCount: required.count('Rows whose recipient was not identified.'),
  TotalAmount: amount,
  IdentifiedAmount: optional.number(
    'Part of TotalAmount, in US dollars, whose counterparty was identified.',
  ),
  WeakAmount: optional.number(
    'Part of IdentifiedAmount, in US dollars, whose MatchConfidence is Weak. Absent if no match is weak.',
  ),
  Reported: optional.object(
    "Total that the organization's own returns for this tax year report, in US dollars: grants paid to organizations or, on forms without that line, all grants paid (Outgoing), or contributions received (Incoming). A funder's tax year can be another than the recipient's.",
    { Value: z.number(), EvidenceRefs: z.array(z.string()) },
  ),
  IdentifiedShare: optional.number(
    'IdentifiedAmount as a share of the reported grants paid, 0 to 1, rounded down. Only for Outgoing. Absent if it is unknown, or if the rows add up to more than the reported total.',
  ),
})

const partyByYear = moneyParty.extend({
  MatchConfidence: required.enum(
    MATCH_CONFIDENCES,
    'Of the least certain grant. None: the recipient was not identified.',
  ),
  TotalAmount: amount,
  GrantCount: z.int().min(1),
  EarliestYear: z.int(),
  LatestYear: z.int(),
  Years: required.objects('Tax years with grants, newest first.', {
    TaxYear: z.int(),
    Amount: amount,
    GrantCount: z.int().min(1),
    EvidenceRefs: refs,
  }),
})

export const grantsByYear = component('GrantsByYear', {
  EIN: z.string(),
  Direction: z.enum(DIRECTIONS),
  Years: required.array(grantYear, 'All grants by tax year, newest first, whatever the filters.'),
  Counterparties: z.array(partyByYear),
  Found: required.count('Counterparties that match the filters, on all pages.'),
  CounterpartyCount: required.count('All counterparties, whatever the filters.'),
  UnidentifiedCount: required.count(
    'Counterparties without an EIN: recipients that were not identified, by name and place.',
  ),
  NextCursor: nextCursor,
})

const cursorKey = z.tuple([z.int().min(0)])

export const grantsByYearRoute = getOperation(
  '/api/v2/charity/:ein/grants-by-year',
  {
    operationId: 'listGrantsByYear',
    group: 'Network',
    summary: "List an organization's funders or grantees with the amount of each tax year",
    description: `Counts the grants of all current returns, as grantees and funders do, and also recipients that were not identified, by the name and place as filed. Years compares the identified amounts with the total that the organization reports. ${CURSOR_ERRORS}`,
    terms: { access: 'keyed', costs: 'Data', slot: 'shared' },
    examples: example('The largest grantee of a foundation', {
      path: inPath(DEMO.brightwater),
      query: { Direction: 'Outgoing', Limit: 1 },
    }),
    request: { params: einParams, querystring: query },
    response: grantsByYear,
  },
  async (deps: ProfileDeps, { params: { ein }, query: asked }) => {
    const request = requestOf(ein, asked)
    const from = readRowCursor(asked.Cursor, request, cursorKey)
    const [offset = 0] = from?.key ?? []
    const { Direction: direction, Within: within, Year: year, Limit: limit } = asked
    const sort = asked.Sort ?? 'Total'
    const order = asked.Order ?? firstOrder(sort)
    const found = await readGrantsByYear(deps, ein, {
      ...{ direction, sort, order, within, year, offset, limit },
    })
    from?.requireData([found.version])
    const end = offset + found.parties.length
    return {
      ...presentGrantsByYear(ein, found),
      NextCursor: end < found.count ? toRowCursor(request, [found.version], [end]) : undefined,
    }
  },
)

const requestOf = (ein: string, { Direction, Sort, Order, Within, Year }: Query) => [
  'grants-by-year',
  ein,
  JSON.stringify([Direction, Sort, Order, Within, Year]),
]

const presentGrantsByYear = (ein: string, found: GrantsByYear): z.input<typeof grantsByYear> => ({
  EIN: ein,
  Direction: found.direction,
  Years: found.years.map(presentYear),
  Counterparties: found.parties.map(presentPartyByYear),
  Found: found.count,
  CounterpartyCount: found.all,
  UnidentifiedCount: found.unidentified,
})

const presentYear = (year: GrantYear): z.input<typeof grantYear> => ({
  TaxYear: year.taxYear,
  RowCount: year.rows,
  ReturnCount: year.returns,
  UnidentifiedRowCount: year.unidentifiedRows,
  TotalAmount: year.amount,
  IdentifiedAmount: year.identified,
  WeakAmount: year.weak,
  Reported: year.reported && { Value: year.reported.value, EvidenceRefs: year.reported.refs },
  IdentifiedShare: year.share,
})

const presentPartyByYear = (party: PartyByYear): z.input<typeof partyByYear> => ({
  ...presentParty(party),
  ...toFields(party, 'matchConfidence', 'earliestYear', 'latestYear'),
  TotalAmount: party.total,
  GrantCount: party.grants,
  Years: party.years.map(({ taxYear, amount, grants, refs }) => ({
    TaxYear: taxYear,
    Amount: amount,
    GrantCount: grants,
    EvidenceRefs: refs,
  })),
})

const placeQuery = z.strictObject({
  Year: taxYear('Tax year of the grants. Defaults to the newest with grants.'),
})

const placeSum = z.strictObject({
  Kind: required.enum(
    PLACE_KINDS,
    'State: a state or territory. Country: another country. Region: of Schedule F, which names no country. Unknown: rows without a place.',
  ),
  Code: optional.string(
    'USPS code of a state, ISO 3166 alpha-2 code of a country, or code of a region. Absent for Unknown, and for a place that we cannot read.',
  ),
  Name: optional.string('Absent for Unknown.'),
  TotalAmount: amount,
  GrantCount: z.int().min(1),
  RecipientCount: z.int().min(1).describe('A recipient without a name counts once a row.'),
  EvidenceRefs: required.strings(
    'Refs of the rows, largest amount first; at most 12 for each filed place. For all rows, see /grants with MinYear and MaxYear.',
  ),
})

const grantsByPlace = component('GrantsByPlace', {
  EIN: z.string(),
  TaxYear: optional.int('Absent if no return lists grants.'),
  ReturnCount: required.count('Returns for this tax year that list grants.'),
  GrantCount: z.int().min(0),
  TotalAmount: amount,
  Places: required.array(
    placeSum,
    'Largest amount first; Unknown is last. They add up to TotalAmount.',
  ),
})

export const grantsByPlaceRoute = getOperation(
  '/api/v2/charity/:ein/grants-by-place',
  {
    operationId: 'listGrantsByPlace',
    group: 'Network',
    summary: 'List where the grants of an organization went in one tax year',
    description:
      'Adds up the grants of the current returns by the place in each row: the address of the recipient (Schedule I, Form 990-PF) or the region (Schedule F, Part II). Places of recipients in other sources do not count.',
    terms: { access: 'keyed', costs: 'Data', slot: 'shared' },
    examples: example('The places of the grants of a foundation', {
      path: inPath(DEMO.brightwater),
    }),
    request: { params: einParams, querystring: placeQuery },
    response: grantsByPlace,
  },
  async (deps: ProfileDeps, { params: { ein }, query: asked }) =>
    present(ein, await readGrantsByPlace(deps, ein, asked.Year)),
)

const present = (ein: string, found: GrantsByPlace | undefined): z.input<typeof grantsByPlace> => ({
  EIN: ein,
  TaxYear: found?.taxYear,
  ReturnCount: found?.returns ?? 0,
  GrantCount: found?.grants ?? 0,
  TotalAmount: found?.amount,
  Places: found?.places.map(presentPlace) ?? [],
})

const presentPlace = (place: PlaceSum): z.input<typeof placeSum> => ({
  Kind: place.kind,
  Code: place.code,
  Name: place.label,
  TotalAmount: place.amount,
  GrantCount: place.grants,
  RecipientCount: place.recipients,
  EvidenceRefs: place.refs,
})
