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
import { noQuery, PATH_EIN_FORMS, pathEin, refuse } from '../shared/parameters.ts'
import { component, optional, required } from '../shared/schemas.ts'
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
  isShortYear: required.boolean(
    "Whether the period is shorter than twelve months. Don't compare a short year with full years.",
  ),
  isAmended: z.boolean(),
  isGroupReturn: z.boolean(),
  figures: byName(SERIES_FIGURES, numberFigure).describe('Whole US dollars.'),
  ratios: byName(SERIES_RATIOS, numberFigure).describe(
    'Ratios and growth as decimals: 0.25 is 25%.',
  ),
  notReadable: byName(SERIES_FIGURES, z.string())
    .optional()
    .describe('Refs of lines whose filed text is not an amount, keyed by figure.'),
})

/** Returns a year of the primary form; it may lack the list of unreadable lines. */
const toYear = ({ derived, unreadable, ...year }: SeriesYear) => ({
  ...year,
  ratios: derived,
  notReadable: Object.keys(unreadable).length > 0 ? unreadable : undefined,
})

const series = dataOf(
  {
    form: required.enum(FORMS, 'Primary form. Years with only other forms are not listed.'),
    years: required.array(
      seriesYear,
      'One entry per tax year, oldest first. If a year is missing, no return on the primary form is loaded for it.',
    ),
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
      ...PATH_EIN_FORMS,
      minimum: 0,
      not: { type: 'integer', exclusiveMinimum: 0, exclusiveMaximum: PATH_EIN_FORMS.minimum },
      pattern: `^${SECTOR}$|^${SECTOR_NINE_DIGITS}$|${PATH_EIN_FORMS.pattern}`,
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
  entry: required.string('Entry number (OFAC) or exclusion number (SAM).'),
  subject: z.enum(['organization', 'officer']),
  subjectName: required.string('Name that matches, as filed or registered.'),
  subjectRef: z.string(),
  listedName: z.string(),
  method: required.enum(MATCH_METHODS, 'How the name matched.'),
  agreed: required.array(z.enum(AGREEMENTS), 'Other details that agree with the entry.'),
  status: z.enum(['Confirmed', 'Review']),
  programs: z.array(z.string()),
  ref: required.string('Ref of the entry.'),
})

const readiness = component('ReadinessB', {
  label: z.enum(['Clear', 'Needs review', 'Compliance issue flagged']),
  tone: required.enum(
    ['Good', 'Caution', 'Concern', 'Neutral'],
    'Neutral: it needs review only because data is missing.',
  ),
  reviewReasons: required.strings('Reasons for review, each with its source.'),
  restrictionStatus: optional.enum(
    ['Confirmed', 'Review', 'Clear'],
    'Absent, like `restrictions`, if no restriction list is loaded.',
  ),
  restrictions: optional.array(
    restriction,
    'Entries that match or may match the organization or an officer.',
  ),
})

export const summaryRoute = deepDive('/api/v2/charity/:ein/summary', {
  operationId: 'readSummary',
  examples: example('An organization', { path: inPath(DEMO.turkanaWells) }),
  summary: 'Get a decision summary and a multi-year financial series',
  envelope: 'SummaryEnvelope',
  data: {
    latestYear: z.int(),
    note: required.string(
      'States the period that the figures cover and when the IRS publishes returns.',
    ),
    decisionSummary: z.array(sentence),
    readiness,
    series: required.array(seriesYear, 'Years of the primary form, oldest first.'),
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
