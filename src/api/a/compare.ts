import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { FORMS } from '#src/domain/form.ts'
import { toLocation } from '#src/domain/places.ts'
import {
  type Comparison as Compared,
  type ComparedField,
  type ComparedOrganization,
  compareOrganizations,
  isCompared,
  LEAST_COMPARED,
  MOST_COMPARED,
  type NotCompared,
} from '#src/organizations/compare/compare.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { todayInUtc } from '#src/organizations/diligence/diligence.ts'
import { UNKNOWN_STATES } from '#src/organizations/figures/named-figures.ts'
import type { FilingSummary } from '#src/organizations/organization.ts'
import type { RatingOutline } from '#src/organizations/page/rating-view.ts'
import { example, FOOD_BANKS } from '../openapi/examples/demo.ts'
import { listOfEins, oneOf, taxYear } from '../shared/parameters.ts'
import { presentReadiness, readiness } from './diligence.ts'
import { fieldName } from './fields.ts'
import { operation } from './operation.ts'
import { presentCategory, ratingCategory } from './section/rating.ts'

const compareQuery = z.strictObject({
  EINs: listOfEins(
    `${LEAST_COMPARED} to ${MOST_COMPARED} EINs of nine digits each, separated by commas, each once.`,
    { least: LEAST_COMPARED, most: MOST_COMPARED },
  ),
  Form: oneOf(
    FORMS,
    'Form to compare; the primary form of each organization when left out.',
  ).optional(),
  Year: taxYear(
    'Tax year to compare; the latest filing of each when left out. Without Form, a year for which the primary form was not filed opens the form that was.',
  ),
})

const field = z
  .strictObject({
    Key: z.string().describe('The same in every organization, in the same order.'),
    Label: z.string().describe('What its line is called on the form of the filing.'),
    Value: z.union([z.number(), z.boolean()]).optional().describe('Absent where it is not known.'),
    Unit: z
      .enum(['USD', 'count', 'ratio', 'months'])
      .optional()
      .describe('Whole US dollars, or shares of 1; answers have none.'),
    EvidenceRef: z
      .string()
      .optional()
      .describe('Of the value; with NotReadable, of the text on the line.'),
    Formula: z.string().optional().describe('How a derived value is computed.'),
    DerivedFrom: z.array(z.string()).optional().describe('Refs of what it is computed from.'),
    Unknown: z
      .enum(UNKNOWN_STATES)
      .optional()
      .describe(
        'In place of a value: the line is blank, it holds a text that is no value, the form has none, or it is computed from a value that is not known. None of them is 0.',
      ),
    Why: z.string().optional().describe('Why it is not known.'),
  })
  .meta({ id: 'ComparedField' })

const rating = z
  .strictObject({
    State: z.enum(['Scored', 'NotEnoughData', 'NotRatedHere']),
    Score: z.number().min(0).max(100).optional(),
    Verdict: z.enum(['Strong', 'Good', 'Mixed', 'Weak']).optional(),
    PolicyVersion: z.string(),
    BottomLine: z.string(),
    EvidenceRef: z.string().optional().describe('Of the score.'),
    Categories: z.array(ratingCategory).describe('Empty where the form is not rated.'),
  })
  .meta({ id: 'ComparedRating' })

const filing = z
  .strictObject({
    Form: z.enum(FORMS),
    TaxYear: z.int(),
    TaxPeriodBegin: z.iso.date().optional(),
    TaxPeriodEnd: z.iso.date(),
    Amended: z.boolean(),
    GroupReturn: z.boolean().describe('One return for several organizations.'),
    SourceDocument: z.string().describe('Object id of the filing.'),
  })
  .meta({ id: 'ComparedFiling' })

