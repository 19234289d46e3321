import { z } from 'zod'
import { FORMS, type Form } from '#src/domain/form.ts'
import type { Organization } from '#src/organizations/organization.ts'
import { TOPICS } from '#src/organizations/page/summary-sentences.ts'
import { ApiError } from '#src/platform/errors.ts'
import { integer, taxYear } from '../shared/parameters.ts'
import { component } from '../shared/schemas.ts'
import { anyFigure } from './figure.ts'

export const ein = z.string().regex(/^\d{9}$/)

/** One filing as submitted. */
export const filing = component('FilingB', {
  form: z.enum(FORMS),
  taxYear: z.int(),
  taxPeriodBegin: z.string().optional(),
  taxPeriodEnd: z.string(),
  objectId: z.string(),
  receivedOn: z.string().optional(),
  schemaVersion: z.string().optional(),
  isCurrent: z.boolean().describe('False if a later submission replaces the filing.'),
  isAmended: z.boolean(),
  isInitial: z.boolean(),
  isFinal: z.boolean(),
  isGroupReturn: z.boolean(),
})

/** A sentence with its figures. */
export const sentence = component('SummarySentence', {
  topic: z.enum(TOPICS),
  text: z.string(),
  figures: z.array(anyFigure),
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
  truncated: z.boolean(),
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

/** Returns the tax years with a current filing on a form, latest first. */
export const yearsOf = ({ filings }: Pick<Organization, 'filings'>, form: Form): number[] => {
  const current = filings.filter((filing) => filing.isCurrent && filing.form === form)
  return [...new Set(current.map(({ taxYear }) => taxYear))].sort((a, b) => b - a)
}
