import { z } from 'zod'
import { FORMS } from '#src/domain/form.ts'
import { heroFieldsOfA } from '#src/figures/sets.ts'
import { SECTION_IDS } from '#src/organizations/sections/section.ts'
import { integer, opaque } from '../../shared/parameters.ts'
import { component, optional, required } from '../../shared/schemas.ts'
import { evidenceRef, nextCursor, notReadable } from '../fields.ts'
import { operatingModel, pageQuery, sectionManifestItem } from '../page/route.ts'
import { checksData } from './checks.ts'
import { ratingData } from './rating.ts'

/** An unknown SectionId is 404 with the nearest one. */
export const sectionId = z.string().meta({
  examples: [...SECTION_IDS],
  description: `ID of a section. To see which sections a filing has, read Sections on the organization's page. Values: ${SECTION_IDS.join(', ')}.`,
})

export const sectionQuery = z.strictObject({
  ...pageQuery.shape,
  Cursor: opaque('NextCursor from the previous page, for the same section, form, and year.'),
  Limit: integer({
    max: 200,
    fallback: 50,
    description: 'Rows per page. Ignored for sections that are not pageable.',
  }),
  EvidenceRef: opaque(
    'Ref of the evidence to return instead of the section. If you also send Form or Year, it must match the Ref. Do not send Cursor with EvidenceRef.',
  ),
})

const value = z.union([z.string(), z.number(), z.boolean()])
const ref = z.string()

const fact = component('SectionFact', {
  Label: z.string(),
  Unit: z.string().optional(),
  Value: value,
  EvidenceRef: ref,
})

const table = component('SectionTable', {
  Key: z.string(),
  Label: z.string(),
  Line: z.string(),
  RowCount: required.count(
    'Number of rows on all pages. For a statement, the number of lines shown.',
  ),
  Columns: z.array(
    z.strictObject({ Key: z.string(), Label: z.string(), Unit: z.string().optional() }),
  ),
})

const rowShape = {
  Table: required.string('Key of the table.'),
  EvidenceRef: ref
    .optional()
    .describe('Ref of the row. Absent if the values are not in one element.'),
  Values: cellsOf('string', 'number', 'boolean').describe('Filed values by column.'),
  EvidenceRefs: cellsOf('string').describe('Ref of each value, by column.'),
}

const row = component('SectionRow', {
  ...rowShape,
  Label: optional.string('Name of the line. Present only in statements.'),
  Line: z.string().optional(),
  Total: optional.true(
    'Present if the row is the sum of other rows in the table (Schedule G, column d). Exclude it from sums.',
  ),
  ScheduleJ: optional.object("The person's row in Schedule J.", rowShape),
})

const text = z.strictObject({ Value: z.string(), EvidenceRef: ref })

const content = z
  .union([z.string(), z.record(z.string(), z.unknown())])
  .describe(
    'The element as filed. Repeated elements are arrays, and elements without children are strings.',
  )

const element = component('ScheduleElement', {
  Schedule: required.string('Part of the return.'),
  Label: z.string(),
  Element: z.string(),
  EvidenceRef: ref.optional(),
  Content: content,
})

/** Data of most sections: facts, then rows. */
const rowsData = z.strictObject({
  Facts: z.record(z.string(), fact).optional(),
  Derived: z.record(z.string(), fact).optional(),
  Mission: z.array(text).optional(),
  Continued: optional.array(
    text,
    'Text about programs that is not in the rows, such as text in Schedule O.',
  ),
  Tables: z.array(table).optional(),
  Rows: z.array(row).optional(),
})

/** Data of Schedules. */
const schedulesData = z.strictObject({ Elements: z.array(element) })

const point = z.strictObject({
  Year: z.int(),
  Value: optional.number('Amount in US dollars.'),
  EvidenceRef: ref
    .optional()
    .describe('Ref of the line. If Value is absent, the line contains text that is not an amount.'),
})

const lines = z
  .record(
    z.string(),
    z.strictObject({
      Label: z.string(),
      Role: required.enum(
        ['Total', 'Part', 'Function', 'Detail', 'Beside'],
        'Part: the parts add up to the total. Function: another breakdown of the total. Detail: included in a part or the total. Beside: not included in either, because it uses another date, valuation, or accounting basis.',
      ),
      Value: required.number('Amount in US dollars.'),
      EvidenceRef: ref,
    }),
  )
  .optional()

const moneyFlowData = component('MoneyFlowData', {
  FinancialTrend: z.strictObject(heroFieldsOfA(() => z.array(point))),
  Revenues: lines,
  Expenses: lines,
  Assets: lines,
  Liabilities: lines,
  FundBalance: lines,
  NotReadable: notReadable,
})

const relatedOrganizationsData = component('RelatedOrganizationsData', {
  Relationships: z.array(
    z.strictObject({
      Organization: z.looseObject({
        Name: z.string().optional(),
        EIN: optional.string('Absent if the organization was not identified.'),
        Location: z.looseObject({}).optional(),
      }),
      Roles: z
        .array(z.enum(['Source', 'Target']))
        .min(1)
        .describe(
          "Source: this organization's Schedule R lists the other one. Target: the other organization's Schedule R lists this one.",
        ),
      RelationshipType: z.string(),
      Confidences: z
        .array(z.enum(['Authoritative', 'Strong']))
        .min(1)
        .describe('Authoritative: a Schedule R states the EIN. Strong: it states only the name.'),
      Evidence: z.array(z.looseObject({ ...rowShape, Form: z.enum(FORMS) })).min(1),
    }),
  ),
})

/** Data of a response to an EvidenceRef: a value, a row, or an element as filed. */
const targetData = component('EvidenceData', {
  EvidenceRef: ref.optional(),
  Label: z.string().optional(),
  Unit: z.string().optional(),
  Value: value.optional(),
  Content: content.optional(),
  LeftOut: optional.objects(
    'Long lists that are left empty in Content. To read them, page through the sections.',
    { Path: z.string(), RowCount: z.int().optional() },
  ),
  Rows: z.array(row).optional(),
})

export const charitySection = component('CharitySection', {
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
  ScheduleIndex: optional.objects(
    'Schedules of the filing, each with the Ref of its first element. Present only on the first page of the Schedules section.',
    { Name: z.string(), EvidenceRef: ref.optional() },
  ),
  NextCursor: nextCursor,
})
export type CharitySection = z.output<typeof charitySection>
export type RowsData = z.output<typeof rowsData>
export type SectionRow = z.output<typeof row>

type Kinds = { string: string; number: number; boolean: boolean }
type Kind = keyof Kinds

/**
 * Validates an object of plain values and documents it like `z.record`. One loop is enough: `z.record`
 * runs a schema for each key and value, which took 90% of the time to validate a page of 200 rows.
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
