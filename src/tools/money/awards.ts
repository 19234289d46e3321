import { z } from 'zod'
import { describeText } from '../../domain/description.ts'
import { type Award, readAwards } from '../../network/awards.ts'
import { requireFiler } from '../../network/require-filer.ts'
import { toAwardEvidence } from '../../organizations/evidence/evidence-ref.ts'
import { type Citation, known } from '../cite.ts'
import { CHARITY, CURSOR, EIN, einInput, LIMIT, limitInput } from '../parameters.ts'
import {
  at,
  counted,
  dollars,
  joined,
  listAt,
  nameAt,
  nextPage,
  numberAt,
  quotedAt,
  textAt,
} from '../text.ts'
import { defineTool } from '../tool.ts'
import { noMoney } from './grants.ts'

/** Federal awards that are attributed to an organization. */
export const listAwards = defineTool({
  name: 'list_awards',
  description:
    'Lists federal awards (USAspending) attributed to an organization. Most recipients cannot be matched, so an empty list does not mean that the organization received no awards.',
  operation: {
    title: 'Federal awards',
    path: `${CHARITY}/awards`,
    arguments: { EIN, Limit: LIMIT, Cursor: CURSOR },
    toText: awardsToText,
  },
  input: z.strictObject({ ein: einInput, limit: limitInput }),
  run: async (deps, { ein, limit }) => {
    const [{ name }, { rows, count }] = await Promise.all([
      requireFiler(deps, ein),
      readAwards(deps, ein, { limit }),
    ])
    const awards = rows.map((row) => toShown(ein, row))
    return {
      ein,
      name,
      /** Largest first. */
      awards,
      /** All awards; undefined if the organization has no known identifier. */
      count,
      citations: known(awards.map(({ citation }) => citation)),
      counted: [
        ...(count === undefined ? [] : [{ label: 'Federal awards', value: count }]),
        ...awards.map(({ awardId, mappingConfidence }) => ({
          label: `${awardId}: confidence that it belongs to the organization, 0 to 1`,
          value: mappingConfidence,
        })),
      ],
    }
  },
})

export type AwardShown = ReturnType<typeof toShown>

const toShown = (ein: string, award: Award) => ({
  awardId: award.awardId,
  kind: award.kind,
  type: award.type ?? undefined,
  /** Dollars obligated; may be negative. */
  amount: award.amount ?? undefined,
  agency: award.awardingAgency ?? award.fundingAgency ?? undefined,
  /** As published, cut at a sentence. */
  purpose: describeText(award.purpose?.trim() ?? ''),
  /** YYYY-MM-DD */
  startDate: award.startDate ?? undefined,
  endDate: award.endDate ?? undefined,
  recipientName: award.recipientName ?? undefined,
  /** Whether the recipient's name is a known name of the organization. */
  nameMatches: award.nameMatches,
  /** Confidence that the award belongs to the organization, 0 to 1. */
  mappingConfidence: award.mapping.score,
  citation: citeAmount(ein, award),
})

function citeAmount(ein: string, award: Award): Citation | undefined {
  const { key, amount, awardId, isAmountSummed, source } = award
  if (amount === null) return undefined
  // No column contains a sum of transactions, so cite the row with its transactions.
  const column = isAmountSummed ? {} : { column: 'total_obligated_amount' }
  const evidence = toAwardEvidence({ kind: 'award', key, ...column }, source)
  return { ein, label: `Amount obligated under award ${awardId}`, value: amount, evidence }
}

function awardsToText(response: unknown): string[] {
  const awards = listAt(response, 'Awards')
  const warnings = numberAt(response, 'AttributionWarnings')
  return [
    ...noMoney(awards),
    ...awards.map(awardLine),
    ...(warnings
      ? [
          `${counted(warnings, 'award')} above ${warnings === 1 ? 'lists' : 'list'} a recipient whose name is not a known name of this organization. Such an award may belong to another organization.`,
        ]
      : []),
    ...nextPage(response),
  ]
}

function awardLine(award: unknown): string {
  const recipient = nameAt(award, 'RecipientName')
  const isOther = at(award, 'NameMatches') === false
  const about = joined(
    recipient && `to ${recipient}${isOther ? ' (not a known name of this organization)' : ''}`,
    textAt(award, 'AwardingAgency'),
    quotedAt(award, 'Purpose'),
    `${textAt(award, 'StartDate') ?? '?'} to ${textAt(award, 'EndDate') ?? '?'}`,
  )
  return `- ${dollars(numberAt(award, 'Amount'))}; ${about} [${textAt(award, 'EvidenceRef', 'Citation')}]`
}
