import { z } from 'zod'
import { describeText } from '../../domain/description.ts'
import { type Award, readAwards } from '../../network/awards.ts'
import { requireFiler } from '../../network/require-filer.ts'
import { toAwardEvidence } from '../../profiles/evidence/evidence-ref.ts'
import type { Citation } from '../chat.ts'
import type { AssistantDeps } from '../deps.ts'
import { known } from './cite.ts'
import { einParam, limitParam } from './params.ts'
import type { Counted, Tool, ToolAnswer } from './tool.ts'

export type AwardShown = {
  awardId: string
  kind: 'assistance' | 'contract'
  type?: string
  /** Dollars obligated; may be negative. */
  amount?: number
  agency?: string
  /** As told, cut at a sentence. */
  purpose?: string
  /** YYYY-MM-DD */
  startDate?: string
  endDate?: string
  recipientName?: string
  /** The recipient's name is a known name of the organization. */
  nameMatches: boolean
  /** How sure the award is the organization's, 0 to 1. */
  mappingConfidence: number
  citation?: Citation
}

export type ListAwardsAnswer = ToolAnswer & {
  ein: string
  name: string
  /** Largest first. */
  awards: AwardShown[]
  /** Of all; absent where no identifier is known to be the organization's: then nothing can be said. */
  count?: number
}

const params = z.strictObject({ ein: einParam, limit: limitParam })

async function run(
  deps: AssistantDeps,
  { ein, limit }: z.output<typeof params>,
): Promise<ListAwardsAnswer> {
  const [{ name }, { rows, count }] = await Promise.all([
    requireFiler(deps, ein),
    readAwards(deps, ein, { limit }),
  ])
  const awards = rows.map((row) => toShown(ein, row))
  return {
    ein,
    name,
    awards,
    ...(count !== undefined && { count }),
    citations: known(awards.map(({ citation }) => citation)),
    counted: [
      ...(count === undefined ? [] : [{ label: 'Federal awards', value: count }]),
      ...awards.map(countConfidence),
    ],
  }
}

const countConfidence = ({ awardId, mappingConfidence }: AwardShown): Counted => ({
  label: `${awardId}: how sure it is the organization's, 0 to 1`,
  value: mappingConfidence,
})

function toShown(ein: string, award: Award): AwardShown {
  const { awardId, kind, nameMatches, mapping, amount, recipientName } = award
  const purpose = describeText(award.purpose?.trim() ?? '')
  const agency = award.awardingAgency ?? award.fundingAgency
  const citation = citeAmount(ein, award)
  return {
    awardId,
    kind,
    ...(award.type !== null && { type: award.type }),
    ...(amount !== null && { amount }),
    ...(agency !== null && { agency }),
    ...(purpose !== undefined && { purpose }),
    ...(award.startDate !== null && { startDate: award.startDate }),
    ...(award.endDate !== null && { endDate: award.endDate }),
    ...(recipientName !== null && { recipientName }),
    nameMatches,
    mappingConfidence: mapping.score,
    ...(citation && { citation }),
  }
}

function citeAmount(ein: string, award: Award): Citation | undefined {
  const { key, amount, awardId, isAmountSummed, source } = award
  if (amount === null) return undefined
  // No column holds a sum of transactions: the row shows it beside those it has.
  const column = isAmountSummed ? {} : { column: 'total_obligated_amount' }
  const evidence = toAwardEvidence({ kind: 'award', key, ...column }, source)
  return { ein, label: `Obligated by award ${awardId}`, value: amount, evidence }
}

/** Federal awards that are attributed to an organization. */
export const listAwards: Tool<typeof params, ListAwardsAnswer> = {
  name: 'list_awards',
  description:
    'Federal awards to an organization from USAspending, the largest first, with how sure they are its own. Without a count none can be told: that is not none.',
  params,
  run,
}
