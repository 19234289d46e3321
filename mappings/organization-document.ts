/** What the indexer writes to the organizations index and search reads back. */

/** A figure with its tax year and the Ref of the leaf it was filed in. */
export type FiledFigure = { value: number; ref: string; taxYear: number }

const NAME_KINDS = ['legal', 'doing-business-as', 'former'] as const
export type NameKind = (typeof NAME_KINDS)[number]

const PASSAGE_KINDS = ['Mission', 'Program', 'Website', 'Classification'] as const
export type PassageKind = (typeof PASSAGE_KINDS)[number]

/** A piece of cause text as filed, cut at 2,000 characters, and its leaf. */
export type Passage = { kind: PassageKind; text: string; ref: string }

export const EVIDENCE_TIERS = [
  'OfficialWebsite',
  'FiledProgram',
  'FiledMission',
  'ClassificationOnly',
] as const
export type EvidenceTier = (typeof EVIDENCE_TIERS)[number]

export type OrganizationDisplay = {
  name: string
  nameRef: string
  /** Other names, as filed or registered. */
  names: { value: string; kind: NameKind; ref: string }[]
  city?: string
  state?: string
  /** Five digits, of a U.S. address. */
  zip?: string
  country?: string
  description?: string
  cause?: { code: string; label: string; isInferred: boolean; ref?: string }
  primaryForm?: string
  forms: string[]
  entityType: string
  familyId?: string
  role: 'Central' | 'Member' | 'Independent'
  evidenceTier: EvidenceTier
  latestYear?: number
  latestPeriodEnd?: string
  revenue?: FiledFigure
  expenses?: FiledFigure
  assets?: FiledFigure
  isRevoked: boolean
  /** Share of expenses spent on programs, and the leaves it is computed from. */
  programRatio?: FiledFigure & { derivedFrom: string[] }
  rating?: {
    score: number
    /** Stored for every rating; readers leave it out if the return is too old. */
    band?: string | undefined
    taxYear: number
    /** End of the rated return's tax period, YYYY-MM-DD. */
    periodEnd?: string
    policyVersion: string
    ref: string
    /** Ref of the header of the return it was computed from. */
    filing: string
  }
  /** Where its revenue comes from and how it spends it. */
  operatingModel?: {
    resource: { key: string; label: string }
    delivery: { key: string; label: string }
  }
  passages: Passage[]
  /** Where its latest return says to apply for a grant, and by when. */
  applications?: { ref: string; deadline?: { text: string; ref: string } }
  /** Where the work is done, with the passage or leaf that says so. */
  places: { code: string; label: string; ref: string }[]
}

export type OrganizationDocument = {
  ein: string
  display: OrganizationDisplay
  query: {
    /** toSearchName of display.name and of display.names. */
    name: string
    nameKey: string
    alias: string[]
    aliasKey: string[]
    acronym: string[]
    /** `numbersOf` of all names. */
    number: string[]
    /** toWordSetKey and toCompactKey of all names. */
    wordSet: string[]
    compact: string[]
    mission: string[]
    programs: string[]
    website: string[]
    classification: string[]
  }
  filter: {
    state?: string
    city: string[]
    zip?: string
    county?: string
    location?: { lat: number; lon: number }
    cause: string[]
    causeLabel?: string
    form?: string
    forms: string[]
    entityType: string
    evidenceTier: EvidenceTier
    revenueBand: string
    revenue?: number
    taxYear?: number
    subsection?: string
    rulingYear?: number
    places: string[]
    acceptsApplications?: true
    /** Group exemption, GEN-nnnn. */
    family?: string
  }
  sort: {
    revenue?: number
    assets?: number
    recent?: string
    rating?: number
    programRatio?: number
    prominence: number
    evidence: 0 | 1
  }
  vector?: { cause: number[] }
}
