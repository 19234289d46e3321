import { z } from 'zod'
import { parseTypedEin } from '../../domain/ein.ts'
import { findState } from '../../domain/find-state.ts'

/** No name or question about one is longer; interface part 8 gives a search as much. */
const LONGEST_TEXT = 300

/** An EIN in any spelling; nine characters when read. */
export const einParam = z
  .string()
  .min(8)
  // "Employer identification number: 12-3456789" has 41.
  .max(60)
  .transform((text, context) => {
    const ein = parseTypedEin(text)
    if (ein !== undefined) return ein
    context.addIssue({ code: 'custom', message: 'An EIN has nine digits, such as 12-3456789.' })
    return z.NEVER
  })
  .describe('EIN, nine digits')

/** Text to search for, without what no store holds. */
export const textParam = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST_TEXT)
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'The text cannot be read.')

/** A U.S. state by its code or name; its two-letter code when read. */
export const stateParam = z
  .string()
  .min(2)
  .max(40)
  .transform((text, context) => {
    const found = findState(text)
    if ('code' in found) return found.code
    const nearest = found.nearest.map(({ label }) => label).join(', ')
    const hint = nearest && ` Did you mean ${nearest}?`
    context.addIssue({ code: 'custom', message: `No U.S. state is called so.${hint}` })
    return z.NEVER
  })
  .describe('U.S. state where the organization is registered, as code or name')

/** A tax year; electronic filing began with 2000s', and 2100 is beyond any period. */
export const yearParam = z.int().min(1990).max(2100).describe('Tax year')

/** Whole dollars. */
export const dollarsParam = z.number().min(0).max(Number.MAX_SAFE_INTEGER)

/** How many items a list shows; ten are as many as a person reads in an answer. */
export const limitParam = z.int().min(1).max(10).default(5)
