import { z } from 'zod'
import { NINE_DIGIT_EIN } from '#src/domain/ein.ts'
import { isObjectId, OBJECT_ID } from '#src/domain/evidence.ts'
import { FORMS } from '#src/domain/form.ts'
import {
  adviseZeros,
  boolean,
  didYouMean,
  einOf,
  integer,
  oneOf,
  param,
  queryText,
  wordOf,
} from '#src/platform/parameters.ts'
import { SORT_ORDERS } from '#src/search/params.ts'

// The kinds of parameters that filters have, too.
export * from '#src/platform/parameters.ts'

/** Parses the number of a page of search results. */
export const pageNumber = integer({
  max: Number.MAX_SAFE_INTEGER,
  fallback: 1,
  description: 'NextCursor from the previous page: a page number.',
})

/** An EIN in a path; parses to nine digits. */
export const pathEin = () =>
  einOf(
    'Employer Identification Number (EIN): nine digits. A hyphen and one leading zero are optional.',
  )

/** The path parameter of operations on one organization. */
export const einParams = z.strictObject({ ein: pathEin() })

/** For operations without parameters. */
export const noQuery = z.strictObject({})

/** More would let a client screen the sector organization by organization. */
export const MAX_EINS = 25

const NINE_DIGITS = new RegExp(`^${NINE_DIGIT_EIN}$`)

/** A list of 1 to `most` distinct EINs; in the given order. */
export const listOfEins = (
  description = 'Up to 25 different nine-digit EINs, separated by commas.',
  most = MAX_EINS,
) =>
  param(
    {
      noun: 'a list of EINs',
      missing: `is required: up to ${most} nine-digit EINs, separated by commas`,
      type: 'string',
      pattern: `^${NINE_DIGIT_EIN}(?:,${NINE_DIGIT_EIN}){0,${most - 1}}$`,
      ...{ examples: ['070000101,080000102'], description },
    },
    (value, refuse) => {
      const given = value.split(',').map((ein) => ein.trim())
      const eins = given.map((ein) => (NINE_DIGITS.test(ein) ? ein.replace('-', '') : ein))
      for (const { type, message } of faultsOfEins(eins, most)) refuse(type, message)
      return eins
    },
  )

// Enough examples of each fault for the client to correct the list.
const SHOWN_EINS = 5

function faultsOfEins(eins: readonly string[], most: number): { type: string; message: string }[] {
  if (eins.every((ein) => ein === ''))
    return [{ type: 'too_short', message: 'must contain at least one nine-digit EIN' }]
  const malformed = eins.filter((ein) => !NINE_DIGITS.test(ein))
  const repeated = eins.filter((ein, place) => ein !== '' && eins.indexOf(ein) !== place)
  const faults = [
    malformed.length > 0 && {
      type: 'ein',
      message: `must be nine-digit EINs, separated by commas; got ${show(malformed)}${adviseZeros(malformed[0] ?? '')}`,
    },
    eins.length > most && {
      type: 'too_long',
      message: `must contain at most ${most} EINs; got ${eins.length}`,
    },
    repeated.length > 0 && {
      type: 'duplicate',
      message: `must contain each EIN once; repeated: ${show(repeated)}`,
    },
  ]
  return faults.filter((fault) => fault !== false)
}

const show = (eins: readonly string[]): string =>
  [...new Set(eins)]
    .slice(0, SHOWN_EINS)
    .map((ein) => (ein === '' ? 'an empty entry' : JSON.stringify(ein.slice(0, 20))))
    .join(', ')

/** Parses the object id of a filing in a path. */
export const pathObjectId = (description: string) =>
  param(
    {
      ...{ noun: 'an object ID', type: 'string', pattern: `^(?:${OBJECT_ID})$` },
      ...{ examples: ['202341329349300001'], description },
    },
    (value, refuse) =>
      isObjectId(value) ? value : refuse('object_id', 'must be an 18-digit object ID from /blocks'),
  )

/** Parses the object id of a filing; undefined if absent. */
export const objectId = (description: string) => pathObjectId(description).optional()

/**
 * Parses a text from an earlier response, such as a cursor; undefined if absent. Its reader
 * validates it.
 */
export const opaque = (description: string) =>
  param({ type: 'string', minLength: 1, description }, (value, refuse) =>
    value === '' ? refuse('too_short', 'must not be empty') : value,
  ).optional()

/** The cursor of a page. */
export const cursor = opaque('NextCursor from the previous page of the same request.')

/** How many rows to return; `fallback`, which may be undefined, if it is absent. */
export const limit = <Fallback extends number | undefined>(max: number, fallback: Fallback) =>
  integer({ max, fallback, description: 'Number of rows to return.' })

/** Which form to read; undefined if absent. */
export const formOrPrimary = oneOf(FORMS, 'Defaults to the primary form.').optional()

export const sortOrder = oneOf(
  SORT_ORDERS,
  'Direction of Sort. Defaults to asc for names and titles, and to desc otherwise.',
).optional()

export const withinNames = queryText(
  'Returns only rows whose name contains this text, in any case, or whose EIN it is.',
).optional()

export const facets = boolean('Also returns Facets: the number of matches by value.')

/** Names of columns or the like, separated by commas, each once; in the order given. `list` says where all are. */
export const names = <const Name extends string>(
  known: readonly Name[],
  description: string,
  nouns = 'columns',
  list = '',
) => {
  const examples = [known.slice(0, 3).join(',')]
  const noun = `a list of ${nouns}, separated by commas`
  return param(
    { noun, type: 'string', minLength: 1, examples, description },
    (value, refuse): Name[] => {
      const typed = value.split(',').map((name) => name.trim())
      const given = typed.map((name) => wordOf(known, name) ?? name)
      const unknown = given.filter((name) => !known.some((own) => own === name))
      for (const name of unknown.slice(0, SHOWN_COLUMNS)) {
        const shown = name === '' ? 'an empty entry' : JSON.stringify(name.slice(0, 50))
        const expected = `must contain only known ${nouns}; got ${shown}`
        refuse('enum', `${expected}${didYouMean(name, known) || list}`)
      }
      const repeated = given.filter((name, place) => name !== '' && given.indexOf(name) !== place)
      if (repeated.length > 0) {
        const shown = [...new Set(repeated)].slice(0, SHOWN_COLUMNS).join(', ')
        refuse('duplicate', `must contain each ${nouns.replace(/s$/, '')} once; repeated: ${shown}`)
      }
      return given as Name[]
    },
  ).optional()
}

// Enough to correct a list; all columns of another table would fill a page.
const SHOWN_COLUMNS = 5
