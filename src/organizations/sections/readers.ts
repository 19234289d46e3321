import { readChecksSection } from './checks-section.ts'
import { readFlowSection, readModelSection, readRelatedSection } from './read-bands.ts'
import { readRatingSection } from './read-rating.ts'
import { readLeadershipSection, readRowsSection } from './read-rows.ts'
import { readSchedules } from './read-schedules.ts'
import type { Reader } from './reader.ts'
import type { SectionId } from './section.ts'

/** Sections with a reader of their own; the others are facts, statements and tables. */
const OWN_READERS: Partial<Record<SectionId, Reader>> = {
  MoneyFlow: readFlowSection,
  OperatingModel: readModelSection,
  Rating: readRatingSection,
  Checks: readChecksSection,
  Leadership: readLeadershipSection,
  RelatedOrganizations: readRelatedSection,
  Schedules: readSchedules,
}

/** The reader of a section. */
export const readerOf = (id: SectionId): Reader => OWN_READERS[id] ?? readRowsSection
