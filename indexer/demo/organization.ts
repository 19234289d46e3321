import type { Ein } from '#src/domain/ein.ts'
import type { Form } from '#src/domain/form.ts'
import type { Country, Kind, Trait } from './content.ts'

/** A mailing address; `country` (FIPS) is set on foreign ones only. */
export type Address = {
  line1: string
  city: string
  state: string
  zip: string
  foreign?: { province: string; country: string; countryName: string; postalCode: string }
}

/** What makes an organization useful in a test; README.md lists one of each. */
export type Case =
  | 'amended'
  | 'amended-twice'
  | 'initial'
  | 'final'
  | 'short-year'
  | 'group-return'
  | 'unrelated-business'
  | 'two-unrelated-businesses'
  | 'related-organizations'
  | 'missing-figures'
  | 'part-totals-differ'
  | 'unbalanced-sheet'
  | 'beginning-differs'
  | 'schedule-j-stranger'
  | 'grants-exceed-line'
  | 'foundation-grants-differ'
  | 'schedule-missing'
  | 'material-diversion'
  | 'insider-loan'
  | 'excess-benefit'
  | 'interested-person-business'
  | 'name-eras'
  | 'revoked'
  | 'reinstated'
  | 'gone-from-registry'
  | 'no-cause-code'
  | 'no-paid-staff'
  | 'deficit'

/** Place of an organization in a group exemption. */
export type Family = {
  groupExemption: string
  role: 'central' | 'church-central' | 'intermediate' | 'subordinate'
  centralEin: Ein
}

/** A fictional organization: everything about it except the returns of its years. */
export type Organization = {
  ein: Ein
  name: string
  doingBusinessAs?: string
  formerName?: string
  kind: Kind
  cause: string
  county: string
  stateName: string
  address: Address
  phone: string
  website?: string
  abroad?: { country: Country; place: string }
  /** Words for the slots of its texts. */
  words: Readonly<Record<string, string>>
  /** The form it files; undefined if it is only in the registry. */
  form: Form | undefined
  subsection: string
  rulingDate: string
  formationYear: number
  /** Month in which its tax years end. */
  fiscalMonth: number
  /** Revenue of the first year, whole dollars. */
  scale: number
  growth: number
  firstTaxYear: number
  lastTaxYear: number
  family?: Family
  cases: readonly Case[]
}

export const hasCase = (organization: Organization, wanted: Case): boolean =>
  organization.cases.includes(wanted)

export const hasTrait = ({ kind }: Organization, wanted: Trait): boolean =>
  kind.traits.includes(wanted)
