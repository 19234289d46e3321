import { z } from 'zod'
import { releaseTime } from '#src/domain/release.ts'
import { ApiError } from '#src/platform/errors.ts'
import { readRowCursor, toRowCursor } from '../cursor.ts'
import type { ProfileDeps } from '../deps.ts'
import {
  CHANGE_KINDS,
  type ChangedPage,
  type ChangedRow,
  type ChangeKind,
  type ChangePlace,
  type ReleaseRange,
  readChangedRows,
  readReleaseRange,
} from '../store/read-changes.ts'

export type Change = ChangePlace & {
  name: string
  /** No source has it any more. */
  isRemoved: boolean
  isFiler: boolean
  /** What changed after the release asked for, the earliest first. */
  kinds: { kind: ChangeKind; release: string }[]
}

export type ChangeList = {
  since: string
  /** The newest release when the first page was read: every page is of it, and the next walk begins there. */
  release: string
  changes: Change[]
  /** Absent on the last page alone: a page may hold fewer than asked for, and even nobody. */
  nextCursor?: string
}

type Wanted = {
  since: string
  cursor?: string | undefined
  limit: number
  /** What the client calls `since`, for messages. */
  parameter?: string
  scan?: Scan
}

/** How many marks of each table a page looks through: at first, at most at once, and in all. */
type Scan = { first: number; largest: number; most: number }

/** Behind every EIN. */
const LAST_EIN = '999999999'

/** The release all pages are of, and the last row's place: its release and EIN. */
const cursorKey = z.tuple([z.string(), z.string(), z.string()])

/**
 * Organizations whose data changed after a release, each once, in the release in which it last
 * changed; oldest first, then by EIN. All pages are of the newest release there was at the first:
 * what changes meanwhile is in the walk that begins with that one. Throws ApiError
 * InvalidParameters for a release this store has not minted, InvalidCursor for a cursor of another
 * request, StaleCursor where it was made on a store that is gone, StoreUnavailable.
 */
export async function readChanges({ postgres }: ProfileDeps, wanted: Wanted): Promise<ChangeList> {
  const { since, limit, scan = SCAN } = wanted
  const request = ['changes', since]
  const cursor = readRowCursor(wanted.cursor, request, cursorKey)
  const range = await readReleaseRange(postgres, since)
  const newest = requireRelease(range, wanted)
  cursor?.requireData(dataOf(range))
  const [until, release, ein] = cursor?.key ?? [newest, since, LAST_EIN]
  const { rows, edge } = await readUpTo(postgres, { release, ein }, until, limit, scan)
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : edge
  return {
    since,
    release: until,
    changes: shown.map((row) => toChange(row, since)),
    ...(last && {
      nextCursor: toRowCursor(request, dataOf(range), [until, last.release, last.ein]),
    }),
  }
}

// A page of 200 is mostly found among the first marks. Where a later release passed over most of an
// earlier one, as a rating of the whole sector does, more of them are looked through at once, and a
// page ends after some two seconds on a busy machine, with whom it found.
const SCAN: Scan = { first: 1_000, largest: 16_000, most: 150_000 }

async function readUpTo(
  postgres: ProfileDeps['postgres'],
  from: ChangePlace,
  until: string,
  limit: number,
  { first, largest, most }: Scan,
): Promise<ChangedPage> {
  const rows: ChangedRow[] = []
  let after = from
  let scanned = 0
  for (let scan = first; ; scan = Math.min(scan * 4, largest)) {
    const wanted = { limit: limit + 1 - rows.length, scan }
    const page = await readChangedRows(postgres, after, until, wanted)
    rows.push(...page.rows)
    scanned += scan
    const isDone = rows.length > limit || page.edge === undefined
    if (isDone || scanned >= most) return { rows, edge: page.edge }
    after = page.edge ?? after
  }
}

// A store that was rebuilt begins with another release.
const dataOf = ({ first }: ReleaseRange) => [first ?? '']

const WHERE_TO_FIND =
  'send the Release of an earlier answer, the X-Release of an export, the release of /readyz or CompiledAt of /api/v2/health'

function requireRelease({ first, newest, isKnown }: ReleaseRange, wanted: Wanted): string {
  if (isKnown && newest !== null) return newest
  const { since, parameter = 'since' } = wanted
  const issue = (type: string, msg: string) =>
    new ApiError('InvalidParameters', {
      issues: [{ loc: ['query', parameter], msg, type, input: since }],
    })
  if (first === null || newest === null) {
    throw issue(
      'no_release',
      'names a release, and nothing has been loaded yet; load filings first',
    )
  }
  if (since < first) {
    const made = releaseTime(first) ?? first
    throw issue(
      'release_too_old',
      `is older than the first release of this store (${first}, ${made}), which does not know what changed before; take a new copy, or ${WHERE_TO_FIND}`,
    )
  }
  if (since > newest) {
    throw issue(
      'release_in_future',
      `is newer than the newest release of this store (${newest}); ${WHERE_TO_FIND}`,
    )
  }
  throw issue('unknown_release', `is no release of this store; ${WHERE_TO_FIND}`)
}

function toChange({ releases, ...row }: ChangedRow, since: string): Change {
  const kinds = CHANGE_KINDS.flatMap((kind) => {
    const release = releases[kind]
    return release !== null && release > since && !row.isRemoved ? [{ kind, release }] : []
  })
  return { ...row, kinds: kinds.sort((a, b) => (a.release < b.release ? -1 : 1)) }
}
