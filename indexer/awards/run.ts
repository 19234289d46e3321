import type { Postgres, Session } from '#src/clients/postgres.ts'
import { releaseAwards } from '../load/awards-due.ts'
import { copyLines, toCopyLine } from '../load/copy.ts'
import { mintRelease } from '../releases.ts'
import { ALL_UEIS, AUDITORS, FURTHER_IDENTIFIERS, JUDGED_AUDIT } from './audit-sql.ts'
import { type AuditedPair, type JudgedPair, judgeUei } from './judge.ts'
import { readSql } from './sql.ts'

export type MapAwardsOptions = {
  /** Loads brought, changed or took away awards or subawards since the last time. */
  haveAwardsChanged?: boolean
  /** Organizations that may be known otherwise than the last time, audits being the same; else all. */
  eins?: readonly string[]
}

export type MapAwardsResult = {
  /** Pairs of UEI and EIN that came, went or are judged otherwise than before. */
  changed: number
  /** Organizations with such a pair, used now or before: whom a UEI may find on a restriction list. */
  eins: string[]
  /** Of the pairs that were judged, those that attach awards and those that do not. */
  judged: { used: number; unused: number }
  /** The release minted; undefined when nothing differs. */
  release: string | undefined
}

type Changes = Omit<MapAwardsResult, 'release'> & {
  /** Organizations with such a pair that attaches awards, now or before. */
  attached: string[]
}

const NOTHING: Changes = { changed: 0, eins: [], judged: { used: 0, unused: 0 }, attached: [] }

/**
 * Maps unique entity identifiers to EINs by what audits say, in one transaction with the release it
 * mints when pairs or awards have changed: cursors made before are stale. Given organizations, it
 * judges only UEIs that audits give one of them. Only pairs that differ are written. Throws ApiError StoreUnavailable; nothing is changed then.
 */
export async function mapAwards(
  db: Postgres,
  { haveAwardsChanged = false, eins: known }: MapAwardsOptions = {},
): Promise<MapAwardsResult> {
  if (known?.length === 0 && !haveAwardsChanged) return toResult(NOTHING, undefined)
  return await db.transaction(async (session) => {
    // Two at once would each undo what the other saw first.
    await session.query("select pg_advisory_xact_lock(hashtextextended('awards', 0))::text")
    const isAsked = await askUeis(session, known)
    const changes = isAsked ? await writeMapping(session) : NOTHING
    if (changes.changed === 0 && !haveAwardsChanged) return toResult(changes, undefined)
    const release = await mintRelease(session, 'resolve')
    await session.query(STATE, [release])
    await releaseAwards(session, release, changes.attached)
    return toResult(changes, release)
  })
}

const toResult = (
  { changed, eins, judged }: Changes,
  release: string | undefined,
): MapAwardsResult => ({ changed, eins, judged, release })

/** Stores which UEIs are to be judged; false where there is none, as in a store of filings alone. */
async function askUeis(session: Session, eins: readonly string[] | undefined): Promise<boolean> {
  // Pairs that are not used are stored, too.
  const ueis = eins ? 'select distinct uei from uei_mapping where ein = any($1)' : ALL_UEIS
  await session.query(`create temporary table asked_uei (uei text primary key) on commit drop`)
  await session.query(`insert into asked_uei ${ueis}`, eins ? [[...eins]] : [])
  const [row] = await session.query<{ isAsked: boolean }>(
    'select exists (select from asked_uei) as "isAsked"',
  )
  return row?.isAsked ?? false
}

const STATE = `
  insert into award_state (release) values ($1)
  on conflict (only_one) do update set release = excluded.release`

// Audits of ten years are half a million narrow rows.
const SETTINGS = "select set_config('work_mem', '256MB', true), set_config('jit', 'off', true)"

const WORKED_OUT = {
  judged_audit: `select * from (${JUDGED_AUDIT}) as judged where uei in (select uei from asked_uei)`,
  further_identifier: `select * from (${FURTHER_IDENTIFIERS}) as further
    where report_id in (select report_id from judged_audit)`,
  auditor: AUDITORS,
}

async function writeMapping(session: Session): Promise<Changes> {
  await session.query(SETTINGS)
  await session.query('analyze asked_uei')
  for (const [table, sql] of Object.entries(WORKED_OUT)) {
    await session.query(`create temporary table ${table} on commit drop as ${sql}`)
    await session.query(`analyze ${table}`)
  }
  const judged = await judgePairs(session)
  await copyFound(session, judged)
  const rows = await session.query<{ ein: string; concerns: boolean; attaches: boolean }>(
    readSql('merge-mapping'),
  )
  const concerned = rows.filter(({ concerns }) => concerns).map(({ ein }) => ein)
  const attached = rows.filter(({ attaches }) => attaches).map(({ ein }) => ein)
  const used = judged.filter(({ reason }) => reason === null).length
  return {
    changed: rows.length,
    eins: [...new Set(concerned)].sort(),
    judged: { used, unused: judged.length - used },
    attached,
  }
}

// Judged pairs are kept, some hundred thousand short ones for the whole country; names are not.
async function judgePairs(session: Session): Promise<JudgedPair[]> {
  const judged: JudgedPair[] = []
  let ofUei: AuditedPair[] = []
  for await (const batch of session.stream<AuditedPair>(readSql('audited-pairs'))) {
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
  const stream = session.copyFrom(
    `copy found_mapping (uei, ein, years, audits, name_agrees, other_eins, score, is_used, reason)
     from stdin`,
  )
  await copyLines(stream, judged.values().map(toLine))
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
