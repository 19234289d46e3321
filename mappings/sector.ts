/** The sector index: sums over all filings, computed once per release (a companion, companions.ts). */

import { keyword } from './organizations.ts'

/** Raised with every change of the properties or of a body; part of the index's name and alias. */
export const SECTOR_VERSION = 3

const SECTOR_KINDS = ['stats', 'sector-year', 'top-lists', 'front'] as const
export type SectorKind = (typeof SECTOR_KINDS)[number]

export const sectorProperties = {
  kind: keyword,
  taxYear: { type: 'integer' },
  // Read as a whole and never searched.
  body: { type: 'object', enabled: false },
} as const

export const sectorSettings = {
  index: { number_of_shards: 1, number_of_replicas: 0 },
} as const

/** The sum of a figure over filings, and the number of filings that report it. */
export type SectorFigure = { sum: number; filings: number }

/** A quotient of two sums over the filings that report both. */
export type SectorRatio = { numerator: number; denominator: number; filings: number }

export type SectorYearBody = {
  taxYear: number
  /** Number of organizations in the sums, each with one return. */
  organizations: number
  /** Current 990 returns of the year, both included in and excluded from the sums. */
  filings: number
  /** Group returns excluded because returns of the group's members are in the sums. */
  groupReturnsLeftOut: number
  /** Returns excluded because their organization has one for the same year that ends later. */
  shortYearsLeftOut: number
  /** Share of the previous year's filers that also filed for this year; absent if there were none. */
  returning?: number
  /** Whether the share is at least 90 %; absent if it is unknown. */
  isComplete?: boolean
  /** By key of src/figures/sets.ts; a figure that no filing reports is absent. */
  figures: Record<string, SectorFigure>
  ratios: Record<string, SectorRatio>
  /** Sums over organizations that report the figure for this year and the year before. */
  growth: Record<string, SectorRatio>
}

type SectorGroup = { key: string; label: string; organizations: number }

export type StatsBody = {
  release: string
  computedAt: string
  /** Organizations with a return or postcard. */
  charities: number
  /** Current filings, postcards included; superseded ones are not counted. */
  filings: number
  filingsByForm: Record<string, number>
  /** The latest tax year of most filers; absent without filers. */
  modalLatestYear?: number
  /** Sums over each organization's latest 990, with the tax years they cover. */
  latestReturns?: {
    organizations: number
    firstYear: number
    lastYear: number
    revenue?: SectorFigure
    programExpenses?: SectorFigure
  }
  /** Over all years of current 990 returns; absent when there are none. */
  overview?: { organizations: number; filings: number; latestCompleteYear?: number }
  /**
   * Registry rows by the section their exemption is based on; absent before a registry is loaded.
   */
  composition?: { organizations: number; updatedOn: string; groups: SectorGroup[] }
}

export type ListedOrganization = {
  ein: string
  name: string
  nameRef: string
  /** 0 to 100 with two decimals. */
  score: number
  /** Stored for every organization; readers leave it out if the return is too old. */
  band?: string | undefined
  /** End of the rated return's tax period, YYYY-MM-DD. */
  periodEnd?: string
  scoreRef: string
  city?: string
  state?: string
  country?: string
  form: string
  latestYear: number
  revenue: { value: number; ref: string }
  /** log10(1 + revenue) × score. */
  prominence: number
}

export type TopList = {
  /** Letter of the NTEE major group. */
  key: string
  /** How many organizations were eligible. */
  eligible: number
  byRevenue: ListedOrganization[]
  byProminence: ListedOrganization[]
}

export type TopListsBody = {
  release: string
  computedAt: string
  filingYear?: number
  lists: TopList[]
}

export type SectorDocument =
  | { kind: 'stats'; body: StatsBody }
  | { kind: 'sector-year'; taxYear: number; body: SectorYearBody }
  | { kind: 'top-lists'; body: TopListsBody }
