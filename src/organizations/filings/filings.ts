import { z } from 'zod'
import type { Form } from '#src/domain/form.ts'
import { releaseTime } from '#src/domain/release.ts'
import { ApiError } from '#src/platform/errors.ts'
import { readCursor, readRowCursor, toCursor, toRowCursor } from '../cursor.ts'
import type { ProfileDeps } from '../deps.ts'
import { openFiler } from '../open-profile.ts'
import type { FilingSummary, Organization } from '../organization.ts'
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
import { selectFiling } from './select-filing.ts'

/** A submission in a list. */
export type ListedFiling = FilingSummary & {
  /** Object id of the current filing of its form and period, if this one is not current. */
  supersededBy?: string
  /** Object id of the filing of its form and period that was received before it. */
  replaces?: string
  /** Whether its form and tax year open it. The earlier of two in a year opens by EvidenceRef. */
  opensByYear: boolean
}

type Wanted = { form?: Form | undefined; cursor?: string | undefined; limit: number }
type Filings = Pick<Organization, 'ein' | 'filings' | 'primaryForm'>

/** A page of the submissions of an organization, newest period first. */
type FilingPage = {
  filings: ListedFiling[]
  /** The number of submissions on all pages. */
  total: number
  nextCursor?: string
}

export type AllFilings = FilingPage & { organization: Organization }

/** A page of the submissions of one form. */
export type FilingList = Omit<FilingPage, 'total'> & { ein: string; form: Form }

/**
 * Reads the submissions of one form, by default the primary one, superseded ones included; one round
 * trip. Throws ApiError ProfileNotFound, FilingNotFound for a form never filed, InvalidCursor for a
 * cursor of another request, StaleCursor if the list has changed, StoreUnavailable.
 */
export async function readFilings(
  deps: ProfileDeps,
  ein: string,
  wanted: Wanted,
): Promise<FilingList> {
  const organization = await openFiler(deps, ein)
  const { form } = selectFiling(organization, wanted)
  const { total: _total, ...page } = listFilings(organization, { ...wanted, form })
  return { ein, form, ...page }
}

/**
 * Reads the submissions of one form, or of all forms by default; one round trip. Throws the same errors
 * as `readFilings`.
 */
export async function readAllFilings(
  deps: ProfileDeps,
  ein: string,
  wanted: Wanted,
): Promise<AllFilings> {
  const organization = await openFiler(deps, ein)
  return { organization, ...listFilings(organization, wanted) }
}

/** Returns a page of the submissions of one form or of all forms; see `readAllFilings`. */
export function listFilings(organization: Filings, { form, cursor, limit }: Wanted): FilingPage {
  const { ein, filings } = organization
  if (form !== undefined) selectFiling(organization, { form })
  const wanted = filings.filter((filing) => form === undefined || filing.form === form)
  const request = ['filings', ein, form ?? 'all']
  // A cursor is a position, so it is stale if any filing was added or superseded.
  const data = wanted.map(({ objectId, isCurrent }) => `${objectId}${isCurrent ? '' : '-'}`)
  const from = cursor === undefined ? 0 : readCursor(cursor, request, data)
  const to = from + limit
  return {
    total: wanted.length,
    filings: wanted.slice(from, to).map((filing) => toListed(filing, filings)),
    ...(to < wanted.length && { nextCursor: toCursor(request, data, to) }),
  }
}

function toListed(filing: FilingSummary, all: readonly FilingSummary[]): ListedFiling {
  const successor = successorOf(all, filing)
  const ofYear = all.find(
    ({ form, isCurrent, taxYear }) =>
      isCurrent && form === filing.form && taxYear === filing.taxYear,
  )
  const versions = versionsOf(all, filing)
  const replaced = versions[versions.indexOf(filing) + 1]
  return {
    ...filing,
    ...(replaced && { replaces: replaced.objectId }),
    ...(successor && { supersededBy: successor.objectId }),
    opensByYear: ofYear?.objectId === filing.objectId,
  }
}

/** Returns the current filing of the same form and period as one that is not current. */
export const successorOf = (
  all: readonly FilingSummary[],
  { isCurrent, form, taxPeriodEnd }: FilingSummary,
): FilingSummary | undefined =>
  isCurrent
    ? undefined
    : all.find((one) => one.isCurrent && one.form === form && one.taxPeriodEnd === taxPeriodEnd)

