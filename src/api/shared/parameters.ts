import { z } from 'zod'
import {
  CONTRACT_EIN,
  LARGEST_EIN,
  MIN_CONTRACT_EIN,
  MIN_SENT_EIN,
  parseSentEin,
  SENT_EIN,
} from '#src/domain/ein.ts'
import { isObjectId, OBJECT_ID } from '#src/domain/evidence.ts'
import { maskKeys } from '#src/domain/mask-keys.ts'
import { findCause, findMajorGroup, MAJOR_GROUPS } from '#src/domain/ntee.ts'
import { ABROAD, findState, isCountry } from '#src/domain/places.ts'
import { toReleaseId } from '#src/domain/release.ts'
import { isNear, nearestByTrigrams, toComparable } from '#src/domain/similarity.ts'

/** Longer than any filed name or reasonable intent; searches read only the first words. */
export const MAX_QUERY_LENGTH = 2_000
/** The longest cause label has 62 characters. */
export const MAX_LABEL_LENGTH = 200

const single = (noun: string, missing: string) => (issue: { input?: unknown }) =>
  Array.isArray(issue.input)
    ? 'was sent more than once; send it once'
    : issue.input === undefined
      ? missing
      : `must be ${noun}`

/** A text, with a message for repeated, missing, and other values. */
export const text = (noun = 'a string', missing = 'is required') =>
  z.string({ error: single(noun, missing) })

export type Check = {
  addIssue: (issue: { code: 'custom'; path: string[]; message: string; params: object }) => void
}

/** Rejects a value, or the field of an object at `path`, with a reason. */
export const refuse = (check: Check, type: string, message: string, ...path: string[]) => {
  check.addIssue({ code: 'custom', path, message, params: { type } })
  return z.NEVER
}

type Parse<Value> = (value: string, refuse: (type: string, message: string) => never) => Value

/** A text that `parse` reads or refuses. `noun` is for messages; the rest describes it in OpenAPI. */
export const param = <Value>(
  { noun, missing, ...json }: { noun?: string; missing?: string | undefined } & z.GlobalMeta,
  parse: Parse<Value>,
) =>
  text(noun, missing)
    .transform((value, check) => parse(value, (type, message) => refuse(check, type, message)))
    .meta(json)

/**
 * Parses a search text: trimmed, 1 to 2,000 characters, no NUL, which no index or store can store.
 */
export const queryText = (description: string, missing?: string) =>
  param(
    // At least one character that is not a space.
    {
      ...{ missing, type: 'string', minLength: 1, maxLength: MAX_QUERY_LENGTH, pattern: '\\S' },
      description,
    },
    (value, refuse) => {
      const query = value.trim()
      if (query === '') return refuse('too_short', 'must not be empty')
      if (query.length > MAX_QUERY_LENGTH)
        return refuse('too_long', `must be at most ${MAX_QUERY_LENGTH} characters`)
      if (query.includes('\0')) return refuse('invalid_text', 'must not contain the NUL character')
      return query
    },
  )

/** Parses a whole number from 1 in digits; `fallback`, which may be undefined, if it is absent. */
export const integer = <Fallback extends number | undefined>({
  max,
  fallback,
  description,
}: IntegerRule<Fallback>) =>
  text('a whole number')
    .optional()
    .transform((value, check): number | Fallback => {
      if (value === undefined) return fallback
      const number = /^-?\d+$/.test(value) ? Number(value) : Number.NaN
      if (Number.isNaN(number)) return refuse(check, 'int_parsing', 'must be a whole number')
      if (number < 1) return refuse(check, 'too_small', 'must be 1 or more')
      if (number > max) return refuse(check, 'too_big', `must be ${max} or less`)
      return number
    })
    .meta({
      type: 'integer',
      minimum: 1,
      ...(max < Number.MAX_SAFE_INTEGER && { maximum: max }),
      ...(fallback !== undefined && { 'x-default': fallback }),
      description,
    })

/** Parses the number of a page of search results. */
export const pageNumber = integer({
  max: Number.MAX_SAFE_INTEGER,
  fallback: 1,
  description:
    'Page number, starting at 1. To get the next page, send NextCursor from the current page.',
})
type IntegerRule<Fallback> = { max: number; fallback: Fallback; description: string }

/** An EIN in OpenAPI: an integer, or the text of responses. */
const einForms = (pattern: string, minimum: number) => ({
  type: ['integer', 'string'] as never,
  minimum,
  maximum: LARGEST_EIN,
  pattern: `^${pattern}$`,
})

