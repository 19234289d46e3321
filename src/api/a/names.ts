import { z } from 'zod'
import { MATCH_CONFIDENCES } from '#src/domain/network.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import {
  type KnownName,
  NAME_ROLES,
  NAME_SOURCES,
  type NamesThroughTime,
  readNames,
} from '#src/organizations/history/names.ts'
import { EIN_SLIPS, MOST_ROWS_READ, MOST_SPELLINGS } from '#src/organizations/store/read-names.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { einParams, noQuery } from '../shared/parameters.ts'
import { getOperation } from './operation.ts'

const confidence = z.enum(MATCH_CONFIDENCES)

const knownName = z.strictObject({
  Name: z.string().describe('As written.'),
  Source: z.enum(NAME_SOURCES),
  Role: z
    .enum(NAME_ROLES)
    .describe('SecondLine: the second name line of the IRS Business Master File.'),
  First: z
    .string()
    .optional()
    .describe('First tax year, month of a list (YYYY-MM), or year of an award.'),
  Last: z.string().optional(),
  Count: z
    .int()
    .optional()
    .describe('Number of submissions, rows, or awards. Absent for IRS lists.'),
  Funders: z.int().optional(),
  LeastConfidence: confidence
    .optional()
    .describe(
      'Confidence of the least certain match. Sources that state the EIN of the organization are Authoritative.',
    ),
  MostConfidence: confidence.optional(),
  MappingConfidence: z
    .number()
    .optional()
    .describe('For awards, the score of the match of their identifier (UEI), 0 to 1.'),
  Slip: z
    .enum(EIN_SLIPS)
    .optional()
    .describe(
      'OtherEin: the rows have FiledEIN, but name this organization. UnlikeName: they have its EIN and an unlike name. Elsewhere: they have its EIN, but were not matched to it.',
    ),
  FiledEIN: z.string().optional(),
  EvidenceRef: z.string().describe('The newest example.'),
  EvidenceEIN: z.string().describe('The organization whose EIN opens EvidenceRef.'),
})

export const charityNames = z
  .strictObject({
    EIN: z.string(),
    Current: z.string(),
    Names: z.array(knownName).describe('By source, the latest first.'),
    Slips: z
      .array(knownName)
      .describe('Spellings in rows of funders in which the EIN and the recipient do not fit.'),
    Spellings: z.int().describe('Number of spellings by funders, slips included.'),
    Truncated: z
      .boolean()
      .describe(
        `Whether there are more spellings than ${MOST_SPELLINGS}, or more rows of funders than the newest ${MOST_ROWS_READ}.`,
      ),
  })
  .meta({ id: 'CharityNames' })

export const namesRoute = getOperation(
  '/api/v2/charity/:ein/names',
  {
    operationId: 'listCharityNames',
    group: 'Organizations',
    summary: 'List every name and spelling of an organization, with when and where it appears',
    terms: { access: 'open', costs: 'Data', slot: 'shared' },
    examples: example('Names of a food bank', { path: inPath(DEMO.hockingHillsFoodBank) }),
    request: { params: einParams, querystring: noQuery },
    response: charityNames,
  },
  async (deps: ProfileDeps, { params: { ein } }) => presentNames(await readNames(deps, ein)),
)

const presentNames = ({
  organization,
  names,
  slips,
  spellings,
  isCut,
}: NamesThroughTime): z.input<typeof charityNames> => ({
  EIN: organization.ein,
  Current: organization.name,
  Names: names.map(presentName),
  Slips: slips.map(presentName),
  Spellings: spellings,
  Truncated: isCut,
})

const presentName = (one: KnownName): z.input<typeof knownName> => ({
  Name: one.name,
  Source: one.source,
  Role: one.role,
  First: one.first,
  Last: one.last,
  Count: one.count,
  Funders: one.funders,
  LeastConfidence: one.confidence?.least,
  MostConfidence: one.confidence?.most,
  MappingConfidence: one.score,
  Slip: one.slip,
  FiledEIN: one.filedEin,
  EvidenceRef: one.ref,
  EvidenceEIN: one.refEin,
})
