import { DomUtils, parseDocument } from 'htmlparser2'
import { toCsvLines } from '#src/api/shared/csv.ts'
import { ApiError } from '#src/platform/errors.ts'
import { exactOf, isLeftOut, isTag, type Node, type Tag } from './markdown.ts'

/** The formats in which the tables of a page are sent, by the ending of its address. */
export const TABLE_FORMATS = ['csv', 'json'] as const
export type TableFormat = (typeof TABLE_FORMATS)[number]

type Value = string | number
/** The values of a row by the names of their columns; `undefined` is unknown. */
type Row = Map<string, Value | undefined>

/**
 * Returns the rows of all tables of a page, or of the one that `Table` in its address names, as CSV or
 * JSON. Amounts are exact, and shares are fractions. Columns that end in `note` and `link` have the
 * small print and the address of a cell. Throws ApiError RouteNotFound if there is no such table.
 */
export function toTableFile(html: string, address: string, format: TableFormat): string {
  const asked = new URL(address).searchParams.get('Table')
  const rows = DomUtils.getElementsByTagName('table', parseDocument(html).children)
    .flatMap((table) => rowsOf(table, address))
    .filter((row) => asked === null || row.get('Table') === asked)
  if (rows.length === 0) throw new ApiError('RouteNotFound', { message: NO_TABLE })
  if (format === 'json') {
    const toObject = (row: Row) => [...row].map(([name, value]) => [name, value ?? null])
    return JSON.stringify(rows.map((row) => Object.fromEntries(toObject(row))))
  }
  const names = [...new Set(rows.flatMap((row) => [...row.keys()]))]
  return toCsvLines([names, ...rows.map((row) => names.map((name) => row.get(name)))])
}

const NO_TABLE =
  'This page has no table, or none of this name. Open it without .csv or .json to see what it has.'

const childrenOf = (tag: Tag): Tag[] => tag.children.filter(isTag)
const hasClass = (node: Node, names: RegExp): boolean =>
  isTag(node) && names.test(node.attribs.class ?? '')

function rowsOf(table: Tag, address: string): Row[] {
  const [caption] = DomUtils.getElementsByTagName('caption', table)
  const [head, ...lines] = DomUtils.getElementsByTagName('tr', table)
  const heads = head ? childrenOf(head).map((cell) => textOf(cell) || 'Line') : []
  const rows: { row: Row; cells: Cell[] }[] = []
  let group: string | undefined
  for (const line of lines) {
    const [first, ...others] = childrenOf(line)
    if (!first) continue
    if (hasClass(line, /\bgroup\b/)) group = textOf(first)
    else if (hasClass(line, /\bdetail\b/)) rows.at(-1)?.row.set('Details', textOf(first))
    else {
      const row: Row = new Map([['Table', caption ? textOf(caption) : '']])
      if (group !== undefined) row.set('Group', group)
      rows.push({ row, cells: [first, ...others].map((cell) => readCell(cell, address)) })
    }
  }
  for (const [at, head] of heads.entries()) {
    const name = heads.indexOf(head) === at ? head : `${head} (${at + 1})`
    for (const [key, column] of [
      ['value', name],
      ['note', `${name} note`],
      ['link', `${name} link`],
    ] as const) {
      const isUsed = key === 'value' || rows.some(({ cells }) => cells[at]?.[key] !== undefined)
      if (isUsed) for (const { row, cells } of rows) row.set(column, cells[at]?.[key])
    }
  }
  return rows.map(({ row }) => row)
}

type Cell = { value: Value | undefined; note: string | undefined; link: string | undefined }

const FIGURE = /\b(figure|value)\b/
const NOTE = /\b(quiet|row-number|row-note)\b/
const NOTE_OF_HEAD = /\b(quiet|row-number|row-note|chip)\b/

function readCell(cell: Tag, address: string): Cell {
  const isNumeric = hasClass(cell, /\bnumber\b/)
  const isNote = (node: Node) => hasClass(node, cell.name === 'th' ? NOTE_OF_HEAD : NOTE)
  const figure = isNumeric
    ? DomUtils.findOne(
        (tag) => hasClass(tag, FIGURE) || exactOf(tag.attribs.title) !== undefined,
        cell.children,
      )
    : null
  const notes = DomUtils.filter(isNote, cell.children).filter(
    ({ parent }) => !(parent && parent !== cell && isNote(parent as Node)),
  )
  const own = figure ? textOf(figure) : textOf(cell, isNote)
  const note = figure
    ? textOf(cell, (node) => node === figure)
    : notes
        .map((node) => textOf(node))
        .join(' ')
        .trim()
  const links = DomUtils.findAll(
    ({ attribs: { href }, parent }) =>
      href !== undefined && !href.startsWith('#') && !(parent && isLeftOut(parent as Node)),
    cell.children,
  ).map(({ attribs }) => new URL(attribs.href ?? '', address).href)
  return {
    value: toValue(own || note, isNumeric),
    note: (own && note) || undefined,
    link: links.find((link) => link.includes('/evidence?')) ?? links[0],
  }
}

const NUMBER = /^[-+]?\$?(0|[1-9]\d{0,2}(,?\d{3})*)(\.\d+)?%?$/

/** Returns dollars, years, and what a column of figures shows as numbers; other texts as they are. */
function toValue(text: string, isNumeric: boolean): Value | undefined {
  if (!NUMBER.test(text) || !(isNumeric || /^-?\$|^\d{4}$/.test(text))) return text || undefined
  const number = Number(text.replaceAll(/[$,%]/g, ''))
  // Shares have at most one decimal, which a division would follow with others.
  return text.endsWith('%') ? Number((number / 100).toFixed(4)) : number
}

/** What is unknown, and links to other pages (`go`). */
const SKIPPED = /\b(unknown|source-link|go)\b/

/** Returns the text of a node on one line, without what is skipped or `isAside`. */
function textOf(node: Node, isAside: (node: Node) => boolean = () => false): string {
  const wordsOf = (one: Node): string => {
    if (!isTag(one)) return one.type === 'text' ? one.data : ''
    const isSkipped = isLeftOut(one) || isAside(one) || hasClass(one, SKIPPED)
    if (isSkipped && one !== node) return ''
    const exact = one.name === 'time' ? one.attribs.datetime : exactOf(one.attribs.title)
    const words = exact ?? one.children.map(wordsOf).join('')
    return /^(a|bdi|b|em|strong|span|time|code)$/.test(one.name) ? words : ` ${words} `
  }
  return wordsOf(node).replaceAll(/\s+/g, ' ').trim()
}
