import { z } from 'zod'
import { todayInUtc } from '#src/domain/days.ts'
import { FORMS } from '#src/domain/form.ts'
import { toLocation } from '#src/domain/places.ts'
import { METRIC_NAMES, type MetricName, metricOf } from '#src/figures/sets.ts'
import {
  type Comparison as Compared,
  type ComparedField,
  type ComparedOrganization,
  compareOrganizations,
  isCompared,
  MAX_COMPARED,
  MIN_COMPARED,
  type NotCompared,
} from '#src/organizations/compare/compare.ts'
import {
  comparedYears,
  refsOfYear,
  toMetricYears,
} from '#src/organizations/compare/metric-years.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { UNKNOWN_STATES } from '#src/organizations/figures/named-figures.ts'
import type { FilingSummary } from '#src/organizations/organization.ts'
import { example, FOOD_BANKS } from '../openapi/examples/demo.ts'
import { listOfEins, oneOf, taxYear } from '../shared/parameters.ts'
import { component, optional, required } from '../shared/schemas.ts'
import { presenterOf, skin } from '../shared/skin.ts'
import { presentReadiness, readiness } from './diligence.ts'
import { BY_REF, fieldName, toFields } from './fields.ts'
import { getOperation } from './operation.ts'
import { comparedRating, toComparedRating } from './section/rating.ts'

const compareQuery = z.strictObject({
  EINs: listOfEins(
    `${MIN_COMPARED} to ${MAX_COMPARED} different nine-digit EINs, separated by commas.`,
    { least: MIN_COMPARED, most: MAX_COMPARED },
  ),
  Form: oneOf(FORMS, "Form to compare. Defaults to each organization's primary form.").optional(),
  Year: taxYear(
    "Tax year to compare. Defaults to each organization's latest tax year. With Year alone, the form is the one that each organization filed for that year.",
  ),
  Metric: oneOf(
    METRIC_NAMES,
    'Metric to return for each of up to five tax years, in Series. Overhead is the administrative ratio plus the fundraising ratio.',
  ).optional(),
})

const field = component('ComparedField', {
  Key: required.string(
    'Key of the figure. All organizations have the same keys in the same order.',
  ),
  Label: required.string('Name of the line on the form.'),
  Value: z
    .union([z.number(), z.boolean()])
    .optional()
    .describe('Value of the figure. Absent if unknown.'),
  Unit: optional.enum(
    ['USD', 'count', 'ratio', 'months'],
    'Unit of Value. USD: whole US dollars. ratio: a fraction; for example, 0.5 is 50%. Absent if Value is absent, true, or false.',
  ),
  EvidenceRef: optional.string(
    'Ref of the value or, if Unknown is NotReadable, of the text on the line.',
  ),
  Formula: optional.string('Formula for a derived value.'),
  DerivedFrom: optional.strings('Refs of the inputs of a derived value.'),
  Unknown: optional.enum(UNKNOWN_STATES, 'Why the value is unknown. An unknown value is not 0.'),
  Why: optional.string('The reason in Unknown, as a sentence.'),
})

const metricYear = component('ComparedYear', {
  TaxYear: z.int(),
  Value: optional.number('Value of the metric. Absent if unknown.'),
  Unit: z.enum(['USD', 'ratio']),
  ShortYear: required.boolean('Whether the tax year is shorter than twelve months.'),
  IsPriorYear: optional.true(
    'Present if no return for this tax year is loaded and the return for the next year states the value.',
  ),
  EvidenceRefs: required.strings(
    'Refs of the figures that add up to Value, or of the unreadable text.',
  ),
  Unknown: optional.enum(UNKNOWN_STATES, 'Why the value is unknown.'),
  Why: optional.string('The reason in Unknown, as a sentence.'),
})

const filing = component('ComparedFiling', {
  Form: z.enum(FORMS),
  TaxYear: z.int(),
  TaxPeriodBegin: z.iso.date().optional(),
  TaxPeriodEnd: z.iso.date(),
  Amended: z.boolean(),
  GroupReturn: required.boolean('Whether one return covers several organizations.'),
  SourceDocument: required.string('Object ID of the filing.'),
})

