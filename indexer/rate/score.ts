import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Postgres, Session } from '#src/clients/postgres.ts'
import { rate } from '#src/rating/model.ts'
import type { PeerTraits } from '#src/rating/peers.ts'
import {
  addFigures,
  type PeerFigures,
  type SortedFigures,
  sortFigures,
  withRanks,
} from '#src/rating/ranks.ts'
import type { Band, RatingInput, RatingResult } from '#src/rating/rating.ts'
import { copyLines, toCopyLine } from '../load/copy.ts'
import { overlap } from './overlap.ts'

const MERGE = readFileSync(new URL('./sql/merge.sql', import.meta.url), 'utf8')

/**
 * Whether every rating was made of the inputs that are stored, and each of them has one: then
 * nobody's peers have moved either, and all would come out as they are.
 */
export async function isScored(session: Session): Promise<boolean> {
  const [row] = await session.query<{ isScored: boolean }>(
    `select not exists (
       select from rating_input input full join rating using (ein)
       where input.fingerprint is distinct from rating.input_fingerprint) as "isScored"`,
  )
  return row?.isScored ?? false
}

/** How many ratings are stored, by their state and band. */
export const countStored = (session: Session) =>
  session.query<{ state: RatingResult['state']; band: Band | null; count: number }>(
    'select state, band, count(*) from rating group by state, band',
  )

// Some 3 MB of inputs at once.
const BATCH = 2_000

type FiguresRow = PeerTraits & { metrics: RatingInput[] }

const FIGURES = `
  select form, major_group as "majorGroup", revenue_decade as decade, metrics from rating_input`

/** The ranked figures of everybody whose inputs are stored, some 170 MB of a whole sector. */
export async function readFigures(
  db: Postgres,
  onRead: (organizations: number) => void,
): Promise<SortedFigures> {
  const figures: PeerFigures = new Map()
  await overlap(db.stream<FiguresRow>(FIGURES, [], BATCH), (rows) => {
    for (const row of rows) addFigures(figures, row, row.metrics)
    onRead(rows.length)
    return () => Promise.resolve()
  })
  return sortFigures(figures)
}

type InputRow = FiguresRow & {
  ein: string
  objectId: string
  taxYear: number
  failedChecks: string[]
  fingerprint: Buffer
  stored: Buffer | null
}

// Everything of every organization is fetched, and in no order that would have to be made.
const INPUTS = `
  select input.ein, input.object_id as "objectId", input.form, input.tax_year as "taxYear",
    input.major_group as "majorGroup", input.revenue_decade as decade, input.metrics,
    input.failed_checks as "failedChecks", input.fingerprint, rating.fingerprint as stored
  from rating_input input left join rating using (ein)`

const SCORED = `
  create temporary table rate_scored on commit drop as
  select ein, object_id, form, tax_year, policy_version, state, score, band, metrics, categories,
    failed_checks, input_fingerprint, fingerprint
  from rating with no data`

const COPY = `copy rate_scored (ein, object_id, form, tax_year, policy_version, state, score, band,
  metrics, categories, failed_checks, input_fingerprint, fingerprint) from stdin`

/**
 * Ranks and scores all inputs, read over a connection of their own, and fills the transaction's
 * table `rate_scored` with the ratings that come out otherwise than they are stored. Returns how
 * many these are.
 */
export async function writeScored(
  db: Postgres,
  session: Session,
  figures: SortedFigures,
  onRated: (results: readonly RatingResult[]) => void,
): Promise<number> {
  await session.query(SCORED)
  let written = 0
  await overlap(db.stream<InputRow>(INPUTS, [], BATCH), (rows) => {
    const rated = rows.map((row) => ({ row, result: rate(withRanks(figures, row, row.metrics)) }))
    onRated(rated.map(({ result }) => result))
    const lines = rated.flatMap(({ row, result }) => toLine(row, result) ?? [])
    written += lines.length
    return async () => {
      if (lines.length > 0) await copyLines(session.copyFrom(COPY), lines)
    }
  })
  return written
}

/** The row to copy; undefined when it is stored already as it is. */
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

/** Merges `rate_scored` into the ratings; returns how many show otherwise from this release on. */
export async function mergeScored(session: Session, release: string): Promise<number> {
  const [row] = await session.query<{ changed: number }>(MERGE, [release])
  return row?.changed ?? 0
}

/** Removes the ratings of organizations without inputs; returns how many they were. */
export async function removeRatings(session: Session): Promise<number> {
  const removed = await session.query(
    `delete from rating where not exists (
       select from rating_input input where input.ein = rating.ein)
     returning ein`,
  )
  return removed.length
}