const einText = (forms: ReturnType<typeof einForms>, description: string) => {
  const accepted = new RegExp(forms.pattern)
  return param({ noun: 'an EIN', ...forms, description }, (value, refuse) => {
    const ein = parseSentEin(value)
    if (ein !== undefined && accepted.test(value)) return ein
    const advice = ein === undefined ? '' : `; for this integer, send ${ein}`
    const message = `must be a nine-digit EIN without a hyphen, such as 123456789${advice}`
    const number = /^-?\d+$/.test(value) ? Number(value) : Number.NaN
    if (number < forms.minimum) return refuse('too_small', message)
    return refuse(number > LARGEST_EIN ? 'too_big' : 'int_parsing', message)
  })
}

/** An EIN in a query: nine digits, or an integer of an earlier response; parses to nine digits. */
export const einOf = (description: string) => einText(einForms(SENT_EIN, MIN_SENT_EIN), description)

/** An EIN in a path in OpenAPI. */
export const PATH_EIN_FORMS = einForms(CONTRACT_EIN, MIN_CONTRACT_EIN)

/** An EIN in a path: nine digits, or eight without the leading zero; parses to nine digits. */
export const pathEin = () =>
  einText(
    PATH_EIN_FORMS,
    'Employer Identification Number (EIN): nine digits. One leading zero is optional.',
  )

/** The path parameter of operations on one organization. */
export const einParams = z.strictObject({ ein: pathEin() })

/** For operations without parameters. */
export const noQuery = z.strictObject({})

/** More would let a client screen the sector organization by organization. */
export const MAX_EINS = 25

type HowMany = { least: number; most: number }

/**
 * A list of distinct EINs, by default 1 to 25; in the given order. Integers of earlier responses get
 * their leading zeros back.
 */
export const listOfEins = (
  description = 'Up to 25 different nine-digit EINs, separated by commas. Leading zeros are optional.',
  { least, most }: HowMany = { least: 1, most: MAX_EINS },
) =>
  param(
    {
      noun: 'a list of EINs',
      missing: `is required: ${least > 1 ? `${least} to` : 'up to'} ${most} nine-digit EINs, separated by commas`,
      type: 'string',
      pattern: `^${SENT_EIN}(?:,${SENT_EIN}){${least - 1},${most - 1}}$`,
      ...{ examples: ['070000101,080000102'], description },
    },
    (value, refuse) => {
      const given = value.split(',').map((ein) => ein.trim())
      const eins = given.map((ein) => parseSentEin(ein) ?? ein)
      for (const { type, message } of faultsOfEins(eins, { least, most })) refuse(type, message)
      return eins
    },
  )

// Enough examples of each fault for the client to correct the list.
const SHOWN_EINS = 5

const COUNTS = ['no', 'one', 'two']

