import { z } from 'zod'
import { causesNamedBy } from '../domain/cause-phrases.ts'
import { toCityKey } from '../domain/name-keys.ts'
import { findCause, MAJOR_GROUPS } from '../domain/ntee.ts'
import {
  countiesNamed,
  findArea,
  findCities,
  nearestCities,
  nearestCounties,
} from '../domain/places/gazetteer.ts'
import { ABROAD, findState, isCountry, stateNamed } from '../domain/places.ts'
import { describeSubsection } from '../domain/registry-codes.ts'
import { ApiError } from '../platform/errors.ts'
import {
  adviseNearest,
  decimal,
  MAX_LABEL_LENGTH,
  nearestWords,
  param,
  quote,
  refuse,
  wordOf,
} from '../platform/parameters.ts'

/** Query that lists all organizations that match the filters. */
const ALL = '*'

/** Returns the domain's text of a query; empty if it lists all. */
export const toQueryText = (query: string | undefined): string =>
  query === undefined || query === ALL ? '' : query

// The kinds of filters that only searches have. Each is undefined if it is absent.

/** Parses points of a rating, 0 to 100. */
export const points = (description: string) =>
  decimal({ min: 0, max: 100, description, example: 80 })

/** Parses a share from 0 to 1, also written as a percentage: 0.9 or 90%. */
export const share = (description: string) =>
  param(
    {
      ...{ noun: 'a number', type: 'number', minimum: 0, maximum: 1, examples: [0.9] },
      description,
    },
    (value, refuse) => {
      const [, number, percent] = /^(\d{1,3}(?:\.\d{1,6})?|\.\d{1,6})(%?)$/.exec(value) ?? []
      const parsed = Number(number) / (percent ? 100 : 1)
      if (parsed >= 0 && parsed <= 1) return parsed
      return refuse('float_parsing', 'must be a share from 0 to 1, such as 0.9 or 90%')
    },
  ).optional()

type Kind<Value> = {
  /** Type of the error of a text that is not known. */
  type: string
  expected: string
  json: { noun?: string } & z.GlobalMeta
  /** Reads a text, also given without what is longer than any label. */
  find: (value: string, label: string) => Value | undefined
  /** Returns a sentence for the end of the message. */
  advise?: (value: string, label: string) => string
}

/** Parses a text that must be known. */
const known = <Value>(
  description: string,
  { type, expected, json, find, advise = () => '' }: Kind<Value>,
) =>
  param({ type: 'string', ...json, description }, (value, refuse) => {
    const label = value.slice(0, MAX_LABEL_LENGTH)
    const message = () => `must be ${expected}; got ${quote(value)}${advise(value, label)}`
    return find(value, label) ?? refuse(type, message())
  }).optional()

const withLabel = ({ code, label }: { code: string; label: string }): string => `${code} (${label})`

/**
 * Parses a U.S. state or territory, given by code or name, to its code. `search` is the parameter
 * that accepts countries. `Abroad` means outside the United States.
 */
export const state = (description: string, search = 'Query') =>
  known(description, {
    type: 'unknown_state',
    expected: 'a U.S. state or territory, such as OH or Ohio, or Abroad',
    json: { examples: ['OH'] },
    find: (value) => {
      if (value.trim().toLowerCase() === ABROAD.toLowerCase()) return ABROAD
      const found = findState(value)
      return 'code' in found ? found.code : undefined
    },
    advise: (value, label) => {
      if (isCountry(label)) return `. To search by country, put it in ${search}`
      const found = findState(value)
      return adviseNearest('nearest' in found ? found.nearest.map(withLabel) : [])
    },
  })

/** Parses a cause, given by NTEE code, prefix, or label, to its codes. */
export const cause = (description: string) =>
  known(description, {
    type: 'unknown_cause',
    expected: 'an NTEE code, such as K31, or a cause label',
    json: { examples: ['K', 'K31', 'Education'] },
    find: (_, label) => findCause(label).codes,
    advise: (_, label) => adviseNearest(findCause(label).nearest?.map(withLabel) ?? []),
  })

/** Three labels fit in a sentence. */
const NEAREST_LABELS = 3

/** A canonical cause label, written exactly. */
export const causeLabel = (description: string) => {
  const labels = MAJOR_GROUPS.map(({ label }) => label)
  return known(description, {
    type: 'enum',
    expected: 'one of the cause labels in /openapi.json',
    json: { noun: 'a canonical cause label', enum: labels },
    find: (value) => wordOf(labels, value),
    advise: (value) => adviseNearest(nearestWords(value, labels, NEAREST_LABELS)),
  })
}

/** Longer than any name of a city in the United States. */
const MAX_CITY_LENGTH = 80

/**
 * Parses the name of a city to its key. Cities that the gazetteer does not know are accepted, because
 * filers also write names of villages and suburbs (`requireKnownCity`).
 */
export const city = (description: string) =>
  known(description, {
    type: 'unknown_city',
    expected: 'the name of one city, such as Boston',
    json: { examples: ['Boston'] },
    find: (value) => {
      const name = value.trim()
      const key = toCityKey(findCities(name)[0]?.name ?? name)
      return key !== '' && !name.includes(',') && name.length <= MAX_CITY_LENGTH ? key : undefined
    },
    advise: () => '. Put the state in State',
  })

