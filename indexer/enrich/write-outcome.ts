import type { CapturedFields, CapturedIcon } from '#src/domain/enrichment.ts'
import { readValue, type Session } from '#src/platform/clients/postgres.ts'
import { mintRelease } from '../store/releases.ts'
import type { Candidate } from './due.ts'
import { contentIdOf, type Outcome, type Read, takesBack } from './outcome.ts'

/** Writes an outcome for one organization; returns whether what it shows changed. */
export async function writeOutcome(
  session: Session,
  candidate: Candidate,
  outcome: Outcome,
  now: Date,
): Promise<boolean> {
  if (outcome.state === 'Enriched') return await writeRead(session, candidate, outcome, now)
  const failures = candidate.failures + 1
  const { ein, website, ref, contentId } = candidate
  const isDropped = takesBack(outcome)
  await session.query(NOT_READ, [
    ein,
    website,
    ref,
    now,
    nextTry(now, outcome.state, failures),
    failures,
    outcome.kind,
    outcome.reason,
    isDropped,
  ])
  return isDropped && contentId !== null
}

const NOT_READ = `
  insert into enrichment as e (ein, website, website_ref, tried_at, next_try_at, failures,
    failure_kind, failure)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (ein) do update set website = $2, website_ref = $3, tried_at = $4, next_try_at = $5,
    failures = $6, failure_kind = $7, failure = $8,
    content_id = case when not $9::boolean then e.content_id end,
    icon_sha256 = case when not $9::boolean then e.icon_sha256 end,
    captured_at = case when not $9::boolean then e.captured_at end,
    is_unreleased = e.is_unreleased or ($9::boolean and e.content_id is not null)`

async function writeRead(
  session: Session,
  candidate: Candidate,
  read: Read,
  now: Date,
): Promise<boolean> {
  const { ein, website, ref } = candidate
  const { icon } = read
  const fields = await withIconBefore(session, candidate, read)
  const contentId = contentIdOf(fields)
  if (icon) await session.query(ICON, [icon.content, icon.mediaType])
  await session.query(CAPTURE, [ein, contentId, read.url, fields, now])
  const next = nextTry(now, read.state, 0)
  const sha256 = fields.Icon?.SHA256 ?? null
  await session.query(READ, [ein, website, ref, contentId, sha256, now, next])
  return contentId !== candidate.contentId
}

/**
 * Returns the fields, keeping the earlier icon if its host failed this time in a way that may pass.
 */
async function withIconBefore(
  session: Session,
  { ein, contentId }: Candidate,
  { fields, isIconAway }: Read,
): Promise<CapturedFields> {
  if (!isIconAway || contentId === null) return fields
  const sql = `select fields -> 'Icon' from web_capture where ein = $1 and content_id = $2`
  const icon = await readValue<CapturedIcon>(session, sql, [ein, contentId])
  return icon ? { ...fields, Icon: icon } : fields
}

const ICON = `
  insert into web_icon (sha256, content, media_type) values (sha256($1::bytea), $1::bytea, $2)
  on conflict (sha256) do nothing`

// Content that was stored before keeps the time and address of its first reading.
const CAPTURE = `
  insert into web_capture (ein, content_id, url, fields, captured_at) values ($1, $2, $3, $4, $5)
  on conflict (ein, content_id) do nothing`

const READ = `
  insert into enrichment as e (ein, website, website_ref, content_id, icon_sha256, captured_at,
    tried_at, next_try_at, is_unreleased)
  values ($1, $2, $3, $4, decode($5, 'hex'), $6, $6, $7, true)
  on conflict (ein) do update set website = $2, website_ref = $3, content_id = $4,
    icon_sha256 = decode($5, 'hex'), captured_at = $6, tried_at = $6, next_try_at = $7,
    failures = 0, failure_kind = null, failure = null,
    is_unreleased = e.is_unreleased or e.content_id is distinct from $4`

// Withdraws what is shown of an organization.
const DROP = `update enrichment set content_id = null, icon_sha256 = null, captured_at = null,
  is_unreleased = is_unreleased or content_id is not null`

/** Withdraws the content of websites that are no longer filed; returns how many. */
export async function dropLost(session: Session, eins: string[]): Promise<number> {
  const rows = await session.query<{ ein: string }>(
    `${DROP}, website = null where ein = any($1) and website is not null returning ein`,
    [eins],
  )
  return rows.length
}

// The sixth failure in a row comes a month after the first: the host is gone, and the domain's next
// owner is somebody else.
const MAX_FAILURES = 6

/** Withdraws the content of websites that keep failing; returns how many. */
export async function dropGone(session: Session): Promise<number> {
  const rows = await session.query<{ ein: string }>(
    `${DROP} where failures >= $1 and content_id is not null returning ein`,
    [MAX_FAILURES],
  )
  return rows.length
}

/** Removes rows of organizations that are gone, and images that nothing shows. */
export async function removeOrphans(session: Session): Promise<void> {
  await session.query(
    'delete from enrichment e where not exists (select from organization o where o.ein = e.ein)',
  )
  await session.query(
    `delete from web_icon i where not exists (
       select from enrichment e where e.icon_sha256 = i.sha256)`,
  )
}

/**
 * Mints a release for everything whose display changed, by killed runs, too; undefined when nothing
 * changed.
 */
export async function releaseChanges(session: Session): Promise<string | undefined> {
  const changed = await session.query('select from enrichment where is_unreleased limit 1')
  if (changed.length === 0) return undefined
  const release = await mintRelease(session, 'enrich')
  await session.query(
    'update enrichment set release = $1, is_unreleased = false where is_unreleased',
    [release],
  )
  return release
}

const DAY_MS = 86_400_000

// Home pages change over an organization's year: campaigns, reports, a new board. Four visits a
// year find news within a quarter and cost a site next to nothing.
const READ_AGAIN_DAYS = 90
// Robots.txt and the target of a filed address change as seldom as pages do.
const REFUSED_AGAIN_DAYS = 90
// Most failures are over by the next day (a deploy, an expired certificate). Each wait is twice the
// previous one, so a dead host costs seven tries in its first half year.
const FIRST_RETRY_DAYS = 1

/** Returns when a website is tried again; `failures` counts those in a row, this one included. */
function nextTry(now: Date, outcome: Outcome['state'], failures: number): Date {
  const retry = Math.min(FIRST_RETRY_DAYS * 2 ** Math.max(0, failures - 1), READ_AGAIN_DAYS)
  const days = { Enriched: READ_AGAIN_DAYS, Refused: REFUSED_AGAIN_DAYS, Failed: retry }[outcome]
  return new Date(now.getTime() + days * DAY_MS)
}
