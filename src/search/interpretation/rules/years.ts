import { knownFields } from '#src/domain/known-fields.ts'
import type { Match } from '../patterns.ts'
import { type Effect, type Rule, refuses } from '../reading.ts'
import { reasonOf } from '../vocabulary.ts'

type Span = { min?: number; max?: number }

/** Returns the years of a match: "after 2010" begins in 2011, "the 1990s" end in 1999. */
function spanOf({ values }: Match): Span {
  const { year, year2, decade, decade2, since, after, before, until, orlater, orearlier } = values
  const first = year?.token.value ?? decade?.token.value
  if (first === undefined) return {}
  const last = decade ? first + 9 : first
  const end = year2?.token.value ?? (decade2 && decade2.token.value + 9)
  if (end !== undefined) return { min: first, max: end }
  if (after) return { min: last + 1 }
  if (since ?? orlater) return { min: first }
  if (before) return { max: first - 1 }
  if (until ?? orearlier) return { max: last }
  return { min: first, max: last }
}

function founded(match: Match): readonly Effect[] {
  const { min, max } = spanOf(match)
  const filters = knownFields({ minRulingYear: min, maxRulingYear: max })
  const key = min === undefined ? 'maxRulingYear' : 'minRulingYear'
  const meaning = `recognized by the IRS ${describe({ min, max })} (the year of its ruling)`
  return [{ key, meaning, set: { filters } }]
}

function describe({ min, max }: { min: number | undefined; max: number | undefined }): string {
  if (min === undefined) return `in ${max} or earlier`
  if (max === undefined) return `in ${min} or later`
  return min === max ? `in ${min}` : `from ${min} to ${max}`
}

function filed(match: Match): readonly Effect[] {
  const { min, max } = spanOf(match)
  if (min === undefined || max !== undefined) return [reasonOf('past')]
  const meaning = `latest filing for tax year ${min} or later`
  return [{ key: 'filedSince', meaning, set: { filters: { filedSince: min } } }]
}

// The years after a verb, with the longest forms first.
const YEARS = [
  'between|from|in? <year> and|to|-|–|through|until <year2>',
  'in|from|for? the? <year> <orlater>',
  'in|from|for? the? <year> <orearlier>',
  ...['<since>', '<after>', '<before>', '<until>', '<in>?'].flatMap((how) => [
    `${how} the? year? <year>`,
    `${how} the? early|mid|late? <decade>`,
  ]),
]

const LINK = 'that|which|who|whose? were|was|are|is|have|has|had? been?'

export const YEAR_RULES: readonly Rule[] = [
  refuses(
    'filings that are missing',
    'past',
    ...YEARS.map((years) => `not|haven't|hasn't|never|no <filed> ${years}`),
  ),
  {
    name: 'the year of the IRS ruling',
    patterns: YEARS.map((years) => `${LINK} <founded> ${years}`),
    read: founded,
  },
  {
    name: 'the year of the latest filing',
    patterns: [
      ...YEARS.map(
        (years) =>
          `${LINK} with? a|the|their|its? <filed> is|was|for|in? the? <filed2>? ${years} filings|returns?`,
      ),
      'with|and? a|an? <year> <orlater> <filed>',
    ],
    read: filed,
  },
  refuses(
    'an age',
    'age',
    'older|younger than <amount> years?',
    '<founded> <over>? <amount> years ago',
    '<founded> <under> <amount> years ago',
    '<over> <amount> years old?',
    '<under> <amount> years old?',
    '<founded>? in|within|over|during the last|past <amount> years',
    '<founded>? in|within|over|during the last|past <number> years',
  ),
  refuses(
    'a past year',
    'past',
    '<measure> in|for the? year? <year>',
    'in|for|during the? year? <year>',
  ),
  refuses(
    'another year',
    'year',
    ...YEARS.filter((years) => !years.includes('<in>')),
    '<in> the? <decade>',
  ),
]

const inTaxYears = (patterns: string[]): readonly Rule[] => [
  {
    name: 'the tax year of a row',
    patterns: [...YEARS.map((years) => `<filed> ${years}`), ...patterns],
    read: (match, { tokens }) => {
      if (tokens[match.from - 1]?.word === 'of') return undefined
      const { min, max } = spanOf(match)
      return [
        ...(min === undefined ? [] : [toYear('minYear', min, 'later')]),
        ...(max === undefined ? [] : [toYear('maxYear', max, 'earlier')]),
      ]
    },
  },
]

/** The tax years of grants: "since 2020", "in 2022", "grants 2023". "Class of 2024" is a purpose. */
export const GRANT_YEARS = inTaxYears([
  ...YEARS.map((years) => years.replace('<in>?', '<in>')),
  'grants|grant <year>',
  '<year> $',
  '^ <year>',
])

/** The tax years of pay: also "CEO pay 2022". */
export const PAY_YEARS = inTaxYears(YEARS)

const toYear = (key: 'minYear' | 'maxYear', year: number, side: string): Effect => ({
  key,
  meaning: `tax year ${year} or ${side}`,
  set: { [key]: year },
})
