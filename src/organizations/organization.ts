import type { FilingBlocks } from '../domain/blocks.ts'
import type { Capture } from '../domain/enrichment.ts'
import type { Facts } from '../domain/facts/read-facts.ts'
import type { RowFacts } from '../domain/facts/row-facts.ts'
import type { FilingContents } from '../domain/filing-contents.ts'
import type { EntityType, Form } from '../domain/form.ts'
import type { EarlierFiling } from '../rating/cross-checks/check.ts'
import type { Rating } from '../rating/rating.ts'
import type { Restriction, RestrictionList } from '../rating/restriction.ts'

/** One submission without what it holds. Dates are YYYY-MM-DD; null is "not filed". */
export type FilingSummary = {
  objectId: string
  form: Form
  taxYear: number
  taxPeriodBegin: string | null
  taxPeriodEnd: string
  schemaVersion: string | null
  receivedOn: string | null
  isCurrent: boolean
  /** Why the operator excluded it; null: it is not excluded. An excluded filing is never current. */
  exclusion: string | null
  isAmended: boolean
  isInitial: boolean
  isFinal: boolean
  isGroupReturn: boolean
  warnings: string[]
  sourceArchive: string
  sourceMember: string | null
}

/** A filing with what was derived from its parts. */
export type Filing = FilingSummary & {
  ein: string
  /** Of the content, since an object id can come again with another, and of the rules it was derived by. */
  version: string
  facts: Facts
  /** Its parts cut down to mission, programs, regions and Schedule O; null: it has none. */
  narrative: FilingBlocks | null
  contents: FilingContents
  /** Null: it waits for `npm run derive`; what depends on it is not known until then. */
  rowFacts: RowFacts | null
  /** The current filing of its form whose period ends before its own, with what checks compare. */
  earlier: EarlierFiling | null
}

/** The newest registry row (Business Master File); column names are ours (migration 000001). */
export type RegistryRow = {
  /** Month of the extract, YYYY-MM. */
  asOf: string
  name: string
  sortName: string | null
  street: string | null
  city: string | null
  state: string | null
  zip: string | null
  groupExemption: string | null
  subsection: string | null
  affiliation: string | null
  classification: string | null
  ruling: string | null
  deductibility: string | null
  foundation: string | null
  status: string | null
  taxPeriod: string | null
  assetAmount: number | null
  incomeAmount: number | null
  revenueAmount: number | null
  nteeCode: string | null
}

export type Publication78Row = { asOf: string; name: string; deductibilityCodes: string[] }

export type RevocationRow = {
  revokedOn: string
  postedOn: string | null
  reinstatedOn: string | null
  asOf: string
}

/** What its website says, read while its latest filing names that website. */
export type Enrichment = Capture & {
  /** When it was last read with this content, as ISO time. */
  capturedAt: string
  /** Where and when it was first read with this content. */
  source: { url: string; capturedAt: string }
}

/** Who an organization is, and which filings it has: all that is known before one is opened. */
export type Organization = {
  ein: string
  name: string
  nameRef: string
  street: string | null
  city: string | null
  state: string | null
  zip: string | null
  /** ISO 3166 alpha-2 */
  country: string | null
  addressRef: string | null
  /** Every name it is known by besides `name`. */
  names: { name: string; kind: 'legal' | 'doing-business-as' | 'former'; ref: string }[]
  primaryForm: Form | null
  entityType: EntityType
  nteeCode: string | null
  familyId: string | null
  role: 'Central' | 'Member' | 'Independent'
  isRevoked: boolean
  registry: RegistryRow | null
  publication78: Publication78Row | null
  revocations: RevocationRow[]
  /** All of them, superseded ones too; newest period first, then the latest received. */
  filings: FilingSummary[]
  /** A latest return of another organization names it on its Schedule R. */
  isNamedAsRelated: boolean
  /** Of its latest filing; null where its primary form is not rated, or `npm run rate` is due. */
  rating: Rating | null
  /** Restriction lists that are loaded; without one nobody was looked up. */
  screenedLists: RestrictionList[]
  /** Entries of restriction lists that may mean it or its officers, and hold today. */
  restrictions: Restriction[]
  /** Without the text of the page; null: not enriched. */
  enrichment: Enrichment | null
  /** Newest release of the store. */
  release: string
}
