import { z } from 'zod'
import { SECTION_IDS } from '#src/organizations/sections/section.ts'
import { check } from '../../shared/checks.ts'
import { integer, opaque } from '../../shared/parameters.ts'
import { component, optional, required } from '../../shared/schemas.ts'
import { moneyFlow, relationships, row } from '../../shared/sections.ts'
import { nameOf, presenterOf, skin } from '../../shared/skin.ts'
import { BY_REF, evidenceRef, nextCursor } from '../fields.ts'
import { operatingModel, pageQuery, sectionManifestItem } from '../page/route.ts'
import { rating } from './rating.ts'

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
const text = z.string().optional()

const fact = component('SectionFact', { label: z.string(), unit: text, value, ref: z.string() })
const facts = z.record(nameOf(z.string()), fact).optional()

const table = component('SectionTable', {
  key: nameOf(z.string()),
  label: z.string(),
  line: z.string(),
  rowCount: required.count(
    'Number of rows on all pages. For a statement, the number of lines shown.',
  ),
  columns: z.array(z.strictObject({ key: nameOf(z.string()), label: z.string(), unit: text })),
})

const texts = z.array(z.strictObject({ value: z.string(), ref: z.string() })).optional()

const content = z
  .union([z.string(), z.record(z.string(), z.unknown())])
  .describe(
    'The element as filed. Repeated elements are arrays, and elements without children are strings.',
  )

const element = component('ScheduleElement', {
  schedule: required.string('Part of the return.'),
  label: z.string(),
  element: z.string(),
  ref: text,
  content,
})

const rows = z.array(row).optional()

/** Returns a schema on this surface, and the function that writes a value of it. */
const onA = <Schema extends z.ZodType>(schema: Schema) => ({
  schema: skin(schema, 'A', BY_REF),
  write: presenterOf(schema, 'A', BY_REF),
})

/** The data of each kind of section; `target` is what a Ref identifies. */
export const DATA = {
  flow: onA(moneyFlow),
  related: onA(component('RelatedOrganizationsData', { relationships })),
  model: onA(operatingModel),
  rating: onA(rating),
  checks: onA(component('ChecksData', { checks: z.array(check) })),
  schedules: onA(z.strictObject({ elements: z.array(element) })),
  rows: onA(
    z.strictObject({
      facts,
      derived: facts,
      mission: texts,
      continued: texts.describe(
        'Text about programs that is not in the rows, such as text in Schedule O.',
      ),
      tables: z.array(table).optional(),
      rows,
    }),
  ),
  target: onA(
    component('EvidenceData', {
      ref: text,
      label: text,
      unit: text,
      value: value.optional(),
      content: content.optional(),
      leftOut: optional.objects(
        'Long lists that are left empty in Content. To read them, page through the sections.',
        { path: z.string(), rowCount: z.int().optional() },
      ),
      rows,
    }),
  ),
}

export const charitySection = component('CharitySection', {
  Section: sectionManifestItem,
  Data: z.union([
    DATA.flow.schema,
    DATA.related.schema,
    DATA.model.schema,
    DATA.rating.schema,
    DATA.checks.schema,
    DATA.schedules.schema,
    DATA.rows.schema,
    DATA.target.schema,
  ]),
  EvidenceRefs: z.array(evidenceRef),
  ScheduleIndex: optional.objects(
    'Schedules of the filing, each with the Ref of its first element. Present only on the first page of the Schedules section.',
    { Name: z.string(), EvidenceRef: text },
  ),
  NextCursor: nextCursor,
})
export type CharitySection = z.output<typeof charitySection>
