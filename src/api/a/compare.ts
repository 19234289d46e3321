import { z } from 'zod'
import { todayInUtc } from '#src/domain/days.ts'
import { FORMS } from '#src/domain/form.ts'
import { toLocation } from '#src/domain/places.ts'
import { FIGURE_KEYS, type FigureKey } from '#src/figures/figures.ts'
import {
  type ComparedField,
  type ComparedOrganization,
  compareOrganizations,
  isCompared,
  MAX_COMPARED,
} from '#src/organizations/compare/compare.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { UNKNOWN_STATES } from '#src/organizations/figures/named-figures.ts'
import { example, FOOD_BANKS } from '../openapi/examples/demo.ts'
import { formOrPrimary, integer, listOfEins, names, taxYear } from '../shared/parameters.ts'
import { component } from '../shared/schemas.ts'
import { nameOf, nameOnA, type OnA } from '../shared/skin.ts'
import { readiness, toReadiness } from './diligence.ts'
import { BY_REF } from './fields.ts'
import { readOperation } from './operation.ts'
import { comparedRating, toComparedRating } from './section/rating.ts'

/** The key of each figure by its name. */
const KEYS = Object.fromEntries(FIGURE_KEYS.map((key) => [nameOnA(key), key]))
const FIGURE_NAMES = Object.keys(KEYS)

const compareQuery = z.strictObject({
  EINs: listOfEins(
    `1 to ${MAX_COMPARED} different nine-digit EINs, separated by commas.`,
    MAX_COMPARED,
  ),
  Form: formOrPrimary,
  Year: taxYear(
    "Defaults to each organization's latest tax year. With Year alone, the form is the one that each filed for that year.",
  ),
  Figures: names(
    FIGURE_NAMES,
    'Figures to return instead of the main ones, such as Cash,Employees,OverheadRatio.',
    'figures',
    '; the tool compare of /mcp lists all figures',
  ),
  Years: integer({
    max: 30,
    fallback: undefined,
    description: 'Number of tax years to list Figures for, in Years.',
  }),
})

const field = component('ComparedField', {
  key: nameOf(z.string()),
  label: z.string(),
  value: z.union([z.number(), z.boolean()]).optional(),
  unit: z.enum(['USD', 'count', 'ratio', 'months']).optional().describe('A ratio of 0.5 is 50%.'),
  ref: z.string().optional(),
  formula: z.string().optional(),
  derivedFrom: z.array(z.string()).optional(),
  unknown: z.enum(UNKNOWN_STATES).optional(),
  why: z.string().optional(),
})

const year = component('ComparedFigures', {
  taxYear: z.int(),
  isShortYear: z.boolean(),
  isGroupReturn: z.boolean(),
  figures: z.array(field),
})

const filing = component('ComparedFiling', {
  form: z.enum(FORMS),
  taxYear: z.int(),
  taxPeriodBegin: z.iso.date().optional(),
  taxPeriodEnd: z.iso.date(),
  isAmended: z.boolean(),
  isGroupReturn: z.boolean(),
  sourceDocument: z.string(),
})

const organization = component('ComparedOrganization', {
  ein: z.string().regex(/^\d{9}$/),
  name: z.string().optional(),
  location: z.string().optional(),
  cause: z.string().optional(),
  primaryForm: z.enum(FORMS).optional(),
  filing: filing.optional(),
  figures: z.array(field).optional(),
  years: z.array(year).optional(),
  governance: z.array(field).optional(),
  rating: comparedRating.optional(),
  readiness: readiness.optional(),
  notCompared: z.string().optional(),
})

const response = component('Comparison', {
  organizations: z.array(organization),
  cautions: z.array(z.string()),
  compiledAt: z.iso.datetime().optional(),
})
export type Comparison = z.output<OnA<typeof response, typeof BY_REF>>

export const compareRoute = readOperation(
  '/api/v2/compare',
  {
    operationId: 'compareOrganizations',
    group: 'Organizations',
    summary: 'Compare up to five organizations, or read the figures of one',
    description:
      'Returns the same figures for each organization, and its governance, rating, and readiness. A rating compares it only with its own peers, which file the same form.',
    terms: { access: 'open', costs: 'Data', slot: 'store' },
    examples: example('Two food banks', { query: { EINs: FOOD_BANKS.join() } }),
    request: { querystring: compareQuery },
    response,
    names: BY_REF,
  },
  async (deps: ProfileDeps, { query: { EINs, Form: form, Year: year, Figures, Years: years } }) => {
    const figures = Figures?.map((name) => KEYS[name] as FigureKey)
    const today = todayInUtc(deps)
    const compared = await compareOrganizations(deps, EINs, { form, year }, today, {
      ...{ figures, years },
    })
    return {
      ...compared,
      organizations: compared.organizations.map((one) =>
        isCompared(one)
          ? toOrganization(one)
          : {
              ...one,
              readiness: one.readiness && toReadiness(one.readiness),
              notCompared: one.error.message,
            },
      ),
    }
  },
)

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
