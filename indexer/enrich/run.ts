import type { Postgres, Session } from '#src/clients/postgres.ts'
import { OperatorError } from '#src/errors.ts'
import { type Candidate, type Choice, findDue, groupByHost } from './due.ts'
import type { FetchWebsite } from './fetch-website.ts'
import { MOST_FILERS, type Outcome, SHARED, toOutcome, whoAnswered } from './outcome.ts'
import { count, newTally, type Tally } from './tally.ts'
import {
  dropGone,
  dropLost,
  forgiveFailures,
  releaseChanges,
  removeOrphans,
  writeOutcome,
} from './write-outcome.ts'

export type EnrichProgress = { step: 'read'; done: number; total: number } & Pick<
  Tally,
  'enriched' | 'refused' | 'failed'
>

/** A website that was not read, of one of the organizations that file it. */
export type NotRead = Exclude<Outcome, { state: 'Enriched' }> & Pick<Candidate, 'ein' | 'website'>

export type EnrichOptions = Choice & {
  fetchWebsite: FetchWebsite
  now?: () => Date
  onProgress?: (progress: EnrichProgress) => void
  /** Told of each website that was not read, with its reason, when it is known. */
  onNotRead?: (notRead: NotRead) => void
}

export type EnrichResult = Tally & {
  /** Organizations that were due, or asked for. */
  due: number
  /** Organizations whose website is filed no more. */
  lost: number
  /** Whether the run ended early because no website could be reached any more. */
  isOffline: boolean
  /** The release minted for what is shown otherwise; undefined when nothing is. */
  release: string | undefined
}

// Most of the time is waiting for hosts; sixteen pages at once are 32 MiB at the most, and parsing
// one takes milliseconds.
const HOSTS_AT_ONCE = 16
// One in ten filed websites is gone: so many in a row, and none that answers, is our own line. Those
// that failed the last time are not counted, as a run may have no others due.
const OFFLINE_AFTER = 50

/**
 * Reads the websites that latest filings name, where they are due (schedule.ts), and stores what
 * they say (decisions part 4). Each outcome is stored when it is known: killed, the next run goes
 * on with the others. Mints a release when anything is shown otherwise than before.
 * Throws OperatorError when another run is under way, ApiError StoreUnavailable.
 */
export async function enrichOrganizations(
  db: Postgres,
  options: EnrichOptions,
): Promise<EnrichResult> {
  const outcome = await db.tryWithLock('enrich', (session) => enrich(db, session, options))
  if (outcome.isHeld) return outcome.value
  throw new OperatorError('Another enrich is running on this store; wait for it to end.')
}

async function enrich(
  db: Postgres,
  session: Session,
  options: EnrichOptions,
): Promise<EnrichResult> {
  const { now = () => new Date() } = options
  const due = await findDue(session, options, now())
  const lost = await dropLost(session, due.lost)
  const run = new Run(db, options, due.candidates.length)
  await run.readAll(groupByHost(due.candidates))
  if (run.isOffline) await forgiveFailures(session, run.unreached)
  const gone = await dropGone(session)
  await removeOrphans(session)
  const release = await db.transaction(releaseChanges)
  run.tally.changed += gone
  return { ...run.tally, due: due.candidates.length, lost, isOffline: run.isOffline, release }
}

/** One run over the websites that are due; stops when none can be reached any more. */
class Run {
  readonly tally = newTally()
  /** Organizations whose website could not be reached since one was. */
  readonly unreached: string[] = []
  #silentInARow = 0
  isOffline = false
  readonly #stop = new AbortController()
  readonly #db: Postgres
  readonly #options: EnrichOptions
  readonly #total: number

  constructor(db: Postgres, options: EnrichOptions, total: number) {
    this.#db = db
    this.#options = options
    this.#total = total
  }

  async readAll(hosts: Candidate[][][]): Promise<void> {
    this.#tell()
    const waiting = hosts.values()
    const work = async () => {
      for (const sites of waiting) await this.#readHost(sites)
    }
    const workers = Array.from({ length: Math.min(HOSTS_AT_ONCE, hosts.length) }, work)
    try {
      await Promise.all(workers)
    } catch (error) {
      this.#stop.abort()
      await Promise.allSettled(workers)
      throw error
    }
  }

  // One after the other: `fetchWebsite` pauses between questions to a host, but two waiting for
  // their turn there would keep others from theirs.
  async #readHost(sites: Candidate[][]): Promise<void> {
    const { signal } = this.#stop
    for (const sharing of sites) {
      if (signal.aborted) return
      const outcome = await this.#read(sharing, signal)
      // Given up half-way it says nothing of the site.
      if (signal.aborted) return
      await this.#write(sharing, outcome)
    }
  }

  async #read(sharing: Candidate[], signal: AbortSignal): Promise<Outcome> {
    if (sharing.some(({ filers }) => filers > MOST_FILERS)) return SHARED
    return toOutcome(await this.#options.fetchWebsite(sharing[0]?.website ?? '', signal))
  }

  async #write(sharing: Candidate[], outcome: Outcome): Promise<void> {
    const now = this.#options.now?.() ?? new Date()
    const changes = await this.#db.transaction(async (session) => {
      const changed: boolean[] = []
      for (const one of sharing) changed.push(await writeOutcome(session, one, outcome, now))
      return changed
    })
    for (const [place, { ein, website }] of sharing.entries()) {
      count(this.tally, outcome, changes[place] ?? false)
      if (outcome.state !== 'Enriched') this.#options.onNotRead?.({ ...outcome, ein, website })
    }
    this.#tell()
    this.#stopIfOffline(sharing, outcome)
  }

  #stopIfOffline(sharing: Candidate[], outcome: Outcome): void {
    const who = whoAnswered(outcome)
    if (who === 'Host') {
      this.unreached.length = 0
      this.#silentInARow = 0
    }
    if (who !== 'Nobody') return
    this.unreached.push(...sharing.map(({ ein }) => ein))
    if (sharing.every(({ failures }) => failures === 0)) this.#silentInARow += 1
    if (this.#silentInARow < OFFLINE_AFTER) return
    this.isOffline = true
    this.#stop.abort()
  }

  #tell(): void {
    const { enriched, refused, failed } = this.tally
    const done = enriched + refused + failed
    const told = { step: 'read', done, total: this.#total, enriched, refused, failed } as const
    this.#options.onProgress?.(told)
  }
}
