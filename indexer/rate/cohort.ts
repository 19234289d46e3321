import type { Session } from '#src/platform/clients/postgres.ts'
import { type Cohort, SCORE_KEY } from '#src/rating/cohort.ts'
import { METRICS, type MetricDefinition, type MetricKey } from '#src/rating/metrics.ts'
import { MIN_PEERS } from '#src/rating/peers.ts'
import { type Distribution, POLICY_VERSION } from '#src/rating/rating.ts'
import { readSql, tuneTransaction } from '../store/sql.ts'

/** The stored cohort. */
export type CohortStatus = {
  /** The release that made it. */
  release: string
  policyVersion: string
  /** How many returns it has. */
  returns: number
}

/** Returns the stored cohort; undefined before the first. */
export async function readCohort(db: Pick<Session, 'query'>): Promise<CohortStatus | undefined> {
  const [row] = await db.query<CohortStatus>(
    'select release, policy_version as "policyVersion", returns from rating_cohort',
  )
  return row
}

/** Why a run makes a new cohort. */
export type CohortReason = 'none' | 'policy' | 'asked' | 'doubled'

/**
 * Returns why a new cohort is due; undefined while the stored one is in use, or if there are no
 * returns to make one of. When the returns have doubled, the first ones, such as those of a trial
 * load, no longer represent them.
 */
export function reasonForCohort(
  stored: CohortStatus | undefined,
  returns: number,
  isAsked: boolean,
): CohortReason | undefined {
  if (returns === 0) return undefined
  if (!stored) return 'none'
  if (stored.policyVersion !== POLICY_VERSION) return 'policy'
  if (isAsked) return 'asked'
  return returns >= 2 * stored.returns ? 'doubled' : undefined
}

const SQL = readSql(new URL('./sql/010-distributions.sql', import.meta.url))

// A thousandth is finer than any score shows, and keeps the cohort of a whole sector under 100 MB.
const STEPS = 1_000

const RANKED = Object.entries<MetricDefinition>(METRICS)
  .filter(([, { kind }]) => kind === 'percentile')
  .map(([key, { cap }]) => ({ key, cap }))

/** Replaces the distributions of all metrics with those of the stored inputs. */
export async function writeDistributions(session: Session): Promise<void> {
  await tuneTransaction(session, '768MB')
  await session.query('delete from rating_distribution')
  await session.query(SQL, [JSON.stringify(RANKED), MIN_PEERS, STEPS, false])
}

/** Stores the distributions of the scores, and the release and size of the cohort. */
export async function finishCohort(
  session: Session,
  release: string,
  returns: number,
): Promise<void> {
  await session.query(SQL, [JSON.stringify([{ key: SCORE_KEY }]), MIN_PEERS, STEPS, true])
  await session.query('delete from rating_cohort')
  await session.query('insert into rating_cohort values ($1, $2, $3)', [
    release,
    POLICY_VERSION,
    returns,
  ])
}

type Row = Distribution & { metric: MetricKey; peerGroup: string }

// At most 24 KB each.
const BATCH = 200

/** Reads the distributions of all metrics. */
export async function openCohort(session: Session): Promise<Cohort> {
  const cohort = new Map<MetricKey | typeof SCORE_KEY, Map<string, Distribution>>()
  const sql = `
    select metric, peer_group as "peerGroup", size, value as values, below, upto
    from rating_distribution where metric <> $1`
  for await (const rows of session.stream<Row>(sql, [SCORE_KEY], BATCH)) {
    for (const { metric, peerGroup, ...distribution } of rows) {
      const groups = cohort.get(metric) ?? new Map<string, Distribution>()
      cohort.set(metric, groups.set(peerGroup, distribution))
    }
  }
  return cohort
}
