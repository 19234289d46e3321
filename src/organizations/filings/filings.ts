import type { Form } from '#src/domain/form.ts'
import { readCursor, toCursor } from '../cursor.ts'
import type { ProfileDeps } from '../deps.ts'
import { openFiler } from '../open-profile.ts'
import type { FilingSummary, Organization } from '../organization.ts'
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
