import type { Postgres, Session } from '#src/platform/clients/postgres.ts'
import { OperatorError } from '#src/platform/errors.ts'
import { type Candidate, type Choice, findDue, groupByHost } from './due.ts'
import type { FetchWebsite } from './fetch/fetch-website.ts'
import { MAX_FILERS, type Outcome, SHARED, toOutcome } from './outcome.ts'
import { dropGone, dropLost, releaseChanges, removeOrphans, writeOutcome } from './write-outcome.ts'

export type EnrichProgress = { step: 'read'; done: number; total: number } & Pick<
  Tally,
  'enriched' | 'refused' | 'failed'
>

export type EnrichOptions = Choice & {
  fetchWebsite: FetchWebsite
  now?: () => Date
  onProgress?: (progress: EnrichProgress) => void
}

export type EnrichResult = Tally & {
  /** Organizations that were due or requested. */
  due: number
  /** Organizations whose website is no longer filed. */
  lost: number
  /** The release minted for what changed; undefined when nothing did. */
  release: string | undefined
}

// Most of the time is waiting for hosts. Sixteen pages are 32 MiB at most, and parsing one takes
// milliseconds.
const HOSTS_AT_ONCE = 16

/**
 * Reads the websites in latest filings that are due and stores their content. Each outcome is
 * stored as soon as it is known, so after a kill the next run continues with the others. Mints a
 * release when anything shown changed. Throws OperatorError when another run is under way or `ein` is
 * unknown, ApiError StoreUnavailable.
 */
export async function enrichOrganizations(
  db: Postgres,
  options: EnrichOptions,
): Promise<EnrichResult> {
  const outcome = await db.tryWithLock('enrich', (session) => enrich(db, session, options))
  if (outcome.isHeld) return outcome.value
  throw new OperatorError('Another npm run enrich is using this store. Wait until it ends.')
}

async function enrich(
  db: Postgres,
  session: Session,
  options: EnrichOptions,
): Promise<EnrichResult> {
  const { now = () => new Date(), ein } = options
  if (ein !== undefined) await requireOrganization(session, ein)
  const due = await findDue(session, options, now())
  const lost = await dropLost(session, due.lost)
  const tally = await readAll(db, options, groupByHost(due.candidates))
  tally.changed += await dropGone(session)
  await removeOrphans(session)
  const release = await db.transaction(releaseChanges)
  return { ...tally, due: due.candidates.length, lost, release }
}

async function requireOrganization(session: Session, ein: string): Promise<void> {
  const found = await session.query('select ein from organization where ein = $1', [ein])
  if (found.length > 0) return
  throw new OperatorError(
    `No organization with the EIN ${ein} is loaded. Check the EIN, or load a filing of that organization.`,
  )
}

/** Reads the websites that are due, by host. */
async function readAll(
  db: Postgres,
  { fetchWebsite, now = () => new Date(), onProgress }: EnrichOptions,
  hosts: Candidate[][][],
): Promise<Tally> {
  const tally = newTally()
  const stop = new AbortController()
  const total = hosts.flat(2).length
  const report = () => {
    const { enriched, refused, failed } = tally
    const done = enriched + refused + failed
    onProgress?.({ step: 'read', done, total, enriched, refused, failed })
  }
  // One after the other: `fetchWebsite` pauses between requests to a host, and two sites waiting
  // for one host would take slots from others.
  const readHost = async (sites: Candidate[][]) => {
    for (const sharing of sites) {
      if (stop.signal.aborted) return
      const isShared = sharing.some(({ filers }) => filers > MAX_FILERS)
      const outcome = isShared
        ? SHARED
        : toOutcome(await fetchWebsite(sharing[0]?.website ?? '', stop.signal))
      // An aborted fetch says nothing about the site.
      if (stop.signal.aborted) return
      for (const isChanged of await store(db, sharing, outcome, now())) {
        count(tally, outcome, isChanged)
      }
      report()
    }
  }
  report()
  const waiting = hosts.values()
  const work = async () => {
    for (const sites of waiting) await readHost(sites)
  }
  const workers = Array.from({ length: Math.min(HOSTS_AT_ONCE, hosts.length) }, work)
  try {
    await Promise.all(workers)
  } catch (error) {
    stop.abort()
    await Promise.allSettled(workers)
    throw error
  }
  return tally
}

/** Stores the outcome of a website; returns whether the shown content of each organization changed. */
const store = (db: Postgres, sharing: readonly Candidate[], outcome: Outcome, at: Date) =>
  db.transaction(async (session) => {
    const changed: boolean[] = []
    for (const one of sharing) changed.push(await writeOutcome(session, one, outcome, at))
    return changed
  })

/** Why websites were not read. */
export type Reason = { state: 'Refused' | 'Failed'; kind: string; count: number }

/** Counts organizations by the outcome of their website. */
export type Tally = {
  enriched: number
  /** Organizations that now show something different. */
  changed: number
  refused: number
  failed: number
  reasons: Reason[]
}

export const newTally = (): Tally => ({
  enriched: 0,
  changed: 0,
  refused: 0,
  failed: 0,
  reasons: [],
})

/** Counts one organization's outcome. */
export function count(tally: Tally, outcome: Outcome, isChanged: boolean): void {
  if (isChanged) tally.changed += 1
  if (outcome.state === 'Enriched') {
    tally.enriched += 1
    return
  }
  const { state, kind } = outcome
  if (state === 'Refused') tally.refused += 1
  else tally.failed += 1
  const reason = tally.reasons.find((one) => one.kind === kind)
  if (reason) reason.count += 1
  else tally.reasons.push({ state, kind, count: 1 })
}
