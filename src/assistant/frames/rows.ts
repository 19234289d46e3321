import { readTsv } from '#src/domain/tsv.ts'
import { at, listAt, numberAt, textAt } from '#src/tools/json.ts'
import { type Line, line, textOf } from '#src/tools/line.ts'
import { writeLine } from '#src/tools/template.ts'
import { type Asked, sayWho, use } from '../asked.ts'
import type { Message, Organization } from '../message.ts'
import { wordsIn } from './filed-lines.ts'
import { dollars, pagesOf, sumOf, unlessMissing, upTo, yearOf } from './parts.ts'
import { isTelling, useLists } from './read-figures.ts'

/** Lists of a return: the words that ask for one, and the policies; its place, and how a row is said. */
const ROWS = new Map(
  readTsv(new URL('rows.tsv', import.meta.url)).map(
    ([key = '', asked = '', policies = '', ...row]) => [
      key,
      { asked: new RegExp(asked), policies: policies.split(' ').filter(Boolean), row },
    ],
  ),
)
type List = { asked: RegExp; policies: string[]; row: string[] }
const MOST = 8
const KINDS = /\b(?:program|investment|grant)/g
// Some schedules have hundreds of rows.
const MOST_PAGES = 12

/** Returns the lists that a message asks for. */
export const rowsAsked = ({ masked }: Pick<Message, 'masked'>): string[] =>
  [...ROWS].flatMap(([key, { asked }]) => (asked.test(masked) ? key : []))

/** Returns the words by which it does, except those of a place. */
export const wordsAsking = ({ masked }: Pick<Message, 'masked'>): string[] =>
  [...ROWS].flatMap(([key, { asked }]) =>
    key === 'regions' ? [] : (asked.exec(masked)?.[0].split(/\W+/) ?? []),
  )

/** Returns the policies that ask for lists, and the lists that policies ask for. */
export const policiesOf = (keys: readonly string[]): string[] =>
  keys.flatMap((key) => ROWS.get(key)?.policies ?? [])
export const rowsOf = (policies: readonly string[]): string[] =>
  [...ROWS].flatMap(([key, one]) => (one.policies.some((own) => policies.includes(own)) ? key : []))

/**
 * Says the rows of a list of a return, with their sum: those with the most words of the message, or those
 * that `choose` returns. Returns whether there are any. Throws ApiError.
 */
export async function* sayRows(
  { message, call }: Pick<Asked, 'message' | 'call'>,
  one: Organization,
  key: string,
  choose = (rows: unknown[]): unknown[] => rows,
): AsyncGenerator<Line, boolean> {
  const {
    asked,
    policies,
    row: [Section = '', table = '', sum = '', called = '', template = ''],
  } = ROWS.get(key) as List
  const given = { EIN: one.ein, Section, Year: yearOf(message), Form: message.form, Limit: 50 }
  const pages =
    (await unlessMissing(pagesOf(call, 'organizations', given, undefined, MOST_PAGES))) ?? []
  const all = pages.flatMap(({ body }) => [
    ...listAt(body, 'Data.Rows'),
    ...listAt(body, 'Data.Elements'),
  ])
  const isOf = (row: unknown) => table === (textAt(row, 'Table') ?? textAt(row, 'Element'))
  const rows = choose(
    all.filter((row) => isOf(row) && (sum === '' || numberAt(row, sum) !== undefined)),
  )
  // "Donated art" is nothing else that was donated.
  const must = asked.exec(message.masked)?.[1] ?? []
  use(message, ...wordsAsking(message))
  const words = [message.unread.filter((word) => word.length > 3 && word !== must), must].flat(2)
  const has = rows.map((row) => wordsIn(textOf(writeLine(template, row))))
  // "Programs in Europe" are not all activities in Europe; words of places count more.
  const kinds = key === 'regions' ? (message.masked.match(KINDS) ?? []) : []
  const counts = has.map((one) => 9 * words.filter(one).length + kinds.filter(one).length)
  const found = rows.filter((_, at) => counts[at] === Math.max(...counts))
  const [year, first] = [textAt(pages[0]?.body, 'Section.Year') ?? yearOf(message), found[0]]
  const of = `The ${year ? '' : 'latest '}return of ${sayWho(one)}${year ? ` for tax year ${year}` : ''}`
  const known = words.filter((word) => has.some((one) => one(word)))
  useLists(message, 'figure', 'policy', 'role', 'feature', 'direction', 'pay', 'unfiled')
  use(message, ...known)
  const isNamed = known.length > 0 || policies.length > 0 || !sum
  const missing = isNamed ? [] : words.filter((word) => word === must || isTelling(message, word))
  if (!first || missing.length > 0) {
    use(message, ...missing)
    const about = missing.length > 0 ? ` with ${missing.map((word) => `“${word}”`).join(', ')}` : ''
    const isCut = at(pages.at(-1)?.body, 'NextCursor') !== undefined
    // The answer to the question of the policy follows.
    if (policies.length === 0)
      yield [`${of} ${isCut ? 'is too long to read its' : 'lists no'} ${called}${about}.`]
    return false
  }
  const tables = pages.flatMap(({ body }) => listAt(body, 'Data.Tables'))
  const where = tables.find((each) => at(each, 'Key') === table) ?? first
  const total = sum && found.length > 1 ? line`, ${dollars(sumOf(found, sum))} in all` : []
  yield line`${of} lists these ${called} (${textAt(where, 'Line') ?? textAt(where, 'Label')})${total}:`
  const lines = found.map((row) => writeLine(`- ${template}`, row))
  yield* upTo(MOST, lines, 'row')
  return true
}
