import { z } from 'zod'
import { FORMS } from '#src/domain/form.ts'
import { heroFieldsOfA } from '#src/figures/sets.ts'
import { SECTION_IDS } from '#src/organizations/sections/section.ts'
import { integer, oneOf, opaque, taxYear } from '../../shared/parameters.ts'
import { evidenceRef, notReadable } from '../fields.ts'
import { operatingModel, sectionManifestItem } from '../page/schema.ts'
import { checksData } from './checks.ts'
import { ratingData } from './rating.ts'

/** An unknown SectionId is 404 with the nearest one. */
export const sectionId = z.string().meta({
  examples: [...SECTION_IDS],
  description: `Id of a section, as Sections of the page lists those a filing has: ${SECTION_IDS.join(', ')}.`,
})

export const sectionQuery = z.strictObject({
  Form: oneOf(FORMS, "Form to show; the organization's primary form when left out.").optional(),
  Year: taxYear('Tax year to show; the latest filing of the form when left out.'),
  Cursor: opaque('NextCursor of the page before, of the same section, form and year.'),
  Limit: integer({
    min: 1,
    max: 200,
    fallback: 50,
    description: 'Rows a page; a section that is not pageable has one page and takes no notice.',
  }),
  EvidenceRef: opaque(
    'A Ref of a page, section or search: answers with the value or row it names, of the filing it names, superseded or not. Form and Year, where given, must be those of the Ref; Cursor must be left out.',
  ),
})

const value = z.union([z.string(), z.number(), z.boolean()])
const ref = z.string()

const fact = z
  .strictObject({ Label: z.string(), Unit: z.string().optional(), Value: value, EvidenceRef: ref })
  .meta({ id: 'SectionFact' })

const table = z
  .strictObject({
    Key: z.string(),
    Label: z.string(),
    Line: z.string(),
    RowCount: z
      .int()
      .min(0)
      .describe('Rows the filing has of it, on all pages; of a statement, the lines shown.'),
    Columns: z.array(
      z.strictObject({ Key: z.string(), Label: z.string(), Unit: z.string().optional() }),
    ),
  })
  .meta({ id: 'SectionTable' })

const rowShape = {
  Table: z.string().describe('Key of its table.'),
  EvidenceRef: ref.optional().describe('The row; absent where its values stand apart.'),
  Values: cellsOf('string', 'number', 'boolean').describe('What was filed, by column.'),
  EvidenceRefs: cellsOf('string').describe('The leaf of each value.'),
}

const row = z
  .strictObject({
    ...rowShape,
    Label: z.string().optional().describe('What the line is called, in statements.'),
    Line: z.string().optional(),
    Total: z
      .literal(true)
      .optional()
      .describe(
        'It sums the other rows of its table (Schedule G, columns (d)); leave it out when adding. Statements have sums among their lines, as the form numbers them.',
      ),
    ScheduleJ: z.strictObject(rowShape).optional().describe('Of a person: the row of Schedule J.'),
  })
  .meta({ id: 'SectionRow' })

const text = z.strictObject({ Value: z.string(), EvidenceRef: ref })

const content = z
  .union([z.string(), z.record(z.string(), z.unknown())])
  .describe('The element as filed: names of elements, repeats as arrays; a leaf is its text.')

const element = z
  .strictObject({
    Schedule: z.string().describe('The part of the return.'),
    Label: z.string(),
    Element: z.string(),
    EvidenceRef: ref.optional(),
    Content: content,
  })
  .meta({ id: 'ScheduleElement' })

/** Data of most sections: facts, then rows. */
const rowsData = z.strictObject({
  Facts: z.record(z.string(), fact).optional(),
  Derived: z.record(z.string(), fact).optional(),
  Mission: z.array(text).optional(),
  Continued: z
    .array(text)
    .optional()
    .describe('Texts on the programs that stand in no row, such as those of Schedule O.'),
  Tables: z.array(table).optional(),
  Rows: z.array(row).optional(),
})

/** Data of Schedules. */
const schedulesData = z.strictObject({ Elements: z.array(element) })

const point = z.strictObject({
  Year: z.int(),
  Value: z.number().optional(),
  EvidenceRef: ref
    .optional()
    .describe('Without Value: the line holds a text that is not an amount.'),
})

