import { formatEin, padEin } from '#src/domain/ein.ts'
import { toFiledName } from '#src/domain/filed-text.ts'
import { ApiError } from '#src/platform/errors.ts'
import { at, listAt, numberAt, textAt } from '#src/tools/json.ts'
import { type Line, textOf, type Value } from '#src/tools/line.ts'
import { valueIn } from '#src/tools/views.ts'
import { type Asked, type Response, sayWho } from '../asked.ts'
import type { Message, Organization } from '../message.ts'

/** Returns an amount in US dollars as a value. */
export const dollars = (amount: number | undefined, label: string, ref?: string): Value | string =>
  valueIn({ Value: amount, EvidenceRef: ref }, label, 'USD') ?? 'an amount that is not reported'

/** Returns how a party of a response is called: "NAME (EIN 12-3456789)". */
export function whoIn(party: unknown): string {
  const name = textAt(party, 'Name') ?? textAt(party, 'name') ?? 'An organization'
  const ein = textAt(party, 'EIN') ?? textAt(party, 'ein')
  return ein === undefined
    ? toFiledName(name)
    : `${toFiledName(name)} (EIN ${formatEin(padEin(ein))})`
}

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
export async function unlessMissing<Found>(found: Promise<Found>): Promise<Found | undefined> {
  try {
    return await found
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return undefined
    throw error
  }
}

const MOST_PAGES = 4

/** Returns all rows of a list, from up to four pages, and the first response. */
export async function allRows(
  call: Asked['call'],
  tool: string,
  given: Record<string, unknown>,
  list: string,
): Promise<{ first: Response; rows: unknown[]; isCut: boolean }> {
  const first = await call(tool, { ...given, Limit: 50 })
  const rows = listAt(first.body, list)
  let cursor = at(first.body, 'NextCursor')
  for (let page = 1; page < MOST_PAGES && cursor !== undefined; page += 1) {
    const { body } = await call(tool, { ...given, Limit: 50, Cursor: cursor })
    rows.push(...listAt(body, list))
    cursor = at(body, 'NextCursor')
  }
  return { first, rows, isCut: cursor !== undefined }
}

/** Returns the sum of a field; rows without it add nothing. */
export const sumOf = (rows: readonly unknown[], path: string): number =>
  rows.reduce<number>((sum, row) => sum + (numberAt(row, path) ?? 0), 0)
