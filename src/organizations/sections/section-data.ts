import type { Block, Leaf } from '#src/domain/blocks.ts'
import type { FactValue } from '#src/domain/facts/read-facts.ts'
import type { Row } from '#src/domain/facts/tables/read-rows.ts'
import type { StatementKey } from '#src/domain/facts/tables/statements.ts'
import type { TableKey } from '#src/domain/facts/tables/tables.ts'
import type { ProfileDeps } from '../deps.ts'
import type { CitedFiling, EvidenceRef, ResolvedEvidence } from '../evidence/evidence-ref.ts'
import type { FlowYear, MoneyFlow } from '../figures/money-flow.ts'
import type { OperatingModel } from '../figures/operating-model.ts'
import type { ShownCheck } from '../filings/shown-checks.ts'
import type { Filing, Organization } from '../organization.ts'
import type { RatingView } from '../page/rating-view.ts'
import type { Relationship } from '../relations/related.ts'
import type { SectionId, SectionSummary } from './section.ts'

/** A single fact or derived figure. */
export type SectionFact = {
  key: string
  label: string
  unit?: string
  value: FactValue
  ref: string
}

/** A filed text. */
export type SectionText = { value: string; ref: string }

/** A row of a table or a line of a statement. A person may have a row of Schedule J as `detail`. */
export type SectionRow = {
  table: TableKey | StatementKey
  row: Row
  detail?: { table: TableKey; row: Row }
}

/** A table of the section, and the number of its rows in the filing. */
export type SectionTable = {
  key: TableKey | StatementKey
  label: string
  line: string
  rowCount: number
  columns: { key: string; label: string; unit?: string }[]
}

/** The content of most sections: facts, then rows. */
export type RowsData = {
  kind: 'rows'
  filing: CitedFiling
  facts: SectionFact[]
  derived: SectionFact[]
  mission: SectionText[]
  /** Texts about programs that are in no row, because they continue on Schedule O. */
  continued: SectionText[]
  tables: SectionTable[]
  rows: SectionRow[]
}

/** An element of a schedule; the content of a leaf is its text. */
export type ScheduleElement = {
  schedule: string
  /** A name to show, such as "Schedule I". */
  label: string
  element: string
  /** Absent if no Ref reaches it: a repeat that the catalogue does not know. */
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

/** A section of a filing, or the target of a Ref. */
export type Section = Omit<SectionPage, 'next'> & { summary: SectionSummary; nextCursor?: string }

/** A requested page of a section: the place of its cursor, if any, and the number of rows. */
export type Question = {
  id: SectionId
  organization: Organization
  filing: Filing
  place: number | undefined
  limit: number
}

/** A page of a section with all evidence; `next` is the place of the next page. */
export type SectionPage = {
  data: SectionData
  evidence: EvidenceRef[]
  /** The schedules, each with the Ref of its first element if a Ref reaches it. */
  index?: { name: string; ref?: string }[]
  next?: number
}

/** Reads a page of a section in one round trip. Throws ApiError StoreUnavailable, InvalidCursor. */
export type Reader = (deps: ProfileDeps, question: Question) => Promise<SectionPage>

/** Returns the place after `limit` rows from `offset`, unless there are no more rows. */
export const nextPlace = (
  offset: number,
  limit: number,
  total: number,
): Pick<SectionPage, 'next'> => (offset + limit < total ? { next: offset + limit } : {})
