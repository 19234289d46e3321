import { z } from 'zod'
import { ApiError } from '../../errors.ts'
import { integer } from '../parameters.ts'

/** Items of one page of people or relationships: more than all but a few returns have. */
export const PAGE_SIZE = 500

export const page = integer({
  min: 1,
  max: 1_000_000,
  fallback: 1,
  description: `One-based page of ${PAGE_SIZE}. An extension.`,
})

/** How much of a list an answer holds. */
export const paging = {
  total: z.int().min(0),
  page: z.int().min(1),
  pages: z.int().min(1),
  truncated: z.boolean().describe('Whether other pages hold the rest.'),
}

/** The window of a page. */
export const toWindow = (number: number) => ({
  offset: (number - 1) * PAGE_SIZE,
  limit: PAGE_SIZE,
})

/** What is said of a page. Throws ApiError InvalidParameters for a page beyond the last. */
export function presentPaging(total: number, number: number) {
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE))
  if (number > pages) {
    throw new ApiError('InvalidParameters', {
      issues: [{ loc: ['query', 'page'], msg: `must be ${pages} or less`, type: 'too_big' }],
    })
  }
  return { total, page: number, pages, truncated: pages > 1 }
}