const lines = z
  .record(
    z.string(),
    z.strictObject({
      Label: z.string(),
      Role: z
        .enum(['Total', 'Part', 'Function', 'Detail', 'Beside'])
        .describe(
          'Parts add up to the total; functions split it another way; a detail is within a part or the total; what stands beside is in none of them: another day, value or basis.',
        ),
      Value: z.number(),
      EvidenceRef: ref,
    }),
  )
  .optional()

const moneyFlowData = z
  .strictObject({
    FinancialTrend: z.strictObject(heroFieldsOfA(() => z.array(point))),
    Revenues: lines,
    Expenses: lines,
    Assets: lines,
    Liabilities: lines,
    FundBalance: lines,
    NotReadable: notReadable,
  })
  .meta({ id: 'MoneyFlowData' })

const relatedOrganizationsData = z
  .strictObject({
    Relationships: z.array(
      z.strictObject({
        Organization: z.looseObject({
          Name: z.string().optional(),
          EIN: z
            .string()
            .optional()
            .describe('Absent where the organization is not resolved, whatever Confidences say.'),
          Location: z.looseObject({}).optional(),
        }),
        Roles: z
          .array(z.enum(['Source', 'Target']))
          .min(1)
          .describe('Source: its own Schedule R names the other; Target: the other names it.'),
        RelationshipType: z.string(),
        Confidences: z
          .array(z.enum(['Authoritative', 'Strong']))
          .min(1)
          .describe(
            'Authoritative with an EIN that a Schedule R gives, Strong by name alone: with an EIN where one organization has that name there; without EIN the organization is not resolved.',
          ),
        Evidence: z.array(z.looseObject({ ...rowShape, Form: z.enum(FORMS) })).min(1),
      }),
    ),
  })
  .meta({ id: 'RelatedOrganizationsData' })

/** Data of an answer to an EvidenceRef: a value, a row, or an element as filed. */
const targetData = z
  .strictObject({
    EvidenceRef: ref.optional(),
    Label: z.string().optional(),
    Unit: z.string().optional(),
    Value: value.optional(),
    Content: content.optional(),
    LeftOut: z
      .array(z.strictObject({ Path: z.string(), RowCount: z.int().optional() }))
      .optional()
      .describe('Long repeats that stand as empty lists in Content; sections page through them.'),
    Rows: z.array(row).optional(),
  })
  .meta({ id: 'EvidenceData' })

export const charitySection = z
  .strictObject({
    Section: sectionManifestItem,
    Data: z.union([
      moneyFlowData,
      relatedOrganizationsData,
      operatingModel,
      ratingData,
      checksData,
      schedulesData,
      rowsData,
      targetData,
    ]),
    EvidenceRefs: z.array(evidenceRef),
    ScheduleIndex: z
      .array(z.strictObject({ Name: z.string(), EvidenceRef: ref.optional() }))
      .optional()
      .describe(
        'On the first page of Schedules: each of them, with its first element; a second one of a name that should stand once has no Ref.',
      ),
    NextCursor: z.string().optional(),
  })
  .meta({ id: 'CharitySection' })
export type CharitySection = z.output<typeof charitySection>
export type RowsData = z.output<typeof rowsData>
export type SectionRow = z.output<typeof row>

type Kinds = { string: string; number: number; boolean: boolean }
type Kind = keyof Kinds

/**
 * Validates an object of plain values and documents it like `z.record`. One loop is enough: `z.record`
 * runs a schema for each key and value, which took nine tenths of validating a page of 200 rows.
 */
export function cellsOf<const One extends Kind>(...kinds: readonly One[]) {
  const [only] = kinds
  return z
    .custom<Record<string, Kinds[One]>>((value) => isRecordOf(value, kinds), {
      error: `Expected an object of ${kinds.join(', ')}`,
    })
    .meta({
      type: 'object',
      propertyNames: { type: 'string' },
      additionalProperties: { type: kinds.length === 1 && only ? only : [...kinds] },
    })
}

function isRecordOf(value: unknown, kinds: readonly Kind[]): boolean {
  if (!z.core.util.isPlainObject(value)) return false
  const allowed: readonly string[] = kinds
  return Object.values(value).every(
    (one) => allowed.includes(typeof one) && (typeof one !== 'number' || Number.isFinite(one)),
  )
}
