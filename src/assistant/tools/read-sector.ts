import { z } from 'zod'
import type { Tool, ToolAnswer } from './tool.ts'

/** Sums of one tax year over all current Form 990 returns. */
export type SectorYearShown = {
  taxYear: number
  organizations: number
  filings: number
  /** Whether 90 % of the year before's filers are in; absent where that cannot be told. */
  isComplete?: boolean
  /** Dollars by name of the figure; what no return reports is absent. */
  figures: { key: string; label: string; sum: number; filings: number }[]
}

export type ReadSectorAnswer = ToolAnswer & {
  /** Organizations with a return or postcard. */
  charities: number
  filings: number
  /** The latest year nearly all filers are in; absent where there is none. */
  latestCompleteYear?: number
  /** Of that year, else the year most returns are of. */
  year?: SectorYearShown
}

const params = z.strictObject({})

/** Totals over all organizations loaded. */
export const readSector: Tool<typeof params, ReadSectorAnswer> = {
  name: 'read_sector',
  description:
    'Totals of the whole loaded sector: organizations, filings, and the sums of the latest complete tax year in whole US dollars.',
  params,
  run: () => Promise.reject(new Error('not built yet')),
}
