import type { Filing, Organization } from '../organization.ts'
import type { SectionSummary } from './section.ts'

/** The sections a filing has data for, in the order of a page; nothing further is read for them. */
export function listSections(_organization: Organization, _filing: Filing): SectionSummary[] {
  return []
}
