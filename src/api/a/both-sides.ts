import { z } from 'zod'
import { FORMS } from '#src/domain/form.ts'
import {
  type BothSides,
  type FundedYear,
  GRANT_FLAGS,
  RECEIVED_FACTS,
  type ReceivingReturn,
  readBothSides,
} from '#src/network/both-sides.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { ApiError } from '#src/platform/errors.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { einParams, noQuery, pathEin } from '../shared/parameters.ts'
import { evidenceRef, fieldName, presentEvidenceRef } from './fields.ts'
import { presentGrant } from './grants/present.ts'
import { grant } from './grants/schema.ts'
import { moneyParty, presentParty } from './money-network.ts'
import { getOperation } from './operation.ts'

const filedReturn = {
  Form: z.enum(FORMS),
  TaxYear: z.int(),
  ObjectId: z.string(),
  PeriodBegin: z.string().optional().describe('First day of the tax period, if filed.'),
  PeriodEnd: z.string().optional().describe('Last day of the tax period.'),
}

const fundedYear = z.strictObject({
  ...filedReturn,
  TotalAmount: z
    .number()
    .optional()
    .describe('Sum of the rows that are grants, in US dollars. Absent if no row states an amount.'),
  Grants: z.array(grant).describe("Rows of the funder's return that name the recipient."),
  Received: z
    .array(
      z.strictObject({
        ...filedReturn,
        Lines: z.array(
          z.strictObject({
            Name: z.enum(RECEIVED_FACTS.map(fieldName) as [string, ...string[]]),
            Value: z.number(),
            EvidenceRef: z.string(),
          }),
        ),
      }),
    )
    .describe(
      "The recipient's own returns for periods that overlap the funder's, newest first, with the totals that the grants are part of.",
    ),
  Flags: z
    .array(z.enum(GRANT_FLAGS))
    .describe(
      "MoreThanContributions: the grants exceed the contributions that the recipient's returns for these periods report. NoReturnForPeriod: no return of the recipient for the period is loaded. OnlyPostcardForPeriod: the recipient filed a postcard, which reports no amounts. OtherNameFiled: the funder's name for the recipient differs from its legal name. PeriodsDiffer: the fiscal years end on different days.",
    ),
})

export const bothSides = z
  .strictObject({
    EIN: z.string(),
    OtherEIN: z.string(),
    Flows: z
      .array(
        z.strictObject({ Funder: moneyParty, Recipient: moneyParty, Years: z.array(fundedYear) }),
      )
      .describe(
        'Money given by EIN, then money given by OtherEIN. A direction without rows is absent.',
      ),
    Related: z
      .array(z.strictObject({ FilerEIN: z.string(), Evidence: evidenceRef }))
      .describe('Rows of Schedule R by which one of the two names the other as related.'),
    Truncated: z.boolean().describe('Whether there are more rows than these 200. See /grants.'),
  })
  .meta({ id: 'BothSides' })

export const bothSidesRoute = getOperation(
  '/api/v2/charity/:ein/grants/with/:otherEin',
  {
    operationId: 'compareBothSides',
    group: 'Network',
    summary:
      'Compare what a funder reports about its grants to an organization with what the recipient reports',
    description:
      "A recipient's public return never names its funders, because the names of Schedule B are not public. This operation shows the totals that the grants are part of.",
    terms: { access: 'keyed', costs: 'Data', slot: 'shared' },
    examples: example('A foundation and its grantee', {
      path: { ...inPath(DEMO.brightwater), otherEin: 890000154 },
    }),
    request: { params: einParams.extend({ otherEin: pathEin() }), querystring: noQuery },
    response: bothSides,
  },
  async (deps: ProfileDeps, { params: { ein, otherEin } }) => {
    if (ein === otherEin) throw sameEin(otherEin)
    return presentBothSides(ein, otherEin, await readBothSides(deps, ein, otherEin))
  },
)

const sameEin = (input: string): ApiError =>
  new ApiError('InvalidParameters', {
    issues: [
      {
        loc: ['path', 'otherEin'],
        msg: 'must be the EIN of another organization',
        type: 'same_ein',
        input,
      },
    ],
  })

const presentBothSides = (
  ein: string,
  other: string,
  { flows, related, isTruncated }: BothSides,
): z.input<typeof bothSides> => ({
  EIN: ein,
  OtherEIN: other,
  Flows: flows.map(({ funder, recipient, years }) => ({
    Funder: presentParty(funder),
    Recipient: presentParty(recipient),
    Years: years.map(presentFundedYear),
  })),
  Related: related.map((one) => ({
    FilerEIN: one.ein,
    Evidence: presentEvidenceRef(one.evidence),
  })),
  Truncated: isTruncated,
})

const presentFundedYear = (year: FundedYear): z.input<typeof fundedYear> => ({
  ...presentReturn(year),
  TotalAmount: year.amount,
  Grants: year.grants.map(presentGrant),
  Received: year.received.map((one) => ({
    ...presentReturn(one),
    Lines: RECEIVED_FACTS.flatMap((key) => {
      const line = one.lines[key]
      return line ? [{ Name: fieldName(key), Value: line.value, EvidenceRef: line.ref }] : []
    }),
  })),
  Flags: year.flags,
})

const presentReturn = ({
  form,
  taxYear,
  objectId,
  period,
}: Pick<ReceivingReturn, 'form' | 'taxYear' | 'objectId'> & {
  period?: ReceivingReturn['period'] | undefined
}) => ({
  Form: form,
  TaxYear: taxYear,
  ObjectId: objectId,
  PeriodBegin: period?.begin ?? undefined,
  PeriodEnd: period?.end,
})
