import { z } from 'zod'
import { ApiError } from '../../errors.ts'
import { NOTHING_FILED, type SectorStats } from '../../sector/read-sector.ts'
import { toSectorSeries } from '../../sector/series.ts'
import { presentSectorYear, SECTOR_EVIDENCE, sectorEvidence, sectorYear } from './sector-schema.ts'

export const sectorMetricsData = z
  .strictObject({
    ein: z.literal('000000000'),
    name: z.string(),
    form: z.literal('990'),
    release: z.string(),
    computed_at: z.iso.datetime(),
    latest_complete_year: z.int().optional(),
    years: z.array(sectorYear).describe('One a tax year, oldest first; the newest may be partial.'),
    evidence: sectorEvidence,
  })
  .meta({ id: 'SectorMetrics' })
export type SectorMetricsData = z.output<typeof sectorMetricsData>

/** The yearly series of the whole sector. Throws ApiError ProfileNotFound without any 990. */
export function presentSectorMetrics({ stats, years }: SectorStats): SectorMetricsData {
  if (years.length === 0) {
    const message =
      stats.charities === 0
        ? NOTHING_FILED
        : 'No return on Form 990 is loaded, and the series of the sector sums those alone; ask for an organization.'
    throw new ApiError('ProfileNotFound', { message })
  }
  const complete = stats.overview?.latestCompleteYear
  return {
    ein: '000000000',
    name: 'U.S. nonprofit sector',
    form: '990',
    release: stats.release,
    computed_at: stats.computedAt,
    ...(complete !== undefined && { latest_complete_year: complete }),
    years: toSectorSeries(years).map(presentSectorYear),
    evidence: SECTOR_EVIDENCE,
  }
}