function faultsOfEins(
  eins: readonly string[],
  { least, most }: HowMany,
): { type: string; message: string }[] {
  const isEmpty = eins.every((ein) => ein === '')
  if (isEmpty || eins.length < least) {
    const noun = least === 1 ? 'EIN' : 'EINs'
    const message = `must contain at least ${COUNTS[least] ?? least} nine-digit ${noun}`
    return [{ type: 'too_short', message }]
  }
  const malformed = eins.filter((ein) => parseSentEin(ein) === undefined)
  const repeated = eins.filter((ein, place) => ein !== '' && eins.indexOf(ein) !== place)
  const faults = [
    malformed.length > 0 && {
      type: 'ein',
      message: `must be nine-digit EINs without hyphens, separated by commas; got ${show(malformed)}`,
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

const A_YEAR = /^(19|20)\d{2}$/

/** Parses a tax year; undefined if absent. */
export const taxYear = (description: string) =>
  param(
    {
      ...{ noun: 'a year', type: 'integer', minimum: 1900, maximum: 2099, examples: [2022] },
      description,
    },
    (value, refuse) =>
      A_YEAR.test(value)
        ? Number(value)
        : refuse('int_parsing', 'must be a four-digit year from 1900 to 2099, such as 2022'),
  ).optional()

/** Parses one of a list of words, or a tax year to its number; undefined if absent. */
export const wordOrYear = <const Word extends string>(
  words: readonly Word[],
  description: string,
) => {
  const expected = `one of ${words.join(', ')}, or a tax year`
  const pattern = `^(?:${words.join('|')}|(?:19|20)\\d{2})$`
  return param(
    { noun: expected, type: 'string', pattern, examples: [words[0], '2022'], description },
    (value, refuse): Word | number =>
      words.find((word) => word === value) ??
      (A_YEAR.test(value)
        ? Number(value)
        : refuse('enum', `must be ${expected}, such as 2022${didYouMean(value, words)}`)),
  ).optional()
}

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

/** States where to find a release, for messages. */
export const SEND_RELEASE =
  'Send Release from an earlier response, X-Release from an export, release from /readyz, or CompiledAt from /api/v2/health'

/** Parses a release, given by id or time, to its id; undefined if absent. */
export const releaseOf = (description: string) =>
  param(
    { noun: 'a release', type: 'string', examples: ['20261121t033012345z'], description },
    (value, refuse) =>
      toReleaseId(value) ??
      refuse('release', `must be a release, such as 20261121t033012345z. ${SEND_RELEASE}`),
  ).optional()

/**
 * Parses a text from an earlier response, such as a cursor; undefined if absent. Its reader
 * validates it.
 */
export const opaque = (description: string) =>
  param({ type: 'string', minLength: 1, description }, (value, refuse) =>
    value === '' ? refuse('too_short', 'must not be empty') : value,
  ).optional()

/** Fifteen digits: forty times what the whole country earns, and exact as a number. */
const MAX_DOLLARS = 999_999_999_999_999

const NUMBER = /^-?\d{1,15}(?:\.\d{1,6})?(?:[eE]\+?\d{1,2})?$/

type Range = { min: number; max: number; description: string; example: number }

/** Parses a number in digits, also as JSON writes large ones (2.5e6); undefined if absent. */
export const decimal = ({ min, max, description, example }: Range) =>
  param(
    { noun: 'a number', type: 'number', minimum: min, maximum: max, description },
    (value, refuse) => {
      if (!NUMBER.test(value)) {
        const expected = `must be a number in digits, such as ${example}`
        return refuse('float_parsing', `${expected}, without "$", commas, or letters`)
      }
      const number = Number(value)
      if (number < min) return refuse('too_small', `must be ${min} or more`)
      return number > max ? refuse('too_big', `must be ${max} or less`) : number
    },
  ).optional()

/** Parses dollars, possibly negative, because a filed revenue can be. */
export const dollars = (description: string) =>
  decimal({ min: -MAX_DOLLARS, max: MAX_DOLLARS, description, example: 250_000 })

/** Parses a lower limit in dollars, which cannot be negative. */
export const leastDollars = (description: string) =>
  decimal({ min: 0, max: MAX_DOLLARS, description, example: 5_000 })

// Python writes True, and many clients write 1.
const BOOLEANS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

/** Parses true or false in any case, or 1 or 0; false if absent. */
export const boolean = (description: string) =>
  text('true or false')
    .optional()
    .transform((value, check) =>
      value === undefined
        ? false
        : (BOOLEANS.get(value.toLowerCase()) ??
          refuse(check, 'bool_parsing', 'must be true or false')),
    )
    .meta({ type: 'boolean', 'x-default': false, description })

/** Parses one of a list of words; the message for another word suggests the nearest. */
export const oneOf = <const Word extends string>(words: readonly Word[], description: string) => {
  const noun = `one of ${words.join(', ')}`
  return param(
    { noun, type: 'string', enum: [...words], description },
    (value, refuse): Word =>
      words.find((word) => word === value) ??
      refuse('enum', `must be ${noun}${didYouMean(value, words)}`),
  )
}

/**
 * Parses one or several of a list of words, separated by commas, each once; in the order of the
 * list.
 */
export const someOf = <const Word extends string>(words: readonly Word[], description: string) => {
  const noun = `one or more of ${words.join(', ')}, separated by commas`
  const pattern = `^(?:${words.join('|')})(?:,(?:${words.join('|')}))*$`
  return param(
    { noun, type: 'string', pattern, examples: [words.slice(0, 2).join(',')], description },
    (value, refuse): Word[] => {
      const given = value.split(',').map((word) => word.trim())
      const unknown = given.find((word) => !words.some((known) => known === word))
      if (unknown === undefined) return words.filter((word) => given.includes(word))
      const advice = unknown === '' ? '; an entry is empty' : didYouMean(unknown, words)
      return refuse('enum', `must be ${noun}${advice}`)
    },
  ).optional()
}

/** Names of columns, separated by commas, each once; in the order given. */
export const columnNames = <const Name extends string>(
  known: readonly Name[],
  description: string,
) =>
  text('a list of columns, separated by commas')
    .transform((value, check): Name[] => {
      const given = value.split(',').map((name) => name.trim())
      const unknown = given.filter((name) => !known.some((own) => own === name))
      for (const name of unknown.slice(0, SHOWN_COLUMNS)) {
        const shown = name === '' ? 'an empty entry' : JSON.stringify(name.slice(0, 50))
        refuse(
          check,
          'enum',
          `must contain only known columns; got ${shown}${didYouMean(name, known)}`,
        )
      }
      const repeated = given.filter((name, place) => name !== '' && given.indexOf(name) !== place)
      if (repeated.length > 0) {
        const shown = [...new Set(repeated)].slice(0, SHOWN_COLUMNS).join(', ')
        refuse(check, 'duplicate', `must contain each column once; repeated: ${shown}`)
      }
      return unknown.length === 0 ? (given as Name[]) : z.NEVER
    })
    .meta({ type: 'string', minLength: 1, examples: [known.slice(0, 3).join(',')], description })
    .optional()

// Enough to correct a list; all columns of another table would fill a page.
const SHOWN_COLUMNS = 5

/** Like `oneOf`; the first word if absent. */
export const oneOfOrFirst = <const Word extends string>(
  words: readonly [Word, ...Word[]],
  description: string,
) =>
  oneOf<Word>(words, description)
    .optional()
    .transform((value) => value ?? words[0])
    .meta({ type: 'string', enum: [...words], 'x-default': words[0], description })

/**
 * Parses a U.S. state or territory, given by code or name, to its code. `search` is the parameter
 * that accepts countries. `Abroad` means outside the United States.
 */
export const state = (description: string, search = 'Query') =>
  param({ type: 'string', examples: ['OH'], description }, (value, refuse) => {
    if (value.trim().toLowerCase() === ABROAD.toLowerCase()) return ABROAD
    const found = findState(value)
    if ('code' in found) return found.code
    const expected = `must be a U.S. state or territory, such as OH or Ohio, or Abroad; got ${quote(value)}`
    const advice = isCountry(value.slice(0, MAX_LABEL_LENGTH))
      ? `. To search by country, put it in ${search}`
      : adviseNearest(found.nearest.map(withLabel))
    return refuse('unknown_state', `${expected}${advice}`)
  }).optional()

/** Parses a cause, given by NTEE code, prefix, or label, to its codes. */
export const cause = (description: string) =>
  param({ type: 'string', examples: ['K', 'K31', 'Education'], description }, (value, refuse) => {
    const found = findCause(value.slice(0, MAX_LABEL_LENGTH))
    if (found.codes) return found.codes
    const expected = `must be an NTEE code, such as K31, or a cause label; got ${quote(value)}`
    return refuse('unknown_cause', `${expected}${adviseNearest(found.nearest.map(withLabel))}`)
  }).optional()

/** Returns an input as a message shows it. */
export const quote = (value: string): string => JSON.stringify(maskKeys(value).slice(0, MAX_QUOTED))

const MAX_QUOTED = 50

const withLabel = ({ code, label }: { code: string; label: string }): string => `${code} (${label})`

/**
 * Returns the sentence that suggests known values, or '' if none is similar. Labels contain commas.
 */
export const adviseNearest = (nearest: readonly string[]): string =>
  nearest.length === 0
    ? ''
    : `. Nearest ${nearest.length === 1 ? 'match' : 'matches'}: ${nearest.join('; ')}`

/** Three labels fit in a sentence. */
const NEAREST_LABELS = 3

/** A canonical cause label, written exactly; the message for another text suggests the nearest. */
export const causeLabel = (description: string) => {
  const labels = MAJOR_GROUPS.map(({ label }) => label)
  return param(
    { noun: 'a canonical cause label', type: 'string', enum: labels, description },
    (value, refuse) => {
      if (findMajorGroup(value)) return value
      const expected = `must be one of the cause labels in /openapi.json; got ${quote(value)}`
      return refuse(
        'enum',
        `${expected}${adviseNearest(nearestWords(value, labels, NEAREST_LABELS))}`,
      )
    },
  ).optional()
}

/** A parameter that is always rejected, with the reason. */
export const refused = (reason: string) =>
  z
    .unknown()
    .transform((_, check) => refuse(check, 'extra_forbidden', reason))
    .meta({ description: reason, deprecated: true })
    .optional()

/** Returns `; did you mean Limit?`, or '' if no known word is similar. */
export function didYouMean(given: string, known: readonly string[]): string {
  const [nearest] = nearestWords(given, known, 1)
  return nearest === undefined ? '' : `; did you mean ${nearest}?`
}

function nearestWords(given: string, known: readonly string[], count: number): string[] {
  const wanted = given.slice(0, MAX_LABEL_LENGTH)
  const meant = known.filter((word) => toLetters(word) === toLetters(wanted))
  const near = nearestByTrigrams(wanted, known, (word) => word, count)
  return [...new Set([...meant, ...near.filter((word) => isNear(wanted, word))])].slice(0, count)
}

// So that 990-EZ matches 990EZ, and primary_form PrimaryForm.
const toLetters = (word: string): string => toComparable(word).replaceAll(' ', '')
