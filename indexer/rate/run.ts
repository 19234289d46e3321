import type { Postgres, Session } from '#src/platform/clients/postgres.ts'
import { BANDS, type Band, type RatingResult } from '#src/rating/rating.ts'
import { mintRelease } from '../store/releases.ts'
import { dropDue, removeInputs, writeDue } from './due.ts'
import { readInputs } from './read-inputs.ts'
import {
  countStored,
  countToRemove,
  isScored,
  mergeScored,
  removeRatings,
  writeRanks,
  writeScored,
} from './score.ts'

export type RateProgress = {
  /** `read`: inputs of organizations; `rank`: their percentiles; `score`: their ratings. */
  step: 'read' | 'rank' | 'score'
  done: number
  total: number
}

type RateOptions = { onProgress?: (progress: RateProgress) => void }

export type RateResult = {
  /** Organizations whose inputs were read. */
  read: number
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
 * Rates every organization whose primary form is rated. Reads what changed since the last run. If
 * anything did, ranks and scores all organizations, because one change shifts the percentiles of
 * its peers, and stores the ratings that changed, with a release. A killed run continues with the
 * unread organizations; a second run at the same time waits. Throws ApiError StoreUnavailable.
 */
export async function rateOrganizations(
  db: Postgres,
  { onProgress = () => {} }: RateOptions = {},
): Promise<RateResult> {
  return await db.withLock('rate', async (session) => {
    const read = await readDue(db, session, onProgress)
    await removeInputs(session)
    if (await isScored(session)) return { read, ...(await tellStored(session)) }
    return { read, ...(await rateAll(db, session, onProgress)) }
  })
}

type OnProgress = (progress: RateProgress) => void

async function readDue(db: Postgres, session: Session, onProgress: OnProgress): Promise<number> {
  const total = await writeDue(session)
  let done = 0
  if (total > 0) onProgress({ step: 'read', done, total })
  await readInputs(db, session, (organizations) => {
    done += organizations
    onProgress({ step: 'read', done, total })
  })
  await dropDue(session)
  return done
}

type Rated = Omit<RateResult, 'read'>

async function rateAll(db: Postgres, session: Session, onProgress: OnProgress): Promise<Rated> {
  const total = await countInputs(session)
  onProgress({ step: 'rank', done: 0, total })
  await writeRanks(db)
  const tally = newTally()
  const onRated = (results: readonly RatingResult[]) => {
    for (const result of results) count(tally, result)
    onProgress({ step: 'score', done: tally.scored + tally.notEnoughData, total })
  }
  return await db.transaction(async (own) => {
    const written = await writeScored(db, own, onRated)
    return { ...tally, ...(await release(own, written)) }
  })
}

/** Merges the scored ratings, with a release if any changed. */
async function release(own: Session, written: number) {
  const removed = await countToRemove(own)
  if (written + removed === 0) return { changed: 0, removed, release: undefined }
  const release = await mintRelease(own, 'rate')
  if (removed > 0) await removeRatings(own, release)
  return { changed: await mergeScored(own, release), removed, release }
}

async function tellStored(session: Session): Promise<Rated> {
  const tally = newTally()
  for (const { band, count } of await countStored(session)) {
    if (band === null) {
      tally.notEnoughData += count
    } else {
      tally.scored += count
      tally.bands[band] += count
    }
  }
  return { ...tally, changed: 0, removed: 0, release: undefined }
}

async function countInputs(session: Session): Promise<number> {
  const [row] = await session.query<{ count: number }>('select count(*) from rating_input')
  return row?.count ?? 0
}

type Tally = Pick<RateResult, 'scored' | 'notEnoughData' | 'bands'>

const newTally = (): Tally => ({
  scored: 0,
  notEnoughData: 0,
  bands: Object.fromEntries(BANDS.map((band) => [band, 0])) as Tally['bands'],
})

function count(tally: Tally, result: RatingResult): void {
  if (result.state === 'NotEnoughData') {
    tally.notEnoughData++
  } else {
    tally.scored++
    tally.bands[result.band]++
  }
}
