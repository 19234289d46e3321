import type { Form } from '#src/domain/form.ts'

/** The sections of a page, in the order they are shown. */
export const SECTION_IDS = [
  'MoneyFlow',
  'Rating',
  'OperatingModel',
  'Checks',
  'Programs',
  'Governance',
  'Leadership',
  'Contractors',
  'Grants',
  'RelatedOrganizations',
  'InterestedPersons',
  'Fundraising',
  'NoncashContributions',
  'FinancialStatements',
  'Foundation',
  'UnrelatedBusiness',
  'Postcard',
  'Schedules',
] as const
export type SectionId = (typeof SECTION_IDS)[number]

/** `Band` is a derived picture, `Evidence` filed rows. */
export type SectionKind = 'Band' | 'Evidence'

export type SectionStatus = {
  label: string
  tone: 'Good' | 'Caution' | 'Concern' | 'Neutral'
  score?: number
}

/** What a page says about a section before it is opened. */
export type SectionSummary = {
  id: SectionId
  kind: SectionKind
  title: string
  /** One sentence. */
  summary: string
  /** Parts and schedules it is made from. */
  sourceTags: string[]
  /** Absent if an EvidenceRef shows a row of a list outside filings. */
  form?: Form
  year?: number
  pageable: boolean
  status?: SectionStatus
}
