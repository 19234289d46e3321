import type { Postgres, Session } from '#src/platform/clients/postgres.ts'
import { copyLines, toCopyLine } from '../store/copy.ts'
import { markDue, takeDue } from '../store/due.ts'
import { mintRelease } from '../store/releases.ts'
import { readSql, takeLock, tuneTransaction } from '../store/sql.ts'
import { ALL_UEIS, AUDITORS, FURTHER_IDENTIFIERS, JUDGED_AUDIT } from './audit-sql.ts'
import { type AuditedPair, type JudgedPair, judgeUei } from './judge.ts'

/** Columns of table uei_mapping besides its key. */
const JUDGED = ['years', 'audits', 'name_agrees', 'other_eins', 'score', 'is_used', 'reason']

const sqlOf = (name: string): string =>
  readSql(new URL(`./sql/${name}.sql`, import.meta.url), { judged: JUDGED })

export type MapAwardsResult = {
  /** Pairs of UEI and EIN that were added, removed, or judged differently. */
  changed: number
  /** Organizations in these pairs, whose matches on restriction lists may change with the UEI. */
  eins: string[]
  /** The number of judged pairs that attach awards, and of those that do not. */
  judged: { used: number; unused: number }
  /** The minted release; undefined when nothing changed. */
  release: string | undefined
}

type Changes = Omit<MapAwardsResult, 'release'>

const NOTHING: Changes = { changed: 0, eins: [], judged: { used: 0, unused: 0 } }

/**
 * Maps unique entity identifiers to EINs as reported in audits. If pairs changed or awards are due,
 * mints a release in the same transaction, which makes older cursors stale. Judges the UEIs that
 * audits pair with one of the given or due EINs; all UEIs when left out. Writes only changed pairs,
 * and marks their organizations for screening. Throws ApiError StoreUnavailable; nothing is changed
 * then.
 */
export async function mapAwards(
  db: Postgres,
  given?: readonly string[] | 'due',
): Promise<MapAwardsResult> {
  return await db.transaction(async (session) => {
    // Two runs at once would each undo the other's changes.
    await takeLock(session, 'awards')
    const eins = given === 'due' ? await takeDue(session, 'map') : given
    const haveAwardsChanged = (await takeDue(session, 'awards'))?.length !== 0
    const isAsked = await askUeis(session, eins)
    const result = isAsked ? await writeMapping(session) : NOTHING
    if (result.changed === 0 && !haveAwardsChanged) return { ...result, release: undefined }
    const release = await mintRelease(session, 'resolve')
    await session.query(STATE, [release])
    await markDue(session, ['screen'], result.eins)
    return { ...result, release }
  })
}

/** Fills `asked_uei` with the UEIs to judge; returns false if there is none. */
async function askUeis(session: Session, eins: readonly string[] | undefined): Promise<boolean> {
  // Unused pairs are stored, too.
  const ueis = eins ? 'select distinct uei from uei_mapping where ein = any($1)' : ALL_UEIS
  await session.query(`create temporary table asked_uei (uei text primary key) on commit drop`)
  await session.query(`insert into asked_uei ${ueis}`, eins ? [[...eins]] : [])
  return (await session.query('select from asked_uei limit 1')).length > 0
}

const STATE = `
  insert into award_state (release) values ($1)
  on conflict (only_one) do update set release = excluded.release`

const WORKED_OUT = {
  judged_audit: `select * from (${JUDGED_AUDIT}) as judged where uei in (select uei from asked_uei)`,
  further_identifier: `select * from (${FURTHER_IDENTIFIERS}) as further
    where report_id in (select report_id from judged_audit)`,
  auditor: AUDITORS,
}

async function writeMapping(session: Session): Promise<Changes> {
  await tuneTransaction(session)
  await session.query('analyze asked_uei')
  for (const [table, sql] of Object.entries(WORKED_OUT)) {
    await session.query(`create temporary table ${table} on commit drop as ${sql}`)
    await session.query(`analyze ${table}`)
  }
  const judged = await judgePairs(session)
  await copyFound(session, judged)
  const rows = await session.query<{ ein: string; concerns: boolean }>(sqlOf('020-merge'))
  const concerned = rows.filter(({ concerns }) => concerns).map(({ ein }) => ein)
  const used = judged.filter(({ reason }) => reason === null).length
  return {
    changed: rows.length,
    eins: [...new Set(concerned)].sort(),
    judged: { used, unused: judged.length - used },
  }
}

// Judged pairs are kept in memory, a few hundred thousand short ones for the whole country; names
// are not.
async function judgePairs(session: Session): Promise<JudgedPair[]> {
  const judged: JudgedPair[] = []
  let ofUei: AuditedPair[] = []
  for await (const batch of session.stream<AuditedPair>(sqlOf('010-pairs'))) {
    for (const pair of batch) {
      if (ofUei[0] && ofUei[0].uei !== pair.uei) {
        judged.push(...judgeUei(ofUei))
        ofUei = []
      }
      ofUei.push(pair)
    }
  }
  if (ofUei.length > 0) judged.push(...judgeUei(ofUei))
  return judged
}

async function copyFound(session: Session, judged: readonly JudgedPair[]): Promise<void> {
  await session.query('create temporary table found_mapping (like uei_mapping) on commit drop')
  const stream = session.copyFrom(`copy found_mapping (uei, ein, ${JUDGED.join(', ')}) from stdin`)
  await copyLines(stream, judged.map(toLine))
  await session.query('analyze found_mapping')
}

const toLine = ({ years, otherEins, reason, ...pair }: JudgedPair): string =>
  toCopyLine([
    pair.uei,
    pair.ein,
    years.map(String),
    pair.audits,
    pair.nameAgrees,
    otherEins,
    pair.score,
    reason === null,
    reason,
  ])
