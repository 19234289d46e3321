import { z } from 'zod'
import { SECTION_IDS } from '#src/organizations/sections/section.ts'
import { check } from '../../shared/checks.ts'
import { cursor, limit, opaque } from '../../shared/parameters.ts'
import { component } from '../../shared/schemas.ts'
import { moneyFlow, relationships, row } from '../../shared/sections.ts'
import { nameOf, presenterOf, skin } from '../../shared/skin.ts'
import { BY_REF, evidenceRef, nextCursor } from '../fields.ts'
import { operatingModel, pageQuery, sectionManifestItem } from '../page/route.ts'
import { rating } from './rating.ts'

/** An unknown SectionId is 404 with the nearest one. */
export const sectionId = z.string().meta({
  examples: [...SECTION_IDS],
  description: `Sections on the organization's page lists those of a filing. IDs: ${SECTION_IDS.join(', ')}.`,
})

export const sectionQuery = z.strictObject({
  ...pageQuery.shape,
  Cursor: cursor,
  Limit: limit(200, 50),
  EvidenceRef: opaque(
    'Ref of the evidence to return instead of the section. Do not send Cursor with it.',
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
  rowCount: z.int().min(0),
  columns: z.array(z.strictObject({ key: nameOf(z.string()), label: z.string(), unit: text })),
})

const texts = z.array(z.strictObject({ value: z.string(), ref: z.string() })).optional()

const content = z.union([z.string(), z.record(z.string(), z.unknown())])

const element = component('ScheduleElement', {
  schedule: z.string(),
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
      continued: texts,
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
      leftOut: z
        .array(z.strictObject({ path: z.string(), rowCount: z.int().optional() }))
        .optional(),
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
  ScheduleIndex: z.array(z.strictObject({ Name: z.string(), EvidenceRef: text })).optional(),
  NextCursor: nextCursor,
})
export type CharitySection = z.output<typeof charitySection>