const organization = z
  .strictObject({
    EIN: z.string().regex(/^\d{9}$/),
    Name: z.string().optional().describe('Absent for an EIN that nothing loaded names.'),
    Location: z.string().optional(),
    Cause: z.string().optional().describe('Label of the code the registry classifies it by.'),
    PrimaryForm: z.enum(FORMS).optional(),
    Filing: filing.optional().describe('The filing all that follows is read from.'),
    Figures: z.array(field).optional(),
    Governance: z.array(field).optional(),
    Rating: rating.optional(),
    Readiness: readiness.optional().describe('As of today, by its latest filing.'),
    NotCompared: z
      .string()
      .optional()
      .describe('Why there is nothing to compare: no such organization, filing, form or year.'),
  })
  .meta({ id: 'ComparedOrganization' })

export const comparison = z
  .strictObject({
    Organizations: z.array(organization).describe('In request order.'),
    Cautions: z
      .array(z.string())
      .describe(
        'What makes the figures hard to compare: other forms, other years, group returns, short years.',
      ),
    CompiledAt: z.iso.datetime().optional().describe('When the data was released.'),
  })
  .meta({ id: 'Comparison' })
export type Comparison = z.output<typeof comparison>

const DESCRIPTION =
  'The same figures of each organization with their Refs, governance, rating and readiness, of their latest filings or of one form and year. Ratings rank each organization among peers of its own kind and size. An EIN that cannot be compared keeps its place, and NotCompared says why.'

export const compareRoutes =
  (deps: ProfileDeps): FastifyPluginAsyncZod =>
  async (app) => {
    app.get('/api/v2/compare', {
      ...operation({
        operationId: 'compareOrganizations',
        group: 'Organizations',
        summary: 'Two to five organizations side by side',
        description: DESCRIPTION,
        terms: { access: 'open', costs: 'Data', slot: 'shared' },
        examples: example('Two food banks side by side', {
          query: { EINs: FOOD_BANKS.join() },
        }),
        request: { querystring: compareQuery },
        response: comparison,
      }),
      handler: async ({ query: { EINs, Form: form, Year: year } }) =>
        presentComparison(await compareOrganizations(deps, EINs, { form, year }, todayInUtc())),
    })
  }

type Shown = Comparison['Organizations'][number]

/** An unknown value says why. */
const presentComparison = ({ organizations, cautions, compiledAt }: Compared): Comparison => ({
  Organizations: organizations.map((one) =>
    isCompared(one) ? presentCompared(one) : presentNotCompared(one),
  ),
  Cautions: cautions,
  CompiledAt: compiledAt,
})

const presentNotCompared = ({ ein, name, readiness, why }: NotCompared): Shown => ({
  EIN: ein,
  Name: name,
  ...(readiness && { Readiness: presentReadiness(readiness) }),
  NotCompared: why,
})

function presentCompared(one: ComparedOrganization): Shown {
  const location = toLocation(one)
  return {
    EIN: one.ein,
    Name: one.name,
    Location: location,
    ...(one.cause && { Cause: one.cause.label }),
    ...(one.primaryForm && { PrimaryForm: one.primaryForm }),
    Filing: presentFiling(one.filing),
    Figures: one.figures.map(presentField),
    Governance: one.governance.map(presentField),
    Rating: presentOutline(one.rating),
    ...(one.readiness && { Readiness: presentReadiness(one.readiness) }),
  }
}

const presentFiling = (filing: FilingSummary): NonNullable<Shown['Filing']> => ({
  Form: filing.form,
  TaxYear: filing.taxYear,
  TaxPeriodBegin: filing.taxPeriodBegin ?? undefined,
  TaxPeriodEnd: filing.taxPeriodEnd,
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
    ...(typeof value !== 'string' && { Value: value }),
    ...(unit && { Unit: unit }),
    EvidenceRef: ref,
    Formula: formula,
    ...(derivedFrom && { DerivedFrom: derivedFrom }),
  }
}

const presentOutline = ({
  verdict,
  categories,
  evidence,
}: RatingOutline): NonNullable<Shown['Rating']> => ({
  State: verdict.state,
  Score: verdict.score,
  Verdict: verdict.band,
  PolicyVersion: verdict.policyVersion,
  BottomLine: verdict.bottomLine,
  ...(evidence && { EvidenceRef: evidence.ref }),
  Categories: categories.map(presentCategory),
})
