import { formatEin, padEin } from '#src/domain/ein.ts'
import { toFiledName } from '#src/domain/filed-text.ts'
import { countOf } from '#src/domain/money.ts'
import { US_STATES } from '#src/domain/places.ts'
import { ApiError } from '#src/platform/errors.ts'
import { at, listAt, numberAt, textAt } from '#src/tools/json.ts'
import { type Line, textOf, type Value } from '#src/tools/line.ts'
import { valueIn } from '#src/tools/views.ts'
import { type Asked, type Response, sayWho } from '../asked.ts'
import type { Message, Organization } from '../message.ts'

/** Returns an amount in US dollars as a value. */
export const dollars = (amount?: number, ref?: string, label = 'Amount'): Value | string =>
  valueIn({ Value: amount, EvidenceRef: ref }, label, 'USD') ?? 'an amount that is not reported'

/** Returns how a party of a response is called: "NAME (EIN 12-3456789)". */
export function whoIn(party: unknown): string {
  const name = textAt(party, 'Name') ?? textAt(party, 'name') ?? 'An organization'
  const ein = textAt(party, 'EIN') ?? textAt(party, 'ein')
  return ein === undefined
    ? toFiledName(name)
    : `${toFiledName(name)} (EIN ${formatEin(padEin(ein))})`
}

/** Returns the rating of an organization of a comparison: "80 of 100". */
export function scoreIn(one: unknown): Value | undefined {
  const score = { Value: at(one, 'Rating.Score'), EvidenceRef: at(one, 'Rating.EvidenceRef') }
  const value = valueIn(score, 'Rating')
  const most = numberAt(one, 'Rating.Possible') ?? 100
  return value && { ...value, text: `${Math.round(Number(value.value))} of ${most}` }
}

/** "totalRevenue" is "total_revenue" in the files of the API. */
export const toSnake = (key: string): string =>
  key.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Returns names in a sentence: "A, B, and C". */
export function listOf(names: readonly string[]): string {
  if (names.length < 3) return names.join(' and ')
  return `${names.slice(0, -1).join(', ')}, and ${names.at(-1)}`
}

/** Returns "A" or "A and B", as in `sayWho`. */
export const sayAll = (organizations: readonly Organization[]): string =>
  listOf(organizations.map(sayWho))

/** Returns the one tax year that a message is about; undefined for none and for a range. */
export const yearOf = ({ years: { from, to } }: Message): number | undefined =>
  from === to ? from : undefined

/** Returns whether a message is about a year, or about no years in particular. */
export const isInYears = ({ years: { from = 0, to = 9999 } }: AboutYears, year = 0): boolean =>
  year >= from && year <= to
type AboutYears = Pick<Message, 'years'>

/** Returns whether a row is in the state of a message, if that has one. */
export const isInState = ({ state }: Message, row: unknown): boolean =>
  state === undefined || textAt(row, 'Location')?.endsWith(`, ${state}`) === true

/** Returns " in Ohio", or nothing. */
export const sayState = ({ state }: { state?: string }): string =>
  state === undefined ? '' : ` in ${US_STATES[state] ?? state}`

/** Returns "in tax year 2022", "in tax years 2019 to 2022", or nothing. */
export function sayYears({ years: { from, to } }: Message): string {
  if (from === undefined && to === undefined) return ''
  if (from === to) return ` in tax year ${from}`
  if (to === undefined) return ` since tax year ${from}`
  return from === undefined ? ` until tax year ${to}` : ` in tax years ${from} to ${to}`
}

/** Returns the numbered lines of a response, in order, each with the lines below it. */
export function rowsOf({ lines }: Response): Line[][] {
  const rows: Line[][] = []
  for (const line of lines) {
    const text = textOf(line)
    if (/^\d+\. /.test(text)) rows.push([line])
    else if (text.startsWith('  - ')) rows.at(-1)?.push(line)
  }
  return rows
}

/** Returns undefined if an organization has no return, so that the API has no page of it. */
export async function unlessMissing<Found>(found?: Promise<Found>): Promise<Found | undefined> {
  try {
    return await found
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}

const MOST_PAGES = 4

/** Calls a tool for up to `limit` pages, each with at most `most` lines of each list. */
export async function pagesOf(
  call: Asked['call'],
  tool: string,
  given: Record<string, unknown>,
  most?: number,
  limit = MOST_PAGES,
): Promise<[Response, ...Response[]]> {
  const pages: [Response, ...Response[]] = [await call(tool, given, most)]
  for (let left = limit - 1; left > 0; left -= 1) {
    const Cursor = at(pages.at(-1)?.body, 'NextCursor')
    if (Cursor === undefined) break
    pages.push(await call(tool, { ...given, Cursor }, most))
  }
  return pages
}

/** Returns all rows of a list, from up to four pages, the first response, and whether there are more. */
export async function allRows(
  call: Asked['call'],
  tool: string,
  given: Record<string, unknown>,
  list: string,
): Promise<{ first: Response; rows: unknown[]; isCut: boolean }> {
  const pages = await pagesOf(call, tool, { ...given, Limit: 50 })
  const isCut = at(pages.at(-1)?.body, 'NextCursor') !== undefined
  return { first: pages[0], rows: pages.flatMap(({ body }) => listAt(body, list)), isCut }
}

/** Returns the sum of a field; rows without it add nothing. */
export const sumOf = (rows: readonly unknown[], path: string): number =>
  rows.reduce<number>((sum, row) => sum + (numberAt(row, path) ?? 0), 0)

/** Returns the sum of amounts in US dollars. Only the sum of one row has a Ref, that of the row. */
export const totalOf = (rows: readonly unknown[], ref: string, path = 'Amount'): Value | string =>
  dollars(sumOf(rows, path), rows.length === 1 ? textAt(rows[0], ref) : undefined)

/** Returns rows in the order of a number, the largest first. */
export const largest = <Row>(rows: readonly Row[], of: (row: Row) => number | undefined): Row[] =>
  rows.toSorted((a, b) => (of(b) ?? 0) - (of(a) ?? 0))

/** Returns the first lines, and how many more there are: "- and 3 more grants". */
export const upTo = (most: number, lines: readonly Line[], noun: string): Line[] => [
  ...lines.slice(0, most),
  ...andMore(lines.length - most, noun),
]

export const andMore = (count: number, noun: string): Line[] =>
  count > 0 ? [[`- and ${countOf(count, `more ${noun}`)}`]] : []

const ORDINAL =
  /\b(?:(second|2nd)|(third|3rd)|(fourth|4th)|(fifth|5th))(?=[ -](?:most\b|\w*est\b|worst|top)|\W*(?:place|one)?\W*$)/i

/** Returns which one of a ranking a text asks for, from 0, and the word: "the second largest". */
export function ordinalIn(text: string): { ordinal: string; place: number } {
  const [ordinal = '', ...ordinals] = ORDINAL.exec(text) ?? []
  return { ordinal, place: ordinals.findIndex(Boolean) + 1 }
}
