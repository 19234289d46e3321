import { singular } from './cause-phrases.ts'
import { toComparable } from './similarity.ts'
import { readTsv } from './tsv.ts'

type Office = { one: string; many: string; patterns: readonly RegExp[] }

/** Each office with patterns of titles, the surest first. */
const OFFICES = new Map(
  readTsv(new URL('titles.tsv', import.meta.url)).map(
    ([key = '', one = '', many = '', ...patterns]): [string, Office] => [
      key,
      { one, many, patterns: patterns.filter(Boolean).map((pattern) => new RegExp(pattern, 'i')) },
    ],
  ),
)

export const isOffice = (key: string): boolean => OFFICES.has(key)

/** Returns what people in an office are called; any other title as it is. */
export const namesOfOffice = (key: string): { one: string; many: string } =>
  OFFICES.get(key) ?? { one: key, many: `people with the title ${key}` }

const NOT_IN_OFFICE = /\b(?:vice|past|former|ex(?![- ]officio)|assistant|deputy|associate|elect)\b/i
/** Says in a title that the person left: "PRESIDENT, THROUGH 5/1/15". */
export const UNTIL = /\b(?:through|thru|until|till?|end(?:ed|ing|s)?|left|retired|resigned)\b\W*\d/i

// "CEO, UPHS" and "Executive Director - Clinic" lead a part.
const OF_PART =
  /\b(?:c\.?e\.?o\b\.?|chief executive officer|executive director),?(?: -| of| for)? (?!(?:and|president|chair|board|trustee|director|treasurer|secretary|member|until|thru|through|from|to|as|since|start|beg|end|eff|interim|emerit|retired|part)\w*\b)[a-z]/i

type Titled = { title: string; isFormer: boolean }

/**
 * Returns the people of one list who hold an office, or whose title has a text, former ones last.
 * Only those of the surest pattern that any title matches: a president leads unless a list also has a
 * chief executive.
 */
export function holdersOf<Person extends Titled>(
  listed: readonly Person[],
  office: string,
): Person[] {
  const isVice = NOT_IN_OFFICE.test(office) || office === 'vp'
  const patterns = OFFICES.get(office)?.patterns ?? [new RegExp(office, 'i')]
  const holders = patterns.map((pattern) =>
    listed.filter(
      ({ title }) =>
        pattern.test(title) && (isVice || !NOT_IN_OFFICE.test(title.replace(pattern, ''))),
    ),
  )
  const ofAll = holders
    .slice(0, 2)
    .map((found) => found.filter(({ title }) => office !== 'ceo' || !OF_PART.test(title)))
  const found = [...ofAll, ...holders].find(({ length }) => length > 0) ?? []
  return found.toSorted((a, b) => Number(a.isFormer) - Number(b.isFormer))
}

/**
 * Returns the offices of each person of one list. The last of several patterns only finds a leader
 * where no other does, such as a chair as chief executive, and gives no office.
 */
export function officesOf(listed: readonly Titled[]): string[][] {
  const holders = [...OFFICES].map(([office, { patterns }]) => {
    const sure = patterns.slice(0, Math.max(1, patterns.length - 1))
    const found = holdersOf(listed, office)
    return [
      office,
      new Set(found.filter(({ title }) => sure.some((one) => one.test(title)))),
    ] as const
  })
  return listed.map((person) =>
    holders.flatMap(([office, found]) => (found.has(person) ? [office] : [])),
  )
}

// What the surest pattern leaves of a title that only names the office.
const REST = new Set(['', 'officer', 'ector', 'board', 'the', 'of'])

/** Returns the office that a title or its plural names; undefined for any other title. */
export function officeNamed(title: string): string | undefined {
  const text = singular(title)
  const named = [...OFFICES].find(
    ([
      key,
      {
        one,
        patterns: [surest = /^$/],
      },
    ]) => {
      const isNamed =
        surest.test(text) &&
        text
          .replace(surest, ' ')
          .split(' ')
          .every((word) => REST.has(word))
      return key === text || one === text || isNamed
    },
  )
  return named?.[0]
}

/** Returns the words of titles by which they are searched. */
export const titleWords = (...titles: string[]): string =>
  [...new Set(titles.flatMap((title) => singular(toComparable(title)).split(' ')))].join(' ')
