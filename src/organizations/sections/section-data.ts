import type { Block, Leaf } from '#src/domain/blocks.ts'
import type { FactValue } from '#src/domain/facts/read-facts.ts'
import type { Row } from '#src/domain/facts/tables/read-rows.ts'
import type { StatementKey } from '#src/domain/facts/tables/statements.ts'
import type { TableKey } from '#src/domain/facts/tables/tables.ts'
import type { CitedFiling, EvidenceRef, ResolvedEvidence } from '../evidence/evidence-ref.ts'
import type { FlowYear, MoneyFlow } from '../figures/money-flow.ts'
import type { ShownCheck } from '../filings/shown-checks.ts'
import type { OperatingModel } from '../figures/operating-model.ts'
import type { RatingView } from '../page/rating-view.ts'
import type { Relationship } from '../relations/related.ts'
import type { SectionSummary, SectionId } from './section.ts'
import type { ProfileDeps } from '../deps.ts'
import type { Filing, Organization } from '../organization.ts'

/** A single fact or derived figure. */
export type SectionFact = {
  key: string
  label: string
  unit?: string
  value: FactValue
  ref: string
}

/** A text as filed. */
export type SectionText = { value: string; ref: string }

/** A row of a table or line of a statement; of a person, with the row of Schedule J. */
export type SectionRow = {
  table: TableKey | StatementKey
  row: Row
  detail?: { table: TableKey; row: Row }
}

/** What a table of the section is, and how many rows the filing has of it. */
export type SectionTable = {
  key: TableKey | StatementKey
  label: string
  line: string
  rowCount: number
  columns: { key: string; label: string; unit?: string }[]
}

/** Facts, then rows: what most sections consist of. */
export type RowsData = {
  kind: 'rows'
  filing: CitedFiling
  facts: SectionFact[]
  derived: SectionFact[]
  mission: SectionText[]
  /** Texts on the programs that stand in no row: what Schedule O continues. */
  continued: SectionText[]
  tables: SectionTable[]
  rows: SectionRow[]
}

/** An element of a schedule, whole; a leaf is its text. */
export type ScheduleElement = {
  schedule: string
  /** The schedule for people: "Schedule I". */
  label: string
  element: string
  /** Absent where no Ref can name it: a repeat that the catalogue does not know. */
  path?: string
  content: Leaf | Block
}

export type SchedulesData = { kind: 'schedules'; filing: CitedFiling; elements: ScheduleElement[] }

export type SectionData =
  | RowsData
  | SchedulesData
  | { kind: 'flow'; flow: MoneyFlow; years: FlowYear[] }
  | { kind: 'related'; relationships: Relationship[] }
  | { kind: 'model'; model: OperatingModel }
  | { kind: 'rating'; rating: RatingView }
  | { kind: 'checks'; checks: ShownCheck[] }
  | { kind: 'target'; target: ResolvedEvidence }

/** A section of a filing, or what a Ref names, with the evidence of everything in it. */
export type Section = {
  summary: SectionSummary
  data: SectionData
  evidence: EvidenceRef[]
  /** Each schedule with the Ref of its first element, if any Ref reaches it. */
  index?: { name: string; ref?: string }[]
  nextCursor?: string
}

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
