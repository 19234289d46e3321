import type { Postgres, Session } from '#src/clients/postgres.ts'
import { copyLines, toCopyLine } from '../load/copy.ts'
import { mintRelease } from '../releases.ts'
import { type AuditedPair, type JudgedPair, judgeUei } from './judge.ts'
import { readSql } from './sql.ts'

export type MapAwardsOptions = {
  /** Loads brought, changed or took away awards or subawards since the last time. */
  haveAwardsChanged?: boolean
}

export type MapAwardsResult = {
  /** Pairs of UEI and EIN that came, went or are judged otherwise than before. */
  changed: number
  /** Organizations with such a pair, used now or before: whom a UEI may find on a restriction list. */
  eins: string[]
  /** The release minted; undefined when nothing differs. */
  release: string | undefined
}

const NOTHING: MapAwardsResult = { changed: 0, eins: [], release: undefined }

/**
 * Maps unique entity identifiers to EINs by what audits say, in one transaction with the release it
 * mints when pairs or awards have changed: cursors made before are stale. Only pairs that differ
 * are written. Throws ApiError StoreUnavailable; nothing is changed then.
 */
export async function mapAwards(
  db: Postgres,
  { haveAwardsChanged = false }: MapAwardsOptions = {},
): Promise<MapAwardsResult> {
  return await db.transaction(async (session) => {
    // Two at once would each undo what the other saw first.
    await session.query("select pg_advisory_xact_lock(hashtextextended('awards', 0))::text")
    const { isEmpty } = await readTask(session)
    const { changed, eins } = isEmpty ? NOTHING : await writeMapping(session)
    if (changed === 0 && !haveAwardsChanged) return NOTHING
    const release = await mintRelease(session, 'resolve')
    await session.query(STATE, [release])
    return { changed, eins, release }
  })
}

// Most stores of filings alone have neither.
async function readTask(session: Session): Promise<{ isEmpty: boolean }> {
  const [row] = await session.query<{ isEmpty: boolean }>(
    `select not exists (select from audit) and not exists (select from uei_mapping) as "isEmpty"`,
  )
  return { isEmpty: row?.isEmpty ?? true }
}

const STATE = `
  insert into award_state (release) values ($1)
  on conflict (only_one) do update set release = excluded.release`

// Audits of ten years are half a million narrow rows.
const SETTINGS = "select set_config('work_mem', '256MB', true), set_config('jit', 'off', true)"

async function writeMapping(session: Session): Promise<Omit<MapAwardsResult, 'release'>> {
  await session.query(SETTINGS)
  await session.query(
    `create temporary table judged_audit on commit drop as ${readSql('judged-audit')}`,
  )
  await session.query('analyze judged_audit')
  await copyFound(session, await judgePairs(session))
  const rows = await session.query<{ ein: string; concerns: boolean }>(readSql('merge-mapping'))
  const concerned = rows.filter(({ concerns }) => concerns).map(({ ein }) => ein)
  return { changed: rows.length, eins: [...new Set(concerned)].sort() }
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
