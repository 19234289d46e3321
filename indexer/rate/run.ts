import { type Postgres, readValue, type Session } from '#src/platform/clients/postgres.ts'
import { BANDS, type Band } from '#src/rating/rating.ts'
import { mintRelease } from '../store/releases.ts'
import {
  type CohortReason,
  type CohortStatus,
  finishCohort,
  openCohort,
  readCohort,
  reasonForCohort,
  writeDistributions,
} from './cohort.ts'
import { dropDue, removeInputs, writeDue } from './due.ts'
import { readInputs } from './read-inputs.ts'
import {
  countToRemove,
  countToScore,
  isScored,
  mergeScored,
  removeRatings,
  writeScored,
} from './score.ts'

export type RateProgress = {
  /** `read`: inputs of organizations; `cohort`: a new cohort of them; `score`: their ratings. */
  step: 'read' | 'cohort' | 'score'
  done: number
  total: number
}

type RateOptions = {
  onProgress?: (progress: RateProgress) => void
  /** Makes a new cohort even if none is due. */
  isNewCohort?: boolean
}

export type RateResult = {
  /** Organizations whose inputs were read. */
  read: number
  /** The cohort that ratings are ranked against, and why this run made it, if it did. */
  cohort: (CohortStatus & { reason?: CohortReason }) | undefined
  /** All stored ratings, by state and band. */
  scored: number
  notEnoughData: number
  bands: Record<Band, number>
  /** Ratings that are new or display differently. */
  changed: number
  /** Ratings of organizations that are gone or no longer rated. */
  removed: number
  /** The release minted for what changed. */
  release: string | undefined
}

/**
 * Rates every organization whose primary form is rated. Reads what changed since the last run, and
 * scores it against the stored cohort, so that other organizations do not move a score. If a new
 * cohort is due (`reasonForCohort`), makes it and scores all organizations. Stores the ratings that
 * changed, with a release. A killed run continues with the unread organizations; a second run at the
 * same time waits. Throws ApiError StoreUnavailable.
 */
export async function rateOrganizations(
  db: Postgres,
  { onProgress = () => {}, isNewCohort = false }: RateOptions = {},
): Promise<RateResult> {
  return await db.withLock('rate', async (session) => {
    const read = await readDue(db, session, onProgress)
    await removeInputs(session)
    const returns = (await readValue<number>(session, 'select count(*) from rating_input')) ?? 0
    const reason = reasonForCohort(await readCohort(session), returns, isNewCohort)
    const isDone = reason === undefined && (await isScored(session))
    const written = isDone ? NOTHING : await score(db, { reason, returns }, onProgress)
    const cohort = await readCohort(session)
    return {
      ...{ read, ...written, ...(await tellStored(session)) },
      cohort: cohort && { ...cohort, ...(reason && { reason }) },
    }
  })
}

const NOTHING = { changed: 0, removed: 0, release: undefined }

type OnProgress = (progress: RateProgress) => void

async function readDue(db: Postgres, session: Session, onProgress: OnProgress): Promise<number> {
  const total = await writeDue(session)
  if (total > 0) onProgress({ step: 'read', done: 0, total })
  const read = await readInputs(db, session, (done) => onProgress({ step: 'read', done, total }))
  await dropDue(session)
  return read
}

type Due = { reason: CohortReason | undefined; returns: number }
type Written = Pick<RateResult, 'changed' | 'removed' | 'release'>

/** Scores what is due. Cohort and ratings change in one transaction, so that they always agree. */
async function score(db: Postgres, due: Due, onProgress: OnProgress): Promise<Written> {
  const isNew = due.reason !== undefined
  return await db.transaction(async (own) => {
    if (isNew) {
      onProgress({ step: 'cohort', done: 0, total: due.returns })
      await writeDistributions(own)
    }
    const total = await countToScore(own, isNew)
    const ranked = { cohort: await openCohort(own), isNew }
    const written = await writeScored(db, own, ranked, (done) =>
      onProgress({ step: 'score', done, total }),
    )
    return await release(own, written, due)
  })
}

/** Merges the scored ratings and finishes a new cohort, with a release if anything changed. */
async function release(own: Session, written: number, { reason, returns }: Due): Promise<Written> {
  const removed = await countToRemove(own)
  if (written + removed === 0 && reason === undefined) return { ...NOTHING, removed }
  const release = await mintRelease(own, 'rate')
  if (removed > 0) await removeRatings(own)
  const changed = await mergeScored(own, release)
  if (reason !== undefined) await finishCohort(own, release, returns)
  return { changed, removed, release }
}

type Tally = Pick<RateResult, 'scored' | 'notEnoughData' | 'bands'>

/** Counts the stored ratings by band. */
async function tellStored(session: Session): Promise<Tally> {
  const tally: Tally = {
    scored: 0,
    notEnoughData: 0,
    bands: Object.fromEntries(BANDS.map((band) => [band, 0])) as Tally['bands'],
  }
  const stored = await session.query<{ band: Band | null; count: number }>(
    'select band, count(*) from rating group by band',
  )
  for (const { band, count } of stored) {
    if (band === null) {
      tally.notEnoughData += count
    } else {
      tally.scored += count
      tally.bands[band] += count
    }
  }
  return tally
}
