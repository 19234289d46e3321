import { z } from 'zod'
import { FORMS } from '../../domain/form.ts'
import { LEAST_COMPARED, MOST_COMPARED } from '../../profiles/compare.ts'
import { UNKNOWN_STATES } from '../../profiles/unknown-figure.ts'
import { listOfEins, oneOf, taxYear } from '../parameters.ts'
import { readiness } from './diligence-schema.ts'
import { ratingCategory } from './rating-schema.ts'

/** Parameters of `GET /api/v2/compare`. */
export const compareQuery = z.strictObject({
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

/** What organizations come to side by side; beyond the interface. */
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
