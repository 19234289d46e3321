import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { FORMS } from '#src/domain/form.ts'
import { SERIES_FIGURES, SERIES_RATIOS } from '#src/figures/sets.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { type Metrics, readMetrics, type SeriesYear } from '#src/organizations/figures/series.ts'
import type { Organization } from '#src/organizations/organization.ts'
import { readSummary, type Summary } from '#src/organizations/page/summary.ts'
import type { Readiness } from '#src/rating/diligence.ts'
import {
  AGREEMENTS,
  MATCH_METHODS,
  RESTRICTION_LISTS,
  type Restriction,
} from '#src/rating/restriction.ts'
import { readSectorStats, type SectorDeps } from '#src/sector/read-sector.ts'
import { DEMO, example, inPath } from '../openapi/examples/demo.ts'
import { noQuery, PATH_EIN_FORMS, pathEin, refuse } from '../shared/parameters.ts'
import { component, optional, required } from '../shared/schemas.ts'
import { attribute } from './attribute.ts'
import { evidenceRegistry } from './evidence.ts'
import { about, filing, presentAbout, presentFiling, presentSentence, sentence } from './fields.ts'
import { fieldsOf, numberFigure, presentFigure, src, toSnakeCase, toSnakeFields } from './figure.ts'
import { deepDive, operation, wrap } from './operation.ts'
import { describeLag } from './profile/route.ts'
import { presentSectorMetrics, sectorMetricsData } from './sector.ts'

const seriesYear = component('SeriesYearB', {
  tax_year: z.int(),
  object_id: z.string(),
  tax_period_begin: z.string().optional(),
  tax_period_end: z.string(),
  short_year: required.boolean(
    "Whether the period is shorter than twelve months. Don't compare a short year with full years.",
  ),
  amended: z.boolean(),
  group_return: z.boolean(),
  figures: fieldsOf(SERIES_FIGURES, numberFigure).describe('Whole US dollars.'),
  ratios: fieldsOf(SERIES_RATIOS, numberFigure).describe(
    'Ratios and growth as decimals: 0.25 is 25%.',
  ),
  not_readable: fieldsOf(SERIES_FIGURES, z.string())
    .optional()
    .describe('Refs of lines whose filed text is not an amount, keyed by figure.'),
  _src: src,
})

/** Presents a year of the primary form. */
const presentYear = (year: SeriesYear): z.output<typeof seriesYear> => ({
  ...toSnakeFields(year, 'taxYear', 'objectId', 'taxPeriodBegin', 'taxPeriodEnd'),
  short_year: year.isShortYear,
  amended: year.isAmended,
  group_return: year.isGroupReturn,
  figures: presentFigures(year.figures),
  ratios: presentFigures(year.derived),
  ...presentUnreadable(year),
})

const presentFigures = (figures: SeriesYear['figures'] | SeriesYear['derived']) =>
  Object.fromEntries(
    Object.entries(figures).map(([key, figure]) => [toSnakeCase(key), presentFigure(figure)]),
  )

function presentUnreadable({ unreadable }: SeriesYear) {
  const refs = Object.entries(unreadable).map(([key, ref]) => [toSnakeCase(key), ref])
  return refs.length > 0 && { not_readable: Object.fromEntries(refs) }
}

export const metricsData = z.strictObject({
  ...about,
  form: required.enum(FORMS, 'Primary form. Years with only other forms are not listed.'),
  years: required.array(
    seriesYear,
    'One entry per tax year, oldest first. If a year is missing, no return on the primary form is loaded for it.',
  ),
  evidence: evidenceRegistry,
})
type MetricsData = z.output<typeof metricsData>

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
        return wrap(presentMetrics(await readMetrics(deps, ein)))
      },
    })
  }

/** The default source is the latest year's filing. */
function presentMetrics({ organization, form, series }: Metrics): MetricsData {
  const data = { ...presentAbout(organization), form, years: series.map(presentYear) }
  const last = series.at(-1)
  return attribute(data, last && { form, ...last })
}

const restriction = component('RestrictionMatch', {
  list: z.enum(RESTRICTION_LISTS),
  entry: required.string('Entry number (OFAC) or exclusion number (SAM).'),
  subject: z.enum(['organization', 'officer']),
  subject_name: required.string('Name that matches, as filed or registered.'),
  subject_ref: z.string(),
  listed_name: z.string(),
  method: required.enum(MATCH_METHODS, 'How the name matched.'),
  agreed: required.array(z.enum(AGREEMENTS), 'Other details that agree with the entry.'),
  status: z.enum(['Confirmed', 'Review']),
  programs: z.array(z.string()),
  ref: required.string('Ref of the entry.'),
  _src: src,
})

const readiness = component('ReadinessB', {
  label: z.enum(['Clear', 'Needs review', 'Compliance issue flagged']),
  tone: required.enum(
    ['Good', 'Caution', 'Concern', 'Neutral'],
    'Neutral: it needs review only because data is missing.',
  ),
  review_reasons: required.strings('Reasons for review, each with its source.'),
  restriction_status: optional.enum(
    ['Confirmed', 'Review', 'Clear'],
    'Absent, like `restrictions`, if no restriction list is loaded.',
  ),
  restrictions: optional.array(
    restriction,
    'Entries that match or may match the organization or an officer.',
  ),
  _src: src,
})

export const summaryData = z.strictObject({
  ...about,
  latest_year: z.int(),
  note: required.string(
    'States the period that the figures cover and when the IRS publishes returns.',
  ),
  filing,
  decision_summary: z.array(sentence),
  readiness,
  series: required.array(seriesYear, 'Years of the primary form, oldest first.'),
  evidence: evidenceRegistry,
})

export const summaryRoute = deepDive('/api/v2/charity/:ein/summary', {
  operationId: 'readSummary',
  examples: example('An organization', { path: inPath(DEMO.turkanaWells) }),
  summary: 'Get a decision summary and a multi-year financial series',
  data: summaryData,
  envelope: 'SummaryEnvelope',
  read: (deps, { ein }) => readSummary(deps, ein),
  present: presentSummary,
})

function presentSummary(found: Summary): z.output<typeof summaryData> {
  const { organization, filing: latest, sentences, series, readiness } = found
  const data = {
    ...presentAbout(organization),
    latest_year: latest.taxYear,
    note: describeLag(latest),
    filing: presentFiling(latest),
    decision_summary: sentences.map(presentSentence),
    readiness: presentReadiness(readiness, organization),
    series: series.map(presentYear),
  }
  return attribute(data, latest)
}

const presentReadiness = (readiness: Readiness, { restrictions }: Organization) => ({
  ...toSnakeFields(readiness, 'label', 'tone', 'reviewReasons'),
  ...(readiness.restriction && {
    restriction_status: readiness.restriction.status,
    restrictions: restrictions.map(presentRestriction),
  }),
})

const presentRestriction = (match: Restriction) => ({
  ...toSnakeFields(match, 'list', 'entry', 'subject', 'subjectName', 'subjectRef', 'listedName'),
  ...toSnakeFields(match, 'method', 'agreed', 'status', 'programs', 'ref'),
})
