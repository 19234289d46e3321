import { z } from 'zod'
import { FORMS } from '#src/domain/form.ts'
import type { FilingSummary, Organization } from '#src/organizations/organization.ts'
import { type Sentence, TOPICS } from '#src/organizations/page/summary-sentences.ts'
import { ApiError } from '#src/platform/errors.ts'
import { integer, taxYear } from '../shared/parameters.ts'
import { component, optional, required } from '../shared/schemas.ts'
import { anyFigure, presentFigure, src, toSnakeFields } from './figure.ts'

export const ein = z.string().regex(/^\d{9}$/)

/** The first fields of every response about an organization. */
export const about = {
  ein,
  name: z.string(),
}
export const presentAbout = (organization: Organization) =>
  toSnakeFields(organization, 'ein', 'name')

/** One filing as submitted. */
export const filing = component('FilingB', {
  form: z.enum(FORMS),
  tax_year: z.int(),
  tax_period_begin: z.string().optional(),
  tax_period_end: z.string(),
  object_id: z.string(),
  received_on: z.string().optional(),
  schema_version: z.string().optional(),
  current: required.boolean(
    'False if a later submission replaces the filing, or if the operator excluded the filing.',
  ),
  exclusion: optional.string(
    'Why the operator excluded the filing. Excluded filings are not used for any figure.',
  ),
  amended: z.boolean(),
  initial: z.boolean(),
  final: z.boolean(),
  group_return: required.boolean('Whether the return covers several affiliates.'),
})
type FilingB = z.output<typeof filing>

export const presentFiling = (summary: FilingSummary): FilingB => ({
  ...toSnakeFields(summary, 'form', 'taxYear', 'taxPeriodBegin', 'taxPeriodEnd', 'objectId'),
  ...toSnakeFields(summary, 'receivedOn', 'schemaVersion', 'exclusion'),
  current: summary.isCurrent,
  amended: summary.isAmended,
  initial: summary.isInitial,
  final: summary.isFinal,
  group_return: summary.isGroupReturn,
})

/** A sentence with its figures. */
export const sentence = component('SummarySentence', {
  topic: z.enum(TOPICS),
  text: z.string(),
  figures: required.array(anyFigure, 'Figures in the sentence.'),
  _src: src,
})

export const presentSentence = ({ topic, text, figures }: Sentence) => ({
  topic,
  text,
  figures: figures.map(presentFigure),
})

/** Items per page of people or relationships; few returns have more. */
const PAGE_SIZE = 500

const page = integer({
  max: 1_000_000,
  fallback: 1,
  description: `Page number, starting at 1. Each page has up to ${PAGE_SIZE} rows.`,
})

export const PAGED = `Returns up to ${PAGE_SIZE} rows per page.`

/** The year parameter of operations on the primary form. */
export const primaryYear = taxYear(
  'Tax year of the filing on the primary form. Defaults to the latest tax year.',
)

export const pagedYearQuery = z.strictObject({
  year: primaryYear,
  page,
})

/** How much of a list a response contains. */
export const paging = {
  total: z.int().min(0),
  page: z.int().min(1),
  pages: z.int().min(1),
  truncated: required.boolean('Whether the list has more than one page.'),
}

export const toWindow = (number: number) => ({
  offset: (number - 1) * PAGE_SIZE,
  limit: PAGE_SIZE,
})

/** Returns one page of a list. Throws ApiError InvalidParameters for a page beyond the last. */
export function presentPaging(total: number, number: number) {
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  if (number > pages) {
    throw new ApiError('InvalidParameters', {
      issues: [{ loc: ['query', 'page'], msg: `must be ${pages} or less`, type: 'too_big' }],
    })
  }
  return { total, page: number, pages, truncated: pages > 1 }
}
