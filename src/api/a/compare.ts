import { z } from 'zod'
import { todayInUtc } from '#src/domain/days.ts'
import { FORMS } from '#src/domain/form.ts'
import { toLocation } from '#src/domain/places.ts'
import type { FigureKey } from '#src/figures/figures.ts'
import { FIGURE_KEYS, METRIC_NAMES, type MetricName, metricOf } from '#src/figures/sets.ts'
import {
  type ComparedField,
  type ComparedOrganization,
  compareOrganizations,
  isCompared,
  MAX_COMPARED,
} from '#src/organizations/compare/compare.ts'
import {
  comparedYears,
  refsOfYear,
  toMetricYears,
} from '#src/organizations/compare/metric-years.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { UNKNOWN_STATES } from '#src/organizations/figures/named-figures.ts'
import { example, FOOD_BANKS } from '../openapi/examples/demo.ts'
import { integer, listOfEins, names, oneOf, taxYear } from '../shared/parameters.ts'
import { component, optional, required } from '../shared/schemas.ts'
import { nameOf, nameOnA, type OnA } from '../shared/skin.ts'
import { readiness, toReadiness } from './diligence.ts'
import { BY_REF } from './fields.ts'
import { readOperation } from './operation.ts'
import { comparedRating, toComparedRating } from './section/rating.ts'

/** The key of each figure by its name. */
const KEYS = Object.fromEntries(FIGURE_KEYS.map((key) => [nameOnA(key), key]))
const FIGURE_NAMES = Object.keys(KEYS)

const compareQuery = z.strictObject({
  EINs: listOfEins(`1 to ${MAX_COMPARED} different nine-digit EINs, separated by commas.`, {
    least: 1,
    most: MAX_COMPARED,
  }),
  Form: oneOf(FORMS, "Form to compare. Defaults to each organization's primary form.").optional(),
  Year: taxYear(
    "Tax year to compare. Defaults to each organization's latest tax year. With Year alone, the form is the one that each organization filed for that year.",
  ),
  Figures: names(
    FIGURE_NAMES,
    'Names of figures to return instead of the main ones, separated by commas, such as Cash,Employees,OverheadRatio.',
    'figures',
  ),
  Years: integer({
    max: 30,
    fallback: undefined,
    description:
      'Number of tax years, up to the newest, to list Figures for, in Years. Default: none.',
  }),
  Metric: oneOf(
    METRIC_NAMES,
    'Metric to return for each of up to five tax years, in Series.',
  ).optional(),
})

const field = component('ComparedField', {
  key: nameOf(
    required.string('Key of the figure. All organizations have the same keys in the same order.'),
  ),
  label: required.string('Name of the line on the form.'),
  value: z
    .union([z.number(), z.boolean()])
    .optional()
    .describe('Value of the figure. Absent if unknown.'),
  unit: optional.enum(
    ['USD', 'count', 'ratio', 'months'],
    'Unit of Value. USD: whole US dollars. ratio: a fraction; for example, 0.5 is 50%. Absent if Value is absent, true, or false.',
  ),
  ref: optional.string('Ref of the value or, if Unknown is NotReadable, of the text on the line.'),
  formula: optional.string('Formula for a derived value.'),
  derivedFrom: optional.strings('Refs of the inputs of a derived value.'),
  unknown: optional.enum(UNKNOWN_STATES, 'Why the value is unknown. An unknown value is not 0.'),
  why: optional.string('The reason in Unknown, as a sentence.'),
})

const metricYear = component('ComparedYear', {
  taxYear: z.int(),
  value: optional.number('Value of the metric. Absent if unknown.'),
  unit: z.enum(['USD', 'ratio']),
  isShortYear: required.boolean('Whether the tax year is shorter than twelve months.'),
  isPrior: optional.true(
    'Present if no return for this tax year is loaded and the return for the next year states the value.',
  ),
  refs: required.strings('Ref of Value, or of the unreadable text.'),
  unknown: optional.enum(UNKNOWN_STATES, 'Why the value is unknown.'),
  why: optional.string('The reason in Unknown, as a sentence.'),
})

const year = component('ComparedFigures', {
  taxYear: z.int(),
  isShortYear: required.boolean('Whether the tax year is shorter than twelve months.'),
  isGroupReturn: required.boolean('Whether one return covers several organizations.'),
  figures: z.array(field),
})

