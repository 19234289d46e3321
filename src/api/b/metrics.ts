import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { FORMS } from '#src/domain/form.ts'
import { SERIES_FIGURES, SERIES_RATIOS } from '#src/figures/sets.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { readMetrics, type SeriesYear } from '#src/organizations/figures/series.ts'
import { readSummary } from '#src/organizations/page/summary.ts'
import { AGREEMENTS, MATCH_METHODS, RESTRICTION_LISTS } from '#src/rating/restriction.ts'
import { readSectorStats, type SectorDeps } from '#src/sector/read-sector.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { EIN_FORMS, noQuery, pathEin, refuse } from '../shared/parameters.ts'
import { component } from '../shared/schemas.ts'
import { sentence } from './fields.ts'
import { byName, numberFigure } from './figure.ts'
import { dataOf, deepDive, operation, wrap } from './operation.ts'
import { describeLag } from './profile/route.ts'
import { presentSectorMetrics, sectorMetricsData } from './sector.ts'

const seriesYear = component('SeriesYearB', {
  taxYear: z.int(),
  objectId: z.string(),
  taxPeriodBegin: z.string().optional(),
  taxPeriodEnd: z.string(),
  isShortYear: z.boolean(),
  isAmended: z.boolean(),
  isGroupReturn: z.boolean(),
  figures: byName(SERIES_FIGURES, numberFigure),
  ratios: byName(SERIES_RATIOS, numberFigure),
  notReadable: byName(SERIES_FIGURES, z.string()).optional(),
})

/** Returns a year of the primary form; it may lack the list of unreadable lines. */
const toYear = ({ derived, unreadable, ...year }: SeriesYear) => ({
  ...year,
  ratios: derived,
  notReadable: Object.keys(unreadable).length > 0 ? unreadable : undefined,
})

const series = dataOf(
  {
    form: z.enum(FORMS),
    years: z.array(seriesYear),
  },
  {},
)
export const metricsData = series.schema

/** EIN 0 represents the whole sector. */
const SECTOR = '0'
/** The form that the response uses. */
const SECTOR_NINE_DIGITS = '000000000'

const ofOrganization = pathEin()

const params = z.strictObject({
  ein: z
    .string()
    .transform((value, check) => {
      if (value === SECTOR || value === SECTOR_NINE_DIGITS) return SECTOR
      const parsed = ofOrganization.safeParse(value)
      if (parsed.success) return parsed.data
      for (const { message } of parsed.error.issues) {
        refuse(check, 'value_error', `${message}, or 0 for the whole sector`)
      }
      return z.NEVER
    })
    .meta({
      ...EIN_FORMS,
      minimum: 0,
      not: { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: EIN_FORMS.minimum },
      pattern: `^${SECTOR}$|^${SECTOR_NINE_DIGITS}$|${EIN_FORMS.pattern}`,
      description: 'Employer Identification Number (EIN), or 0 for the whole sector.',
    }),
})

export const metricsRoute =
  (deps: ProfileDeps & SectorDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/charity/:ein/metrics', {
      ...operation({
        operationId: 'readMetrics',
        examples: example('An organization', { path: inPath(DEMO.turkanaWells) }),
        summary:
          'Get yearly figures, ratios, and growth for an organization or for the sector (EIN 0)',
        request: { params, querystring: noQuery },
        data: z.union([metricsData, sectorMetricsData]),
        envelope: 'MetricsEnvelope',
        slot: 'both',
      }),
      handler: async (request) => {
        const { ein } = request.params
        if (ein === SECTOR) return wrap(presentSectorMetrics(await readSectorStats(deps)))
        const { organization, form, series: years } = await readMetrics(deps, ein)
        const latest = years.at(-1)
        // The default source is the latest year's filing.
        const home = latest && { ...latest, form }
        return wrap(series.present({ organization }, { form, years: years.map(toYear) }, home))
      },
    })
  }

const restriction = component('RestrictionMatch', {
  list: z.enum(RESTRICTION_LISTS),
  entry: z.string(),
  subject: z.enum(['organization', 'officer']),
  subjectName: z.string(),
  subjectRef: z.string(),
  listedName: z.string(),
  method: z.enum(MATCH_METHODS),
  agreed: z.array(z.enum(AGREEMENTS)),
  status: z.enum(['Confirmed', 'Review']),
  programs: z.array(z.string()),
  ref: z.string(),
})

const readiness = component('ReadinessB', {
  label: z.enum(['Clear', 'Needs review', 'Compliance issue flagged']),
  tone: z.enum(['Good', 'Caution', 'Concern', 'Neutral']),
  reviewReasons: z.array(z.string()),
  restrictionStatus: z.enum(['Confirmed', 'Review', 'Clear']).optional(),
  restrictions: z.array(restriction).optional(),
})

export const summaryRoute = deepDive('/api/v2/charity/:ein/summary', {
  operationId: 'readSummary',
  examples: example('An organization', { path: inPath(DEMO.turkanaWells) }),
  summary: 'Get a decision summary and a multi-year financial series',
  envelope: 'SummaryEnvelope',
  data: {
    latestYear: z.int(),
    note: z.string(),
    decisionSummary: z.array(sentence),
    readiness,
    series: z.array(seriesYear),
  },
  read: (deps, { ein }) => readSummary(deps, ein),
  present: ({ organization, filing, sentences, series, readiness }) => ({
    latestYear: filing.taxYear,
    note: describeLag(filing),
    decisionSummary: sentences,
    readiness: {
      ...readiness,
      restrictionStatus: readiness.restriction?.status,
      restrictions: readiness.restriction && organization.restrictions,
    },
    series: series.map(toYear),
  }),
})
