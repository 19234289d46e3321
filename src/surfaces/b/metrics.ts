import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { ProfileDeps } from '../../profiles/deps.ts'
import { type Metrics, readMetrics } from '../../profiles/metrics.ts'
import type { SectorDeps } from '../../sector/deps.ts'
import { readSectorStats } from '../../sector/read-sector.ts'
import { EIN_FORMS, einOf } from '../parameters.ts'
import { attribute } from './attribute.ts'
import { presentAbout } from './filing-schema.ts'
import { presentSectorMetrics, sectorMetricsData } from './metrics-sector.ts'
import { answerTimed, deepDive, noQuery } from './operation.ts'
import { answerSector } from './operation-sector.ts'
import { type MetricsData, metricsData, presentYear } from './series-schema.ts'

/** EIN 0: the aggregate record of the sector (interface part 1). */
const SECTOR = '0'
/** As the answer itself writes it. */
const SECTOR_NINE_DIGITS = '000000000'

const params = z.strictObject({
  ein: z
    .string()
    .transform((value, check) => {
      if (value === SECTOR || value === SECTOR_NINE_DIGITS) return SECTOR
      const parsed = einOf().safeParse(value)
      if (parsed.success) return parsed.data
      for (const { message } of parsed.error.issues) {
        check.addIssue({ code: 'custom', message: `${message}; or 0, the whole sector` })
      }
      return z.NEVER
    })
    .meta({
      ...EIN_FORMS,
      minimum: 0,
      not: { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: EIN_FORMS.minimum },
      pattern: `^${SECTOR}$|^${SECTOR_NINE_DIGITS}$|${EIN_FORMS.pattern}`,
      description: 'Employer Identification Number; 0 is the whole sector.',
    }),
})

/** `GET /api/v2/charity/{ein}/metrics`. */
export const metricsRoutes =
  (deps: ProfileDeps & SectorDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/charity/:ein/metrics', {
      ...deepDive({
        operationId: 'readMetrics',
        summary: 'Yearly series of figures, ratios and growth; of the whole sector for EIN 0',
        params,
        querystring: noQuery,
        data: z.union([metricsData, sectorMetricsData]),
        answer: 'MetricsEnvelope',
      }),
      handler: async (request) => {
        const { ein } = request.params
        if (ein === SECTOR) {
          return await answerSector(request, () => readSectorStats(deps), presentSectorMetrics)
        }
        const read = (timed: ProfileDeps) => readMetrics(timed, ein)
        return await answerTimed(deps, request, read, presentMetrics)
      },
    })
  }

/** The yearly series, attributed to the latest year's filing where nothing else is said. */
export function presentMetrics({ organization, form, series }: Metrics): MetricsData {
  const data = { ...presentAbout(organization), form, years: series.map(presentYear) }
  const last = series.at(-1)
  return attribute(data, last && { form, ...last })
}