/**
 * Returns the submissions for the form and period of a filing, including itself, the latest received
 * first.
 */
export const versionsOf = (
  all: readonly FilingSummary[],
  { form, taxPeriodEnd }: Pick<FilingSummary, 'form' | 'taxPeriodEnd'>,
): FilingSummary[] =>
  all
    .filter((one) => one.form === form && one.taxPeriodEnd === taxPeriodEnd)
    // On the same day, filings keep their order: the one that counts comes first.
    .sort((a, b) => compare(b.receivedOn ?? '', a.receivedOn ?? ''))

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

export type Change = ChangePlace & {
  name: string
  /** Whether no source contains the organization any more. */
  isRemoved: boolean
  isFiler: boolean
  /** The kinds of data that changed after `since`, the earliest change first. */
  kinds: { kind: ChangeKind; release: string }[]
}

export type ChangeList = {
  since: string
  /**
   * The newest release when the first page was read, for all pages; the next series of pages starts
   * from it.
   */
  release: string
  changes: Change[]
  /** Absent on the last page only. Other pages may have fewer rows than the limit, or none. */
  nextCursor?: string
}

type ChangesWanted = {
  since: string
  cursor?: string | undefined
  limit: number
  /** The client's name for `since`, for messages. */
  parameter?: string
  scan?: Scan
}

/** Number of changes of each table that a page scans: at first, at most at once, and in total. */
type Scan = { first: number; largest: number; most: number }

/** Sorts after every EIN. */
const LAST_EIN = '999999999'

/** The release of all pages, then the release and EIN of the last row. */
const cursorKey = z.tuple([z.string(), z.string(), z.string()])

/**
 * Reads organizations whose data changed after a release, each once, in the order of their last
 * change, then by EIN. All pages stop at the newest release of the first page; later changes are in
 * the next series of pages. Throws ApiError InvalidParameters for an unknown release, InvalidCursor
 * for a cursor of another request, StaleCursor for a cursor of a store that was rebuilt,
 * StoreUnavailable.
 */
export async function readChanges(
  { postgres }: ProfileDeps,
  wanted: ChangesWanted,
): Promise<ChangeList> {
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

// The first scan usually fills a page of 200. If a later release replaced most changes of an earlier
// one (a rating of the whole sector does), the scans grow, and a page ends after about two seconds on a
// busy machine, with the rows found so far.
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

// A rebuilt store begins with a different release.
const dataOf = ({ first }: ReleaseRange) => [first ?? '']

const WHERE_TO_FIND =
  'send the Release of an earlier response, the X-Release header of an export, the release from /readyz, or CompiledAt from /api/v2/health'

function requireRelease({ first, newest, isKnown }: ReleaseRange, wanted: ChangesWanted): string {
  if (isKnown && newest !== null) return newest
  const { since, parameter = 'since' } = wanted
  const issue = (type: string, msg: string) =>
    new ApiError('InvalidParameters', {
      issues: [{ loc: ['query', parameter], msg, type, input: since }],
    })
  if (first === null || newest === null) {
    throw issue(
      'no_release',
      'has no effect because nothing has been loaded yet; load filings first',
    )
  }
  if (since < first) {
    const made = releaseTime(first) ?? first
    throw issue(
      'release_too_old',
      `is older than the first release of this store (${first}, ${made}), so earlier changes are unknown; download a new copy, or ${WHERE_TO_FIND}`,
    )
  }
  if (since > newest) {
    throw issue(
      'release_in_future',
      `is newer than the newest release of this store (${newest}); ${WHERE_TO_FIND}`,
    )
  }
  throw issue('unknown_release', `is not a release of this store; ${WHERE_TO_FIND}`)
}

function toChange({ releases, ...row }: ChangedRow, since: string): Change {
  const kinds = CHANGE_KINDS.flatMap((kind) => {
    const release = releases[kind]
    return release !== null && release > since && !row.isRemoved ? [{ kind, release }] : []
  })
  return { ...row, kinds: kinds.sort((a, b) => (a.release < b.release ? -1 : 1)) }
}
