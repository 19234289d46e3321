import { z } from 'zod'
import { parseTypedEin } from '../domain/ein.ts'
import { findState } from '../domain/places.ts'

// Inputs of tools that run in process.

/** Reads an EIN in any format as nine digits. */
export const einInput = z
  .string()
  .min(8)
  // "Employer identification number: 12-3456789" has 41 characters.
  .max(60)
  .transform((text, context) => {
    const ein = parseTypedEin(text)
    if (ein !== undefined) return ein
    context.addIssue({
      code: 'custom',
      message: 'Expected an EIN of nine digits, such as 12-3456789.',
    })
    return z.NEVER
  })
  .describe('Nine-digit EIN')

/** Reads a list of distinct EINs. */
export const einsInput = (least: number, most: number) =>
  z
    .array(einInput)
    .min(least)
    .max(most)
    .refine((eins) => new Set(eins).size === eins.length, 'List each organization only once.')

/** Text to search for. Postgres and OpenSearch reject NUL and lone surrogates. */
export const textInput = z
  .string()
  .trim()
  .min(1)
  .max(300)
  .refine(
    (text) => text.isWellFormed() && !text.includes('\0'),
    'The text contains invalid characters. Remove them.',
  )

/** Reads a U.S. state, by code or name, as its two-letter code. */
export const stateInput = z
  .string()
  .min(2)
  .max(40)
  .transform((text, context) => {
    const found = findState(text)
    if ('code' in found) return found.code
    const nearest = found.nearest.map(({ label }) => label).join(', ')
    const advice = nearest ? `Did you mean ${nearest}?` : 'Pass a code or name, such as OH or Ohio.'
    context.addIssue({ code: 'custom', message: `Expected a U.S. state. ${advice}` })
    return z.NEVER
  })
  .describe('Code or name of the U.S. state where the organization is registered')

export const yearInput = z.int().min(1990).max(2100).describe('Tax year')

/** Whole dollars. */
export const dollarsInput = z.number().min(0).max(Number.MAX_SAFE_INTEGER)

/** A share of expenses. */
export const shareInput = z.number().min(0).max(1)

/** How many items a list shows: a person reads about ten in an answer. */
export const limitInput = z.int().min(1).max(10).default(5)

// Arguments of operations. Kind, bounds, and description come from the OpenAPI document unless they
// are given here.

/** One argument of an operation, as an agent provides it. */
export type Argument = {
  /** The operation's name for it, if the tool uses another. */
  parameter?: string
  /** Replaces the operation's description. */
  description?: string
  isRequired?: true
  /** An EIN in any format; the operation gets nine digits. */
  isEin?: true
  /** A list; the operation gets it separated by commas. */
  isList?: true
  /** The value the operation gets if the argument is omitted. */
  fallback?: number
  /** The minimum number of entries in a list, if one is too few. */
  least?: number
  /**
   * The maximum number, if less than the operation accepts; for a list, the maximum number of
   * entries.
   */
  most?: number
  examples?: readonly (string | number | readonly string[])[]
}

/** Default number of rows in a response: a model pays for what it reads. */
const DEFAULT_ROWS = 10
/** Maximum number of rows in a response: about 30 KB, a fifth of the context of many models. */
export const MAX_ROWS = 50

export const EIN: Argument = {
  parameter: 'ein',
  isRequired: true,
  isEin: true,
  description: 'Nine digits, from resolve_organization.',
  examples: ['070000101'],
}

export const EINS: Argument = {
  isRequired: true,
  isEin: true,
  isList: true,
  most: 25,
  description: 'Nine-digit EINs.',
  examples: [['070000101', '080000102']],
}

export const LIMIT: Argument = {
  fallback: DEFAULT_ROWS,
  most: MAX_ROWS,
  description: 'Maximum number of rows.',
}

/** Limit of a list without pages: as high as the operation allows, because it has no cursor. */
export const UNPAGED_LIMIT: Argument = { fallback: DEFAULT_ROWS }

export const DIRECTION: Argument = {
  description: 'Incoming: money received. Outgoing: money given. Default: both.',
}

export const CURSOR: Argument = {
  description: 'NextCursor from the previous response. Keep other arguments unchanged.',
}

/** The path of one organization's operations. */
export const CHARITY = '/api/v2/charity/{ein}'
