import { formatCount as count, countOf } from '#src/domain/money.ts'
import type { Session } from '#src/platform/clients/postgres.ts'
import { JUDGED_AUDIT } from './audit-sql.ts'
import type { Reason } from './judge.ts'
import type { MapAwardsResult } from './run.ts'

/** How many awards are attributed to organizations. */
export type MappingStatus = {
  audits: number
  /** Pairs of UEI and EIN that attach awards, and the audits that contain them. */
  used: number
  usedAudits: number
  /** Pairs that attach none, by reason. */
  unused: Partial<Record<Reason, number>>
  /** Audits without a usable pair, by reason; those with the auditor's EIN are also among pairs. */
  dropped: Partial<Record<'NoUEI' | 'PlaceholderUEI' | 'MalformedEIN' | 'AuditorEIN', number>>
  awards: number
  subawards: number
  /**
   * Awards and subawards attributed to no organization although audits pair their UEI with an EIN.
   */
  withheld: number
}

const SQL = `
  select (select count(*) from audit) as audits,
    (select count(*) from uei_mapping where is_used) as used,
    (select coalesce(sum(audits), 0)::int from uei_mapping where is_used) as "usedAudits",
    (select coalesce(json_object_agg(reason, pairs), '{}') from (
      select reason, count(*) as pairs from uei_mapping where not is_used group by reason
    ) as of_reason) as unused,
    (select coalesce(json_object_agg(reason, audits), '{}') from (
      select reason, count(*) as audits from (${JUDGED_AUDIT}) as judged
      where reason is not null group by reason
    ) as of_reason) as dropped,
    (select count(*) from award) as awards, (select count(*) from subaward) as subawards,
    (select count(*) from unsettled join award on recipient_uei = uei)
      + (select count(*) from unsettled join subaward on recipient_uei = uei) as withheld`
const UNSETTLED = `
  with unsettled as materialized (
    select uei from uei_mapping where not is_used
    except select uei from uei_mapping where is_used
  )`

/** Counts pairs, audits without one, and awards that are withheld. */
export async function readMappingStatus(db: Pick<Session, 'query'>): Promise<MappingStatus> {
  const [row] = await db.query<MappingStatus>(UNSETTLED + SQL)
  if (!row) throw new Error('Postgres returned no counts.')
  return row
}

/** Describes the judged pairs in one line of at most 80 columns. */
export const describeJudged = ({ used, unused }: MapAwardsResult['judged']): string =>
  `Audits: ${countOf(used, 'UEI')} mapped, ${countOf(unused, 'pair')} rejected (npm run status).`

/** Returns the status as lines of at most 80 columns; none when neither awards nor audits are loaded. */
export function describeMapping(status: MappingStatus): string[] {
  const { audits, used, usedAudits, unused, dropped, awards, subawards, withheld } = status
  if (audits + awards + subawards === 0) return []
  const linesOf = (by: Record<string, number>, what: string): string[] =>
    Object.entries(by).map(
      ([reason, rows]) => `            ${countOf(rows, what)} rejected: ${reason}`,
    )
  return [
    `Awards      ${countOf(awards, 'award')}, ${countOf(subawards, 'subaward')}`,
    `            ${countOf(used, 'UEI')} mapped by ${count(usedAudits)} of ${countOf(audits, 'audit')}`,
    ...linesOf(unused, 'pair'),
    ...linesOf(dropped, 'audit'),
    ...(withheld > 0
      ? [`            ${count(withheld)} without an organization because of a contested UEI`]
      : []),
  ]
}
