import { z } from 'zod'
import { MATCH_CONFIDENCES } from '#src/domain/network.ts'
import { DIRECTIONS } from '#src/network/direction.ts'
import { PLACE_KINDS, readGrantsByPlace } from '#src/network/grants-by-place.ts'
import { readGrantsByYear, YEAR_SORTS, type YearSort } from '#src/network/grants-by-year.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { orderOf, SORT_ORDERS } from '#src/search/params.ts'
import { CURSOR_ERRORS, nextCursor } from '../a/fields.ts'
import { readOperation } from '../a/operation.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { party } from '../shared/columns.ts'
import { einParams, oneOf, queryText, taxYear, wordOrYear } from '../shared/parameters.ts'
import { component, optional, required } from '../shared/schemas.ts'
import { defineList } from './list.ts'

const amount = optional.number('Total in US dollars. Absent if no row states an amount.')
const refs = required.strings(
  'Refs of the rows, largest amount first; at most 12. For all rows, see /grants with Counterparty, MinYear, and MaxYear.',
)

const grantYear = z.strictObject({
  taxYear: z.int(),
  rowCount: required.count('Rows of returns that report a grant.'),
  returnCount: required.count('Returns that contain these rows.'),
  unidentifiedRowCount: required.count('Rows whose recipient was not identified.'),
  totalAmount: amount,
  identifiedAmount: optional.number(
    'Part of TotalAmount, in US dollars, whose counterparty was identified.',
  ),
  weakAmount: optional.number(
    'Part of IdentifiedAmount, in US dollars, whose MatchConfidence is Weak. Absent if no match is weak.',
  ),
  reported: optional.object(
    "Total that the organization's own returns for this tax year report, in US dollars: grants paid to organizations or, on forms without that line, all grants paid (Outgoing), or contributions received (Incoming). A funder's tax year can be another than the recipient's.",
    { value: z.number(), evidenceRefs: z.array(z.string()) },
  ),
  identifiedShare: optional.number(
    'IdentifiedAmount as a share of the reported grants paid, 0 to 1, rounded down. Only for Outgoing. Absent if it is unknown, or if the rows add up to more than the reported total.',
  ),
})

const partyByYear = z.looseObject({
  ...party('', 'Name'),
  matchConfidence: required.enum(
    MATCH_CONFIDENCES,
    'Of the least certain grant. None: the recipient was not identified.',
  ),
  totalAmount: amount,
  grantCount: z.int().min(1),
  earliestYear: z.int(),
  latestYear: z.int(),
  years: required.objects('Tax years with grants, newest first.', {
    taxYear: z.int(),
    amount: amount,
    grantCount: z.int().min(1),
    evidenceRefs: refs,
  }),
})

const response = z.strictObject({
  ein: z.string(),
  direction: z.enum(DIRECTIONS),
  years: required.array(grantYear, 'All grants by tax year, newest first, whatever the filters.'),
  counterparties: z.array(partyByYear),
  found: required.count('Counterparties that match the filters, on all pages.'),
  counterpartyCount: required.count('All counterparties, whatever the filters.'),
  unidentifiedCount: required.count(
    'Counterparties without an EIN: recipients that were not identified, by name and place.',
  ),
  nextCursor,
})

/** The funders or grantees of an organization with the amount of each tax year. */
export const grantsByYear = defineList({
  path: 'grants-by-year',
  operation: {
    operationId: 'listGrantsByYear',
    group: 'Network',
    summary: "List an organization's funders or grantees with the amount of each tax year",
    description: `Counts the grants of all current returns, as grantees and funders do, and also recipients that were not identified, by the name and place as filed. Years compares the identified amounts with the total that the organization reports. ${CURSOR_ERRORS}`,
    terms: { access: 'keyed', costs: 'Data', slot: 'shared' },
    examples: example('The largest grantee of a foundation', {
      path: inPath(DEMO.brightwater),
      query: { Direction: 'Outgoing', Limit: 1 },
    }),
  },
  query: {
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
  },
  noun: 'Counterparties',
  response,
  read: async (deps, ein, asked, part) => {
    const { Direction: direction, Within: within, Year: year } = asked
    const wanted = { direction, ...orderOf<YearSort>(asked, 'Total'), within, year, ...part }
    return { ein, ...(await readGrantsByYear(deps, ein, wanted)) }
  },
})

const placeQuery = z.strictObject({
  Year: taxYear('Tax year of the grants. Defaults to the newest with grants.'),
})

const placeSum = z.strictObject({
  kind: required.enum(
    PLACE_KINDS,
    'State: a state or territory. Country: another country. Region: of Schedule F, which names no country. Unknown: rows without a place.',
  ),
  code: optional.string(
    'USPS code of a state, ISO 3166 alpha-2 code of a country, or code of a region. Absent for Unknown, and for a place that we cannot read.',
  ),
  name: optional.string('Absent for Unknown.'),
  totalAmount: amount,
  grantCount: z.int().min(1),
  recipientCount: z.int().min(1).describe('A recipient without a name counts once a row.'),
  evidenceRefs: required.strings(
    'Refs of the rows, largest amount first; at most 12 for each filed place. For all rows, see /grants with MinYear and MaxYear.',
  ),
})

const grantsByPlace = component('GrantsByPlace', {
  ein: z.string(),
  taxYear: optional.int('Absent if no return lists grants.'),
  returnCount: required.count('Returns for this tax year that list grants.'),
  grantCount: z.int().min(0),
  totalAmount: amount,
  places: required.array(
    placeSum,
    'Largest amount first; Unknown is last. They add up to TotalAmount.',
  ),
})

export const grantsByPlaceRoute = readOperation(
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
  async (deps: ProfileDeps, { params: { ein }, query: asked }) => ({
    ...{ returnCount: 0, grantCount: 0, places: [] },
    ...(await readGrantsByPlace(deps, ein, asked.Year)),
    ein,
  }),
)
