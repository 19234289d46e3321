import type { Capture } from '../domain/enrichment.ts'
import type { Narrative } from '../domain/facts/narrative.ts'
import type { Facts } from '../domain/facts/read-facts.ts'
import type { RowFacts } from '../domain/facts/row-facts.ts'
import type { FilingContents } from '../domain/filing-contents.ts'
import type { EntityType, Form } from '../domain/form.ts'
import type { EarlierFiling } from '../rating/cross-checks/check.ts'
import type { Rating } from '../rating/rating.ts'
import type { Restriction, RestrictionList } from '../rating/restriction.ts'

/** A submission without its contents. Dates are YYYY-MM-DD; null means not filed. */
export type FilingSummary = {
  objectId: string
  form: Form
  taxYear: number
  taxPeriodBegin: string | null
  taxPeriodEnd: string
  schemaVersion: string | null
  receivedOn: string | null
  isCurrent: boolean
  isAmended: boolean
  isInitial: boolean
  isFinal: boolean
  isGroupReturn: boolean
  warnings: string[]
  sourceArchive: string
  sourceMember: string | null
}

/** A filing with the data derived from its parts. */
export type Filing = FilingSummary & {
  ein: string
  /** Version of the content, which may change under the same object id, and of the rules. */
  version: string
  facts: Facts
  /** Its texts about mission, programs, and regions. */
  narrative: Narrative
  contents: FilingContents
  /** Null until `npm run derive` has run; figures that need it are unknown until then. */
  rowFacts: RowFacts | null
  /** The previous current filing of its form, with the facts for cross-checks. */
  earlier: EarlierFiling | null
}

/** The newest row of the Business Master File; the column names are the service's. */
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

type Publication78Row = { asOf: string; name: string; deductibilityCodes: string[] }

type RevocationRow = {
  revokedOn: string
  postedOn: string | null
  reinstatedOn: string | null
  asOf: string
}

/** The content of the website that the latest filing names. */
export type Enrichment = Capture & {
  /** The last time it had this content, as ISO time. */
  capturedAt: string
  /** Address and time of the first snapshot with this content. */
  source: { url: string; capturedAt: string }
}

/** An organization and the list of its filings. */
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
  /** Its names other than `name`. */
  names: { name: string; kind: 'legal' | 'doing-business-as' | 'former'; ref: string }[]
  primaryForm: Form | null
  entityType: EntityType
  nteeCode: string | null
  familyId: string | null
  role: 'Central' | 'Member' | 'Independent'
  isRevoked: boolean
  registry: RegistryRow | null
  /** Newest month of the complete registry extracts for its state, YYYY-MM; null if none is loaded. */
  registryAsOf: string | null
  publication78: Publication78Row | null
  /** Newest month of the complete lists of Publication 78, YYYY-MM; null if none is loaded. */
  publication78AsOf: string | null
  revocations: RevocationRow[]
  /** All filings, including superseded ones; newest period first, then the latest received. */
  filings: FilingSummary[]
  /** Whether the latest return of another organization names it on Schedule R. */
  isNamedAsRelated: boolean
  /** The rating of its latest filing; null if the form is not rated, or before `npm run rate`. */
  rating: Rating | null
  /** The loaded restriction lists. */
  screenedLists: RestrictionList[]
  /** Entries of restriction lists in force today that may mean it or its officers. */
  restrictions: Restriction[]
  /** Without the text of the page; null if the website was not read. */
  enrichment: Enrichment | null
  /** The newest release of the store. */
  release: string
  /** The day it was read on, YYYY-MM-DD in UTC. */
  today: string
}

/** Whether an organization mainly makes grants: a private foundation, or NTEE major group T. */
export const isGrantmaker = ({
  primaryForm,
  nteeCode,
}: Pick<Organization, 'primaryForm' | 'nteeCode'>): boolean =>
  primaryForm === '990PF' || nteeCode?.startsWith('T') === true
