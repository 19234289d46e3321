import { readTsv } from '#src/domain/tsv.ts'
import { at, listAt, textAt } from '#src/tools/json.ts'
import { type Line, line } from '#src/tools/line.ts'
import { valueIn } from '#src/tools/views.ts'
import { type Asked, sayWho } from '../asked.ts'
import { keysIn, type Message, type Organization } from '../message.ts'

/** Labels of lines of the statements that no figure stands for, by key of the vocabulary. */
const LABELS = new Map(
  readTsv(new URL('statement.tsv', import.meta.url)).map(([key = '', labels = '']) => [
    key,
    new RegExp(labels, 'i'),
  ]),
)
/** Keys whose words are in lines of revenue, too: "interest", "rent". */
const OF_EXPENSES = new Set(['interest', 'occupancy', 'travel', 'insurance', 'depreciation'])
// A row has several columns; the first of these is the amount of the year.
const AMOUNTS = ['Total', 'Books', 'End', 'EndBook', 'Amount', 'Real']
const MAX_ROWS = 6

/** Returns the lines of a return that a message asks for and that are no figures. */
export const linesIn = (message: Message): string[] => keysIn(message, 'unfiled')

/**
 * Says the amounts of lines of a return: of the ones that the vocabulary knows, or whose label has
 * all words that nothing else has used. Yields nothing if no line is meant. Throws ApiError.
 */
export async function* sayStatement(
  { message, call }: Asked,
  organization: Organization,
): AsyncGenerator<Line> {
  const keys = linesIn(message)
  const others = message.unread.filter((word) => word.length > 3)
  if (keys.length === 0 && others.length === 0) return
  const { from, to } = message.years
  const section = { EIN: organization.ein, Section: 'FinancialStatements', Limit: 50 }
  const year = from !== undefined && from === to ? { Year: from } : {}
  const form = message.form ? { Form: message.form } : {}
  const rows: unknown[] = []
  let [cursor, body]: [string | undefined, unknown] = [undefined, undefined]
  do {
    const given = cursor === undefined ? section : { ...section, Cursor: cursor }
    body = (await call('organizations', { ...given, ...year, ...form })).body
    rows.push(...listAt(body, 'Data.Rows'))
    cursor = textAt(body, 'NextCursor')
  } while (cursor !== undefined)
  const found = keys.length > 0 ? rowsOf(message, keys, rows) : rowsWith(others, rows)
  const on = `In tax year ${textAt(body, 'Section.Year')} (Form ${textAt(body, 'Section.Form')})`
  if (found.length === 0 && keys.length > 0) {
    const said = message.words.filter(({ list }) => list === 'unfiled')
    const names = said.map((word) => `“${word.said}”`).join(', ')
    yield [
      `${on}, no line that is loaded of the return of ${sayWho(organization)} is called ${names}, so it is not known.`,
    ]
  }
  if (keys.length === 0 && found.length > 0) message.unread = []
  const [first, ...more] = found.slice(0, MAX_ROWS).map(sayRow)
  if (first) yield line`${on}, ${sayWho(organization)} reported ${first}.`
  yield* more.map((one): Line => ['- ', ...one])
}

/** "Intangible assets" and "royalties" name one of several lines of their kind. */
function rowsOf({ words }: Message, keys: readonly string[], rows: readonly unknown[]): unknown[] {
  return keys.flatMap((key) => {
    const found = rows.filter((row) => LABELS.get(key)?.test(labelOf(row)))
    const said = words.flatMap((word) => (word.key === key ? word.said.split(' ') : []))
    const spent = found.filter((row) => /Part IX/.test(textAt(row, 'Line') ?? ''))
    if (spent.length > 0 && OF_EXPENSES.has(key)) return spent
    const exact = found.filter((row) => said.some((word) => word.length > 4 && hasWord(row, word)))
    return exact.length > 0 ? exact : found
  })
}

const rowsWith = (words: readonly string[], rows: readonly unknown[]): unknown[] =>
  rows.filter((row) => words.every((word) => hasWord(row, word)))

const hasWord = (row: unknown, word: string): boolean =>
  ` ${labelOf(row).toLowerCase()}`.includes(` ${word.toLowerCase().replace(/(ies|s)$/, '')}`)

const labelOf = (row: unknown): string =>
  [textAt(row, 'Label'), textAt(row, 'Values.Description')].filter(Boolean).join(': ')

function sayRow(row: unknown): Line {
  const column = AMOUNTS.find((name) => typeof at(row, `Values.${name}`) === 'number')
  const label = labelOf(row)
  const figure = {
    Value: at(row, `Values.${column}`),
    EvidenceRef: at(at(row, 'EvidenceRefs'), column ?? '') ?? at(row, 'EvidenceRef'),
  }
  const name = label.charAt(0).toLowerCase() + label.slice(1)
  return line`${name} of ${valueIn(figure, label, 'USD') ?? 'an unknown amount'} (${textAt(row, 'Line')})`
}
