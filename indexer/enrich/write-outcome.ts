import type { Session } from '#src/clients/postgres.ts'
import type { CapturedFields, CapturedIcon } from '#src/domain/enrichment.ts'
import { mintRelease } from '../releases.ts'
import { contentIdOf } from './content-id.ts'
import type { Candidate } from './due.ts'
import { type Outcome, type Read, takesBack } from './outcome.ts'
import { nextTry } from './schedule.ts'

/** Writes what trying a website came to for one organization; whether what it shows changed. */
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

/** What was read, with the icon that was shown before where its host was only away this time. */
async function withIconBefore(
  session: Session,
  { ein, contentId }: Candidate,
  { fields, isIconAway }: Read,
): Promise<CapturedFields> {
  if (!isIconAway || contentId === null) return fields
  const [before] = await session.query<{ icon: CapturedIcon | null }>(
    `select fields -> 'Icon' as icon from web_capture where ein = $1 and content_id = $2`,
    [ein, contentId],
  )
  return before?.icon ? { ...fields, Icon: before.icon } : fields
}

const ICON = `
  insert into web_icon (sha256, content, media_type) values (sha256($1::bytea), $1::bytea, $2)
  on conflict (sha256) do nothing`

// A content that was there before keeps the time and place it was first read.
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

// What is shown no more of an organization.
const DROP = `update enrichment set content_id = null, icon_sha256 = null, captured_at = null,
  is_unreleased = is_unreleased or content_id is not null`

/** Takes back what was read of websites that are filed no more; returns of how many. */
export async function dropLost(session: Session, eins: string[]): Promise<number> {
  const rows = await session.query<{ ein: string }>(
    `${DROP}, website = null where ein = any($1) and website is not null returning ein`,
    [eins],
  )
  return rows.length
}

// The sixth in a row comes a month after the first (schedule.ts): a host away for so long has gone,
// and whoever holds its name next is somebody else.
const MOST_FAILURES = 6

/** Takes back what was read of websites that fail time and again; returns of how many. */
export async function dropGone(session: Session): Promise<number> {
  const rows = await session.query<{ ein: string }>(
    `${DROP} where failures >= $1 and content_id is not null returning ein`,
    [MOST_FAILURES],
  )
  return rows.length
}

/** Removes what belongs to nobody: organizations that are gone, images nobody shows. */
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
 * Mints a release for all that is shown otherwise than before, also of runs that were killed;
 * undefined when nothing is.
 */
export async function releaseChanges(session: Session): Promise<string | undefined> {
  const [row] = await session.query<{ ein: string }>(
    'select ein from enrichment where is_unreleased limit 1',
  )
  if (row === undefined) return undefined
  const release = await mintRelease(session, 'enrich')
  await session.query(
    'update enrichment set release = $1, is_unreleased = false where is_unreleased',
    [release],
  )
  return release
}
