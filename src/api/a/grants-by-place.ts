import { z } from 'zod'
import {
  type GrantsByPlace,
  PLACE_KINDS,
  type PlaceSum,
  readGrantsByPlace,
} from '#src/network/grants-by-place.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { einParams, taxYear } from '../shared/parameters.ts'
import { getOperation } from './operation.ts'

const query = z.strictObject({
  Year: taxYear('Tax year of the grants. Defaults to the newest with grants.'),
})

const amount = z
  .number()
  .optional()
  .describe('Total in US dollars. Absent if no row states an amount.')

const placeSum = z.strictObject({
  Kind: z
    .enum(PLACE_KINDS)
    .describe(
      'State: a state or territory. Country: another country. Region: of Schedule F, which names no country. Unknown: rows without a place.',
    ),
  Code: z
    .string()
    .optional()
    .describe(
      'USPS code of a state, ISO 3166 alpha-2 code of a country, or code of a region. Absent for Unknown, and for a place that we cannot read.',
    ),
  Name: z.string().optional().describe('Absent for Unknown.'),
  TotalAmount: amount,
  GrantCount: z.int().min(1),
  RecipientCount: z.int().min(1).describe('A recipient without a name counts once a row.'),
  EvidenceRefs: z
    .array(z.string())
    .describe(
      'Refs of the rows, largest amount first; at most 12 for each filed place. For all rows, see /grants with MinYear and MaxYear.',
    ),
})

const grantsByPlace = z
  .strictObject({
    EIN: z.string(),
    TaxYear: z.int().optional().describe('Absent if no return lists grants.'),
    ReturnCount: z.int().min(0).describe('Returns for this tax year that list grants.'),
    GrantCount: z.int().min(0),
    TotalAmount: amount,
    Places: z
      .array(placeSum)
      .describe('Largest amount first; Unknown is last. They add up to TotalAmount.'),
  })
  .meta({ id: 'GrantsByPlace' })

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
    request: { params: einParams, querystring: query },
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
