import type { ProfileDeps } from '../deps.ts'
import type { EvidenceRef } from '../evidence/evidence-ref.ts'
import type { Filing, Organization } from '../organization.ts'
import type { SectionId } from './section.ts'
import type { SectionData } from './section-data.ts'

/** What is asked of a section: the place its cursor names, if any, and how many rows. */
export type Question = {
  id: SectionId
  organization: Organization
  filing: Filing
  place: number | undefined
  limit: number
}

/** A page of a section; `next` is the place of the one after it. */
export type SectionPage = {
  data: SectionData
  evidence: EvidenceRef[]
  index?: { name: string; ref?: string }[]
  next?: number
}

/** Reads a page of a section in one round trip. Throws ApiError StoreUnavailable, InvalidCursor. */
export type Reader = (deps: ProfileDeps, question: Question) => Promise<SectionPage>

/** The place of the page after `limit` rows from `offset`; nothing after the last row. */
export const nextPlace = (
  offset: number,
  limit: number,
  total: number,
): Pick<SectionPage, 'next'> => (offset + limit < total ? { next: offset + limit } : {})
