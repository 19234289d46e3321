import { createHash } from 'node:crypto'
import type { Postgres, Session } from '#src/platform/clients/postgres.ts'
import { METRICS, type MetricDefinition } from '#src/rating/metrics.ts'
import { rate } from '#src/rating/model.ts'
import { LEAST_PEERS } from '#src/rating/peers.ts'
import type { Band, RatedForm, RatingInput, RatingResult } from '#src/rating/rating.ts'
import { copyLines, toCopyLine } from '../store/copy.ts'
import { readSql, tuneTransaction } from '../store/sql.ts'
import { overlap } from './overlap.ts'

const sqlOf = (name: string): string => readSql(new URL(`./sql/${name}.sql`, import.meta.url))

/**
 * Returns whether every rating was made from the stored inputs and all inputs have one. Then no
 * percentile has moved, and scoring again would change nothing.
 */
export async function isScored(session: Session): Promise<boolean> {
  const [row] = await session.query<{ isScored: boolean }>(
    `select not exists (
       select from rating_input input full join rating using (ein)
       where input.fingerprint is distinct from rating.input_fingerprint) as "isScored"`,
  )
  return row?.isScored ?? false
}

/** Counts the stored ratings by state and band. */
export const countStored = (session: Session) =>
  session.query<{ state: RatingResult['state']; band: Band | null; count: number }>(
    'select state, band, count(*) from rating group by state, band',
  )

const RANKED = Object.entries<MetricDefinition>(METRICS)
  .filter(([, { kind }]) => kind === 'percentile')
  .map(([key, { cap }]) => ({ key, cap }))

/**
 * Fills table `rating_rank` with the percentile of every ranked metric of every organization with
 * stored inputs, in one statement over the whole sector.
 */
export const writeRanks = (db: Postgres): Promise<void> =>
  db.transaction(async (session) => {
    await tuneTransaction(session, '768MB')
    await session.query('truncate rating_rank')
    await session.query(sqlOf('010-ranks'), [JSON.stringify(RANKED), LEAST_PEERS])
    await session.query('analyze rating_rank')
  })

type InputRow = {
  ein: string
  objectId: string
  form: RatedForm
  taxYear: number
  metrics: RatingInput[]
  failedChecks: string[]
  fingerprint: Buffer
  ranks: [key: string, group: string, size: number, percentile: number][] | null
  stored: Buffer | null
}

// Every organization with all its inputs, in whatever order is cheapest.
const INPUTS = `
  select input.ein, input.object_id as "objectId", input.form, input.tax_year as "taxYear",
    input.metrics, input.failed_checks as "failedChecks", input.fingerprint, rank.ranks,
    rating.fingerprint as stored
  from rating_input input
  left join rating_rank rank using (ein) left join rating using (ein)`

// About 3 MB of inputs.
const BATCH = 2_000

const SCORED = `
  create temporary table rate_scored on commit drop as
  select ein, object_id, form, tax_year, policy_version, state, score, band, metrics, categories,
    failed_checks, input_fingerprint, fingerprint
  from rating with no data`

const COPY = `copy rate_scored (ein, object_id, form, tax_year, policy_version, state, score, band,
  metrics, categories, failed_checks, input_fingerprint, fingerprint) from stdin`

/**
 * Scores all inputs with their ranks, read over another connection, and fills the transaction's
 * table `rate_scored` with the ratings that differ from the stored ones. Returns how many differ.
 */
export async function writeScored(
  db: Postgres,
  session: Session,
  onRated: (results: readonly RatingResult[]) => void,
): Promise<number> {
  await session.query(SCORED)
  let written = 0
  await overlap(db.stream<InputRow>(INPUTS, [], BATCH), (rows) => {
    const rated = rows.map((row) => ({ row, result: rate(withRanks(row)) }))
    onRated(rated.map(({ result }) => result))
    const lines = rated.flatMap(({ row, result }) => toLine(row, result) ?? [])
    written += lines.length
    return async () => {
      if (lines.length > 0) await copyLines(session.copyFrom(COPY), lines)
    }
  })
  return written
}

function withRanks({ metrics, ranks }: InputRow): RatingInput[] {
  const byKey = new Map(
    ranks?.map(([key, group, size, percentile]) => [key, { percentile, peers: { group, size } }]),
  )
  return metrics.map(({ key, value, ref }) => ({ key, value, ref, ...byKey.get(key) }))
}

/** Returns the row to copy; undefined when it is stored already. */
function toLine(row: InputRow, result: RatingResult): string | undefined {
  const { ein, objectId, form, taxYear, failedChecks, fingerprint, stored } = row
  const { policyVersion, state, metrics, categories } = result
  const [score, band] = result.state === 'Scored' ? [result.score, result.band] : [null, null]
  const plain = [ein, objectId, form, taxYear, policyVersion, state, score, band]
  const json = [JSON.stringify(metrics), JSON.stringify(categories)]
  const whole = JSON.stringify([...plain, ...json, failedChecks])
  const own = createHash('sha256').update(whole).update(fingerprint).digest()
  if (stored !== null && own.equals(stored)) return undefined
  return toCopyLine([...plain, ...json, failedChecks, fingerprint, own])
}

/**
 * Merges `rate_scored` into the ratings and deletes the records of earlier removals of the same
 * organizations. Returns how many ratings display differently from this release on.
 */
export async function mergeScored(session: Session, release: string): Promise<number> {
  const [row] = await session.query<{ changed: number }>(sqlOf('020-merge'), [release])
  await session.query(
    'delete from rating_removed using rate_scored as scored where rating_removed.ein = scored.ein',
  )
  return row?.changed ?? 0
}

const WITHOUT_INPUTS = `
  from rating where not exists (select from rating_input input where input.ein = rating.ein)`

/** Counts the ratings of organizations without inputs. */
export async function countToRemove(session: Session): Promise<number> {
  const [row] = await session.query<{ count: number }>(`select count(*) ${WITHOUT_INPUTS}`)
  return row?.count ?? 0
}

// The removal is stored with its release, because this is the only way that clients that keep a
// copy learn of it.
const REMOVE = `
  with removed as (delete ${WITHOUT_INPUTS} returning ein)
  insert into rating_removed (ein, release) select ein, $1 from removed
  on conflict (ein) do update set release = excluded.release`

/** Removes the ratings of organizations without inputs, and stores the release that did so. */
export async function removeRatings(session: Session, release: string): Promise<void> {
  await session.query(REMOVE, [release])
}
