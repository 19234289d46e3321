import { z } from 'zod'
import { CONTRACT_EIN, LARGEST_EIN, MIN_CONTRACT_EIN, parseSentEin } from '../domain/ein.ts'
import { maskKeys } from '../domain/mask-keys.ts'
import { isNear, nearestByTrigrams, toComparable } from '../domain/similarity.ts'

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
      ...{ missing, type: 'string', maxLength: MAX_QUERY_LENGTH, pattern: '\\S' },
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

/** A parameter that is `fallback`, which may be undefined, if it is absent. */
const orElse = <Value, Fallback>(
  parameter: z.ZodType<Value>,
  fallback: Fallback,
  json: z.GlobalMeta,
) =>
  parameter
    .optional()
    .transform((value): Value | Fallback => value ?? fallback)
    .meta({ ...json, ...(fallback !== undefined && { 'x-default': fallback }) })

type IntegerRule<Fallback> = { max: number; fallback: Fallback; description: string }

/** Parses a whole number from 1 in digits; `fallback`, which may be undefined, if it is absent. */
export const integer = <Fallback extends number | undefined>({
  max,
  fallback,
  description,
}: IntegerRule<Fallback>) => {
  const bounds = { minimum: 1, ...(max < Number.MAX_SAFE_INTEGER && { maximum: max }) }
  const parameter = param({ noun: 'a whole number' }, (value, refuse) => {
    const number = /^-?\d+$/.test(value) ? Number(value) : Number.NaN
    if (Number.isNaN(number)) return refuse('int_parsing', 'must be a whole number')
    if (number < 1) return refuse('too_small', 'must be 1 or more')
    return number > max ? refuse('too_big', `must be ${max} or less`) : number
  })
  return orElse(parameter, fallback, { type: 'integer', ...bounds, description })
}

/** An EIN in OpenAPI: an integer, or the text of responses. */
export const EIN_FORMS = {
  type: ['integer', 'string'] as never,
  minimum: MIN_CONTRACT_EIN,
  maximum: LARGEST_EIN,
  pattern: `^${CONTRACT_EIN}$`,
}
const EIN = new RegExp(EIN_FORMS.pattern)

/** Parses an EIN to nine digits. A hyphen after the second and one leading zero are optional. */
export const einOf = (description: string) =>
  param({ noun: 'an EIN', ...EIN_FORMS, description }, (value, refuse) => {
    const ein = parseSentEin(value)
    if (ein !== undefined && EIN.test(value)) return ein
    const message = `must be a nine-digit EIN, such as 123456789${adviseZeros(value)}`
    const number = /^-?\d+$/.test(value) ? Number(value) : Number.NaN
    if (number < MIN_CONTRACT_EIN) return refuse('too_small', message)
    return refuse(number > LARGEST_EIN ? 'too_big' : 'int_parsing', message)
  })

/** Returns what to send for an EIN that lost its leading zeros; '' for other text. */
export const adviseZeros = (value: string): string => {
  const ein = parseSentEin(value)
  return ein === undefined ? '' : `; for ${value}, send ${ein}`
}

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
      wordOf(words, value) ??
      (A_YEAR.test(value)
        ? Number(value)
        : refuse('enum', `must be ${expected}, such as 2022${didYouMean(value, words)}`)),
  ).optional()
}

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

export const minYear = taxYear('Earliest tax year.')
export const maxYear = taxYear('Latest tax year.')
export const minAmount = leastDollars(
  'Minimum amount in US dollars. Excludes rows without an amount.',
)

// Python writes True, and many clients write 1.
const BOOLEANS = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

/** Parses true or false in any case, or 1 or 0; false if absent. */
export const boolean = (description: string) => {
  const parameter = param(
    { noun: 'true or false' },
    (value, refuse) =>
      BOOLEANS.get(value.toLowerCase()) ?? refuse('bool_parsing', 'must be true or false'),
  )
  return orElse(parameter, false, { type: 'boolean', description })
}

/** Returns the word that a text is, in any case. */
export const wordOf = <Word extends string>(words: readonly Word[], text: string) =>
  words.find((word) => word.toLowerCase() === text.toLowerCase())

/** Parses true, for what is otherwise unknown instead of false; absent if it is not given. */
export const onlyTrue = (description: string) =>
  param(
    { noun: 'true, or omitted', type: 'boolean', enum: [true], description },
    (value, refuse) =>
      BOOLEANS.get(value.toLowerCase()) === true
        ? (true as const)
        : refuse('enum', 'must be true, or omitted'),
  ).optional()

/** Parses one of a list of words; the message for another word suggests the nearest. */
export const oneOf = <const Word extends string>(words: readonly Word[], description: string) => {
  const noun = words.length === 1 ? words.join() : `one of ${words.join(', ')}`
  return param(
    { noun, type: 'string', enum: [...words], description },
    (value, refuse): Word =>
      wordOf(words, value) ?? refuse('enum', `must be ${noun}${didYouMean(value, words)}`),
  )
}

/** Like `oneOf`; the first word if absent. */
export const oneOfOrFirst = <const Word extends string>(
  words: readonly [Word, ...Word[]],
  description: string,
) =>
  orElse(oneOf<Word>(words, description), words[0], {
    ...{ type: 'string', enum: [...words], description },
  })

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
      const typed = value.split(',').map((word) => word.trim())
      const given = typed.map((word) => wordOf(words, word) ?? word)
      const unknown = given.find((word) => !words.some((known) => known === word))
      if (unknown === undefined) return words.filter((word) => given.some((one) => one === word))
      const advice = unknown === '' ? '; an entry is empty' : didYouMean(unknown, words)
      return refuse('enum', `must be ${noun}${advice}`)
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

/** Returns an input as a message shows it. */
export const quote = (value: string): string => JSON.stringify(maskKeys(value).slice(0, MAX_QUOTED))

const MAX_QUOTED = 50

/**
 * Returns the sentence that suggests known values, or '' if none is similar. Labels contain commas.
 */
export const adviseNearest = (nearest: readonly string[]): string =>
  nearest.length === 0
    ? ''
    : `. Nearest ${nearest.length === 1 ? 'match' : 'matches'}: ${nearest.join('; ')}`

/** Returns `; did you mean Limit?`, or '' if no known word is similar. */
export function didYouMean(given: string, known: readonly string[]): string {
  const [nearest] = nearestWords(given, known, 1)
  return nearest === undefined ? '' : `; did you mean ${nearest}?`
}

/** Returns up to `count` known words that are similar to a given one. */
export function nearestWords(given: string, known: readonly string[], count: number): string[] {
  const wanted = given.slice(0, MAX_LABEL_LENGTH)
  const meant = known.filter((word) => toLetters(word) === toLetters(wanted))
  const near = nearestByTrigrams(wanted, known, (word) => word, count)
  return [...new Set([...meant, ...near.filter((word) => isNear(wanted, word))])].slice(0, count)
}

// So that 990-EZ matches 990EZ, and primary_form PrimaryForm.
const toLetters = (word: string): string => toComparable(word).replaceAll(' ', '')
