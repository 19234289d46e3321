import { createHash } from 'node:crypto'
import { type Postgres, readValue, type Session } from '#src/platform/clients/postgres.ts'
import { type Cohort, rankInputs } from '#src/rating/cohort.ts'
import { rate } from '#src/rating/model.ts'
import type { RatedForm, RatingInput, RatingResult } from '#src/rating/rating.ts'
import { copyLines, toCopyLine } from '../store/copy.ts'
import { readSql } from '../store/sql.ts'
import { overlap } from './overlap.ts'

/** Columns of table rating that indexes and lists show. */
const SHOWN = 'object_id form tax_year policy_version state score band failed_checks'.split(' ')
const HIDDEN = 'metrics unranked categories input_fingerprint fingerprint'.split(' ')
const COLUMNS = ['ein', ...SHOWN, ...HIDDEN].join(', ')

const MERGE = readSql(new URL('./sql/020-merge.sql', import.meta.url), {
  shown: SHOWN,
  hidden: HIDDEN,
})

/** Returns whether every rating was made from the stored inputs, and all inputs have one. */
export async function isScored(session: Session): Promise<boolean> {
  const rows = await session.query(`
    select from rating_input input full join rating using (ein)
    where input.fingerprint is distinct from rating.input_fingerprint limit 1`)
  return rows.length === 0
}

// With a new cohort, all of them; otherwise those whose inputs changed since they were scored.
const TO_SCORE = `
  from rating_input input left join rating using (ein)
  where $1 or rating.input_fingerprint is distinct from input.fingerprint`

/** Counts the returns to score. */
export const countToScore = async (session: Session, isNew: boolean): Promise<number> =>
  (await readValue(session, `select count(*) ${TO_SCORE}`, [isNew])) ?? 0

type InputRow = {
  ein: string
  objectId: string
  form: RatedForm
  taxYear: number
  majorGroup: string | null
  decade: number | null
  metrics: RatingInput[]
  failedChecks: string[]
  fingerprint: Buffer
  stored: Buffer | null
}

const INPUTS = `
  select input.ein, input.object_id as "objectId", input.form, input.tax_year as "taxYear",
    input.major_group as "majorGroup", input.revenue_decade as decade, input.metrics,
    input.failed_checks as "failedChecks", input.fingerprint, rating.fingerprint as stored
  ${TO_SCORE}`

// About 3 MB of inputs.
const BATCH = 2_000

const SCORED = `
  create temporary table rate_scored on commit drop as
  select ${COLUMNS} from rating with no data`

/**
 * Scores inputs, read over another connection, and fills the transaction's table `rate_scored` with
 * the ratings that differ from the stored ones. Returns how many differ.
 */
export async function writeScored(
  db: Postgres,
  session: Session,
  { cohort, isNew }: { cohort: Cohort; isNew: boolean },
  onRated: (organizations: number) => void,
): Promise<number> {
  await session.query(SCORED)
  let written = 0
  const score = (rows: InputRow[]) => {
    const lines = rows.flatMap(
      (row) => toLine(row, rate(rankInputs(row.metrics, row, cohort))) ?? [],
    )
    written += lines.length
    return async () => {
      if (lines.length > 0)
        await copyLines(session.copyFrom(`copy rate_scored (${COLUMNS}) from stdin`), lines)
    }
  }
  await overlap(db.stream<InputRow>(INPUTS, [isNew], BATCH), score, onRated)
  return written
}

/** Returns the row to copy; undefined when it is stored already. */
function toLine(row: InputRow, result: RatingResult): string | undefined {
  const { ein, objectId, form, taxYear, failedChecks, fingerprint, stored } = row
  const { policyVersion, state, metrics, unranked, categories } = result
  const [score, band] = result.state === 'Scored' ? [result.score, result.band] : [null, null]
  const plain = [ein, objectId, form, taxYear, policyVersion, state, score, band]
  const parts = [JSON.stringify(metrics), unranked, JSON.stringify(categories)]
  const whole = JSON.stringify([...plain, ...parts, failedChecks])
  const own = createHash('sha256').update(whole).update(fingerprint).digest()
  if (stored !== null && own.equals(stored)) return undefined
  return toCopyLine([...plain, failedChecks, ...parts, fingerprint, own])
}

/**
 * Merges `rate_scored` into the ratings. Returns how many ratings display differently from this release on.
 */
export async function mergeScored(session: Session, release: string): Promise<number> {
  return (await readValue<number>(session, MERGE, [release])) ?? 0
}

const WITHOUT_INPUTS = `
  from rating where not exists (select from rating_input input where input.ein = rating.ein)`

/** Counts the ratings of organizations without inputs. */
export const countToRemove = async (session: Session): Promise<number> =>
  (await readValue(session, `select count(*) ${WITHOUT_INPUTS}`)) ?? 0

/** Removes the ratings of organizations without inputs. */
export async function removeRatings(session: Session): Promise<void> {
  await session.query(`delete ${WITHOUT_INPUTS}`)
}