const organization = component('ComparedOrganization', {
  EIN: z.string().regex(/^\d{9}$/),
  Name: optional.string('Name of the organization. Absent if no loaded source lists the EIN.'),
  Location: z.string().optional(),
  Cause: optional.string('Label of the NTEE code in the registry.'),
  PrimaryForm: z.enum(FORMS).optional(),
  Filing: filing
    .optional()
    .describe('Filing that all values are from. Absent if NotCompared is present.'),
  Figures: z.array(field).optional(),
  Governance: z.array(field).optional(),
  Series: optional.array(
    metricYear,
    'The requested Metric by tax year, oldest first: of the last five tax years up to Year or the newest of all organizations, those with a return on the form of Filing. Absent without Metric.',
  ),
  Rating: skin(comparedRating, 'A', BY_REF).optional(),
  Readiness: readiness.optional().describe('Readiness as of today, based on the latest filing.'),
  NotCompared: optional.string(
    'Why the organization cannot be compared. Present only if the organization, or a filing for the form and year, was not found.',
  ),
})

export const comparison = component('Comparison', {
  Organizations: required.array(organization, 'Organizations in request order.'),
  Cautions: required.strings(
    'Facts that limit the comparison: different forms or years, group returns, and short years.',
  ),
  CompiledAt: z.iso.datetime().optional().describe('When the data was released.'),
})
export type Comparison = z.output<typeof comparison>

export const compareRoute = getOperation(
  '/api/v2/compare',
  {
    operationId: 'compareOrganizations',
    group: 'Organizations',
    summary: 'Compare two to five organizations',
    description:
      'Returns the same figures for each organization, with their Refs, and also its governance, rating, and readiness. A rating compares each organization only with its own peers, which file the same form. If an EIN cannot be compared, NotCompared says why.',
    terms: { access: 'open', costs: 'Data', slot: 'shared' },
    examples: example('Two food banks', { query: { EINs: FOOD_BANKS.join() } }),
    request: { querystring: compareQuery },
    response: comparison,
  },
  async (deps: ProfileDeps, { query: { EINs, Form: form, Year: year, Metric } }) =>
    presentComparison(await compareOrganizations(deps, EINs, { form, year }, todayInUtc(deps)), {
      metric: Metric,
      year,
    }),
)

const presentRating = presenterOf(comparedRating, 'A', BY_REF)

type Shown = Comparison['Organizations'][number]

type Asked = { metric: MetricName | undefined; year: number | undefined }

function presentComparison(
  { organizations, cautions, compiledAt }: Compared,
  { metric, year }: Asked,
): Comparison {
  const years = metric ? comparedYears(metric, organizations.filter(isCompared), year) : []
  return {
    Organizations: organizations.map((one) =>
      isCompared(one)
        ? { ...presentCompared(one), ...(metric && { Series: presentSeries(one, metric, years) }) }
        : presentNotCompared(one),
    ),
    Cautions: cautions,
    CompiledAt: compiledAt,
  }
}

const presentSeries = (
  one: ComparedOrganization,
  metric: MetricName,
  years: readonly number[],
): NonNullable<Shown['Series']> =>
  toMetricYears(metric, one, years).map((year) => ({
    TaxYear: year.taxYear,
    Value: year.unknown ? undefined : year.value,
    Unit: metricOf(metric).unit,
    ShortYear: year.isShortYear,
    IsPriorYear: year.isPrior,
    EvidenceRefs: refsOfYear(year),
    Unknown: year.unknown?.state,
    Why: year.unknown?.why,
  }))

const presentNotCompared = ({ ein, name, readiness, error }: NotCompared): Shown => ({
  EIN: ein,
  Name: name,
  Readiness: readiness && presentReadiness(readiness),
  NotCompared: error.message,
})

const presentCompared = (one: ComparedOrganization): Shown => ({
  EIN: one.ein,
  Name: one.name,
  Location: toLocation(one),
  Cause: one.cause?.label,
  PrimaryForm: one.primaryForm ?? undefined,
  Filing: presentFiling(one.filing),
  Figures: one.figures.map(presentField),
  Governance: one.governance.map(presentField),
  Rating: presentRating(toComparedRating(one.rating)),
  Readiness: one.readiness && presentReadiness(one.readiness),
})

const presentFiling = (filing: FilingSummary): NonNullable<Shown['Filing']> => ({
  ...toFields(filing, 'form', 'taxYear', 'taxPeriodBegin', 'taxPeriodEnd'),
  Amended: filing.isAmended,
  GroupReturn: filing.isGroupReturn,
  SourceDocument: filing.objectId,
})

function presentField(field: ComparedField<string>): NonNullable<Shown['Figures']>[number] {
  const named = { Key: fieldName(field.key), Label: field.label }
  if (field.unknown) {
    const { state, why, ref } = field.unknown
    return { ...named, Unknown: state, Why: why, EvidenceRef: ref }
  }
  const { value, unit, ref, formula, derivedFrom } = field
  return {
    ...named,
    Value: typeof value === 'string' ? undefined : value,
    EvidenceRef: ref,
    ...toFields({ unit, formula, derivedFrom }),
  }
}