/** Parses a ZIP code, or its first three or four digits; of nine digits the first five. */
export const zip = (description: string) =>
  known(description, {
    type: 'zip',
    expected: 'a ZIP code of five digits, or its first three digits',
    json: { pattern: '^(?:\\d{3,5}|\\d{5}-?\\d{4})$', examples: ['60601', '606'] },
    find: (value) => /^(\d{3,5})$|^(\d{5})-?\d{4}$/.exec(value.trim())?.slice(1).find(Boolean),
  })

/** Parses the name of a county, with or without its state, to the codes of those it names. */
export const county = (description: string) =>
  known(description, {
    type: 'unknown_county',
    expected: 'a U.S. county, such as Cook or Cook County, IL',
    json: { examples: ['Cook', 'Cook County, IL'] },
    find: (_, label) => {
      const codes = countiesNamed(label).map(({ code }) => code)
      return codes.length > 0 ? codes : undefined
    },
    advise: (_, label) => adviseNearest(nearestCounties(label)),
  })

/** Parses a city, a ZIP code, or a region to its area. */
export const area = (description: string) =>
  known(description, {
    type: 'unknown_place',
    expected: 'a U.S. city, such as Boston, MA, or a ZIP code',
    json: { examples: ['Boston, MA', '02139'] },
    find: (_, label) => findArea(label),
    advise: (_, label) => adviseNearest(nearestCities(label)),
  })

const SUBSECTION = /^(?:501\s*\(?c\)?\s*)?\(?(\d{1,2})\)?$/i
const LAST_SUBSECTION = 29
// The IRS gives exemptions outside 501(c) a number, too.
const OTHER_SECTIONS = Array.from({ length: 70 }, (_, at) => String(at + 30)).flatMap((code) => {
  const label = describeSubsection(code)
  return label === undefined ? [] : [{ code, label }]
})

/** Parses a subsection of 501(c), or the label of another exemption, to the two digits of the IRS. */
export const subsection = (description: string) =>
  known(description, {
    type: 'unknown_subsection',
    expected: `a subsection of 501(c) from 1 to ${LAST_SUBSECTION}, such as 3 or 501(c)(3)`,
    json: { examples: ['3', '501(c)(3)'] },
    find: (value) => {
      const typed = value.trim()
      const number = SUBSECTION.exec(typed)?.[1]?.padStart(2, '0')
      const other = OTHER_SECTIONS.find(({ code, label }) => label === typed || code === number)
      const isListed = Number(number) >= 1 && Number(number) <= LAST_SUBSECTION
      return other?.code ?? (isListed ? number : undefined)
    },
  })

/**
 * Words in the name or the cause text, words in the name, NTEE codes or prefixes, or states of
 * registration.
 */
export type Exclusion =
  | { kind: 'words'; words: string }
  | { kind: 'name'; words: string }
  | { kind: 'causes'; causes: string[] }
  | { kind: 'states'; states: string[] }

/** Enough for a question in words; each is up to three clauses. */
const MAX_EXCLUSIONS = 10

/**
 * Parses what a match must not have: causes, states, or words, separated by commas or sent as several
 * parameters.
 */
export const exclusions = (description: string) =>
  z
    .union([z.string(), z.array(z.string())], { error: 'must be words, causes, or states' })
    .transform((given, check): Exclusion[] => {
      const parts = [given]
        .flat()
        // Labels of causes contain commas.
        .flatMap((value) => (findCause(value).codes ? [value] : value.split(',')))
        .map((part) => part.trim())
      if (parts.length > MAX_EXCLUSIONS) {
        return refuse(check, 'too_long', `must exclude at most ${MAX_EXCLUSIONS} things`)
      }
      if (parts.some((part) => !/[\p{L}\p{N}]/u.test(part) || part.length > MAX_LABEL_LENGTH)) {
        const message = `must be words, causes, or states of 1 to ${MAX_LABEL_LENGTH} characters, separated by commas`
        return refuse(check, 'exclusion', message)
      }
      return parts.flatMap(toExclusions)
    })
    .meta({ type: 'string', examples: ['museums', 'K31,OH'], description })
    .optional()

/** A cause in words excludes names with these words, too, because many organizations have no code. */
function toExclusions(part: string): Exclusion[] {
  const state = stateNamed(part)
  if (state) return [{ kind: 'states', states: [state.code] }]
  const { codes, label } = findCause(part)
  if (codes && label?.toLowerCase() !== part.toLowerCase())
    return [{ kind: 'causes', causes: codes }]
  const named = codes ?? causesNamedBy(part)?.codes
  if (named === undefined) return [{ kind: 'words', words: part }]
  return [
    { kind: 'causes', causes: named },
    { kind: 'name', words: part },
  ]
}

/**
 * Returns the NTEE codes of a cause given as a code, prefix, label or everyday words ("food
 * pantries"). Throws ApiError InvalidParameters, which lists the nearest known causes.
 */
export function causesOf(text: string): string[] {
  const found = findCause(text)
  if ('codes' in found) return found.codes
  const named = causesNamedBy(text)
  if (named) return named.codes
  const nearest = found.nearest.map(({ code, label }) => `${label} (${code})`).join(', ')
  throw new ApiError('InvalidParameters', {
    message: `No cause has this name. ${nearest ? `Nearest matches: ${nearest}.` : 'Use an NTEE code, such as K31, or a cause label.'}`,
  })
}

/** Returns "K31 (Food Banks & Pantries)" for a code; a label as it is. */
export function describeCause(typed: string): string {
  const { label = typed } = findCause(typed)
  return label.toLowerCase() === typed.toLowerCase() ? label : `${typed.toUpperCase()} (${label})`
}