const filing = component('ComparedFiling', {
  form: z.enum(FORMS),
  taxYear: z.int(),
  taxPeriodBegin: z.iso.date().optional(),
  taxPeriodEnd: z.iso.date(),
  isAmended: z.boolean(),
  isGroupReturn: required.boolean('Whether one return covers several organizations.'),
  sourceDocument: required.string('Object ID of the filing.'),
})

const organization = component('ComparedOrganization', {
  ein: z.string().regex(/^\d{9}$/),
  name: optional.string('Name of the organization. Absent if no loaded source lists the EIN.'),
  location: z.string().optional(),
  cause: optional.string('Label of the NTEE code in the registry.'),
  primaryForm: z.enum(FORMS).optional(),
  filing: filing
    .optional()
    .describe('Filing that all values are from. Absent if NotCompared is present.'),
  figures: z.array(field).optional(),
  years: optional.array(year, 'Figures by tax year, oldest first. Absent without Years.'),
  governance: z.array(field).optional(),
  series: optional.array(
    metricYear,
    'The requested Metric by tax year, oldest first: of the last five tax years up to Year or the newest of all organizations, those with a return on the form of Filing. Absent without Metric.',
  ),
  rating: comparedRating.optional(),
  readiness: readiness.optional().describe('Readiness as of today, based on the latest filing.'),
  notCompared: optional.string(
    'Why the organization cannot be compared. Present only if the organization, or a filing for the form and year, was not found.',
  ),
})

const response = component('Comparison', {
  organizations: required.array(organization, 'Organizations in request order.'),
  cautions: required.strings(
    'Facts that limit the comparison: different forms or years, group returns, and short years.',
  ),
  compiledAt: z.iso.datetime().optional().describe('When the data was released.'),
})
export type Comparison = z.output<OnA<typeof response, typeof BY_REF>>

export const compareRoute = readOperation(
  '/api/v2/compare',
  {
    operationId: 'compareOrganizations',
    group: 'Organizations',
    summary: 'Compare up to five organizations, or read the figures of one',
    description:
      'Returns the same figures for each organization, with their Refs, and also its governance, rating, and readiness. A rating compares each organization only with its own peers, which file the same form. If an EIN cannot be compared, NotCompared says why.',
    terms: { access: 'open', costs: 'Data', slot: 'shared' },
    examples: example('Two food banks', { query: { EINs: FOOD_BANKS.join() } }),
    request: { querystring: compareQuery },
    response,
    names: BY_REF,
  },
  async (
    deps: ProfileDeps,
    { query: { EINs, Form: form, Year: year, Metric: metric, Figures, Years: years } },
  ) => {
    const figures = Figures?.map((name) => KEYS[name] as FigureKey)
    const today = todayInUtc(deps)
    const compared = await compareOrganizations(deps, EINs, { form, year }, today, {
      ...{ figures, years },
    })
    const { organizations } = compared
    const ofMetric = metric ? comparedYears(metric, organizations.filter(isCompared), year) : []
    return {
      ...compared,
      organizations: organizations.map((one) =>
        isCompared(one)
          ? { ...toOrganization(one), series: metric && toYears(one, metric, ofMetric) }
          : {
              ...one,
              readiness: one.readiness && toReadiness(one.readiness),
              notCompared: one.error.message,
            },
      ),
    }
  },
)

const toYears = (one: ComparedOrganization, metric: MetricName, years: readonly number[]) =>
  toMetricYears(metric, one, years).map((year) => ({
    ...year,
    value: year.unknown ? undefined : year.figure.value,
    unit: metricOf(metric).unit,
    refs: refsOfYear(year),
    unknown: year.unknown?.state,
    why: year.unknown?.why,
  }))

const toOrganization = ({ filing, ...one }: ComparedOrganization) => ({
  ...one,
  location: toLocation(one),
  cause: one.cause?.label,
  filing: { ...filing, sourceDocument: filing.objectId },
  figures: one.figures.map(toField),
  years: one.years?.map((year) => ({ ...year, figures: year.figures.map(toField) })),
  governance: one.governance.map(toField),
  rating: toComparedRating(one.rating),
  readiness: one.readiness && toReadiness(one.readiness),
})

function toField(field: ComparedField<string>) {
  if (field.unknown) {
    const { state, why, ref } = field.unknown
    return { key: field.key, label: field.label, unknown: state, why, ref }
  }
  const { value } = field
  return { ...field, value: typeof value === 'string' ? undefined : value }
}
