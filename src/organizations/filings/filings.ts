import type { Form } from '#src/domain/form.ts'
import { readCursor, toCursor } from '../cursor.ts'
import type { ProfileDeps } from '../deps.ts'
import { openFiler } from '../open-profile.ts'
import type { FilingSummary, Organization } from '../organization.ts'
import { selectFiling } from './select-filing.ts'

/** A submission in the list, with the one that took its place where one did. */
export type ListedFiling = FilingSummary & {
  /** Object id of the current filing of its form and period. */
  supersededBy?: string
  /** Whether its form and tax year open it; the earlier of two in a year opens by EvidenceRef. */
  opensByYear: boolean
}

export type FilingList = {
  ein: string
  form: Form
  filings: ListedFiling[]
  nextCursor?: string
}

type Wanted = { form?: Form | undefined; cursor?: string | undefined; limit: number }

/**
 * Every submission of a form, superseded ones included, newest period first; one round trip.
 * Throws ApiError ProfileNotFound, FilingNotFound for a form never filed, InvalidCursor for one
 * of another request, StaleCursor when the list has changed since, StoreUnavailable.
 */
export async function readFilings(
  deps: ProfileDeps,
  ein: string,
  wanted: Wanted,
): Promise<FilingList> {
  const organization = await openFiler(deps, ein)
  return listFilings(organization, wanted)
}

/** A page of the submissions of a form; see `readFilings`. */
export function listFilings(
  organization: Pick<Organization, 'ein' | 'filings' | 'primaryForm'>,
  { form: asked, cursor, limit }: Wanted,
): FilingList {
  const { ein, filings } = organization
  const { form } = selectFiling(organization, { form: asked })
  const ofForm = filings.filter((filing) => filing.form === form)
  const request = ['filings', ein, form]
  const data = ofForm.map(({ objectId, isCurrent }) => `${objectId}${isCurrent ? '' : '-'}`)
  const from = cursor === undefined ? 0 : readCursor(cursor, request, data)
  const to = from + limit
  return {
    ein,
    form,
    filings: ofForm.slice(from, to).map((filing) => toListed(filing, ofForm)),
    ...(to < ofForm.length && { nextCursor: toCursor(request, data, to) }),
  }
}

/** A page of the submissions of an organization, of one form or of all. */
export type AllFilings = Pick<FilingList, 'filings' | 'nextCursor'> & {
  organization: Organization
  /** How many there are on all pages. */
  total: number
}

/**
 * Every submission of an organization, of all forms where none is given, newest period first; one
 * round trip. Throws ApiError as `readFilings`.
 */
export async function readAllFilings(
  deps: ProfileDeps,
  ein: string,
  wanted: Wanted,
): Promise<AllFilings> {
  const organization = await openFiler(deps, ein)
  return { organization, ...listAllFilings(organization, wanted) }
}

/** A page of the submissions of one form or of all; see `readAllFilings`. */
export function listAllFilings(
  organization: Pick<Organization, 'ein' | 'filings' | 'primaryForm'>,
  { form, cursor, limit }: Wanted,
): Omit<AllFilings, 'organization'> {
  const { ein, filings } = organization
  if (form !== undefined) selectFiling(organization, { form })
  const wanted = form === undefined ? filings : filings.filter((filing) => filing.form === form)
  const request = ['filings', ein, form ?? 'all']
  const data = wanted.map(({ objectId, isCurrent }) => `${objectId}${isCurrent ? '' : '-'}`)
  const from = cursor === undefined ? 0 : readCursor(cursor, request, data)
  const to = from + limit
  const ofForm = (one: Form) => filings.filter((filing) => filing.form === one)
  return {
    total: wanted.length,
    filings: wanted.slice(from, to).map((filing) => toListed(filing, ofForm(filing.form))),
    ...(to < wanted.length && { nextCursor: toCursor(request, data, to) }),
  }
}

function toListed(filing: FilingSummary, ofForm: FilingSummary[]): ListedFiling {
  const current = ofForm.filter(({ isCurrent }) => isCurrent)
  const successor = current.find(({ taxPeriodEnd }) => taxPeriodEnd === filing.taxPeriodEnd)
  const ofYear = current.find(({ taxYear }) => taxYear === filing.taxYear)
  return {
    ...filing,
    ...(!filing.isCurrent && successor && { supersededBy: successor.objectId }),
    opensByYear: ofYear?.objectId === filing.objectId,
  }
}
