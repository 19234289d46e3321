import type { Postgres, Session } from '#src/clients/postgres.ts'
import { OperatorError } from '#src/errors.ts'
import { type Candidate, type Choice, findDue, groupByHost } from './due.ts'
import type { FetchWebsite } from './fetch-website.ts'
import { MOST_FILERS, type Outcome, SHARED, toOutcome, whoAnswered } from './outcome.ts'
import { Silence, type Tried } from './silence.ts'
import { count, newTally, type Tally } from './tally.ts'
import { dropGone, dropLost, releaseChanges, removeOrphans, writeOutcome } from './write-outcome.ts'

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
  /** Whether nobody answered: of all that were asked, or of so many in a row that the run ended. */
  isOffline: boolean
  /** Of those failed, organizations it is not held against: nothing is stored, they stay due. */
  forgiven: number
  /** The release minted for what is shown otherwise; undefined when nothing is. */
  release: string | undefined
}

// Most of the time is waiting for hosts; sixteen pages at once are 32 MiB at the most, and parsing
// one takes milliseconds.
const HOSTS_AT_ONCE = 16

/**
 * Reads the websites that latest filings name, where they are due (schedule.ts), and stores what
 * they say (decisions part 4). Each outcome is stored when it is known: killed, the next run goes
 * on with the others. A website that is silent is stored once another answers: until then the
 * silence may be our own. Mints a release when anything is shown otherwise than before.
 * Throws OperatorError when another run is under way or `ein` is of no organization, ApiError
 * StoreUnavailable.
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
  const { now = () => new Date(), ein } = options
  if (ein !== undefined) await requireOrganization(session, ein)
  const due = await findDue(session, options, now())
  const lost = await dropLost(session, due.lost)
  const run = new Run(db, options, due.candidates.length)
  await run.readAll(groupByHost(due.candidates))
  const gone = await dropGone(session)
  await removeOrphans(session)
  const release = await db.transaction(releaseChanges)
  run.tally.changed += gone
  const { tally } = run
  const { isOffline, forgiven } = run.silence
  return { ...tally, due: due.candidates.length, lost, isOffline, forgiven, release }
}

async function requireOrganization(session: Session, ein: string): Promise<void> {
  const found = await session.query('select ein from organization where ein = $1', [ein])
  if (found.length > 0) return
  throw new OperatorError(`No organization with the EIN ${ein} is loaded.`)
}

/** One run over the websites that are due; stops when none can be reached any more. */
class Run {
  readonly tally = newTally()
  readonly silence = new Silence()
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
      await this.#store(this.silence.end())
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
      await this.#take({ sharing, outcome, at: this.#options.now?.() ?? new Date() })
    }
  }

  async #read(sharing: Candidate[], signal: AbortSignal): Promise<Outcome> {
    if (sharing.some(({ filers }) => filers > MOST_FILERS)) return SHARED
    return toOutcome(await this.#options.fetchWebsite(sharing[0]?.website ?? '', signal))
  }

  async #take(tried: Tried): Promise<void> {
    const who = whoAnswered(tried.outcome)
    if (who === 'Nobody') {
      this.silence.add(tried)
      this.#count(tried)
      if (this.silence.isOffline) this.#stop.abort()
      return
    }
    if (who === 'Host') await this.#store(this.silence.breakOff())
    this.#count(tried, await this.#store([tried]))
  }

  /** Whether what each organization shows changed, in their order. */
  async #store(tries: Tried[]): Promise<boolean[]> {
    if (tries.length === 0) return []
    return await this.#db.transaction(async (session) => {
      const changed: boolean[] = []
      for (const { sharing, outcome, at } of tries) {
        for (const one of sharing) changed.push(await writeOutcome(session, one, outcome, at))
      }
      return changed
    })
  }

  // Silence alone changes nothing of what is shown.
  #count({ sharing, outcome }: Tried, changes: boolean[] = []): void {
    for (const [place, { ein, website }] of sharing.entries()) {
      count(this.tally, outcome, changes[place] ?? false)
      if (outcome.state !== 'Enriched') this.#options.onNotRead?.({ ...outcome, ein, website })
    }
    this.#tell()
  }

  #tell(): void {
    const { enriched, refused, failed } = this.tally
    const done = enriched + refused + failed
    const told = { step: 'read', done, total: this.#total, enriched, refused, failed } as const
    this.#options.onProgress?.(told)
  }
}
