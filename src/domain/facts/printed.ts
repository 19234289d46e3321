import { plainPath } from '../filing-contents.ts'
import { type Line, lineIn, readTsv } from '../tsv.ts'
import { lineOf } from './catalogue.ts'
import { lineOfPath } from './citation.ts'
import { leafSubject } from './subjects.ts'
import { pathsOf } from './tables/read-rows.ts'
import { STATEMENTS } from './tables/statements.ts'
import type { TableDefinition } from './tables/table.ts'
import { TABLES } from './tables/tables.ts'

/** Where the paper form prints a leaf. */
export type Printed = {
  /** "Part VII, Section A", "Heading"; '' if the form has no parts or the part is not known. */
  part: string
  /** "1a", "G"; '' if the leaf has no line. */
  number: string
  label: string
  /** The label of its column, if its line has several. */
  column?: string
  /** The label of the element around it, which is a column of the form if lines repeat. */
  group?: string
}

// Elements that the catalogue does not read, from the descriptions in the IRS's schemas (public
// domain). A name stands for its place in the part, after its parent where one name has several.
const ELEMENTS = new Map<string, { place: string; label: string }>()
const TITLES = new Map<string, string>()
for (const [block = '', place = '', label = '', names] of readTsv(
  new URL('./printed.tsv', import.meta.url),
)) {
  if (!names) TITLES.set(`${block} ${place}`, label)
  else for (const name of names.split(' ')) ELEMENTS.set(`${block}/${name}`, { place, label })
}

type Cell = { lines: Line; label: string; column: string }
const CELLS = new Map<string, Cell>()
for (const [key, table] of Object.entries<TableDefinition>({ ...STATEMENTS, ...TABLES })) {
  for (const source of table.rows) {
    if (!source.label) continue
    for (const [name, { label, line, paths }] of Object.entries(table.columns)) {
      // Events of Schedule G are rows of our table, but columns of the form.
      const isColumn = key in TABLES && source.line?.includes('column')
      const cell = isColumn
        ? { lines: { line: `${source.line}, ${line}` }, label, column: source.label }
        : { lines: { ...source, line: source.line ?? '' }, label: source.label, column: label }
      for (const below of pathsOf(source, name, paths)) {
        CELLS.set(below === '' ? source.path : `${source.path}/${below}`, cell)
      }
    }
  }
}

const NUMERALS = 'I II III IV V VI VII VIII IX X XI XII XIII XIV XV XVI XVII'.split(' ')
const PART = /^Part ([IVX]+)/
/** Returns a part with its numeral moved; schema 2021v4.0 removes Part V of the 990-PF. */
const movePart = (part: string, by: number, after: number): string =>
  part.replace(PART, (text, numeral: string) => {
    const at = NUMERALS.indexOf(numeral)
    return at >= after ? `Part ${NUMERALS[at + by]}` : text
  })
const isMoved = (block: string, version = ''): boolean =>
  block === 'IRS990PF' && version >= '2021v4.0'

/** Returns the title of a part in a version of the form; '' if it is not known. */
export function partTitle(block: string, part: string, version?: string): string {
  const own = isMoved(block, version) ? movePart(part, 1, 4) : part
  return TITLES.get(`${block} ${own}`) ?? ''
}

/** Returns a number that orders the parts of a form. */
export function partOrder(part: string): number {
  const last = ['Signature', 'Electronic filing'].indexOf(part)
  if (last !== -1) return (NUMERALS.length + last + 1) * 900
  const [, numeral = '', suffix = '', section = ''] =
    /^Part ([IVX]+)(?:-([A-Z]))?(?:, Section ([A-Z]))?/.exec(part) ?? []
  const letters = [suffix, section].map((letter) => (letter ? letter.charCodeAt(0) - 64 : 0))
  return (NUMERALS.indexOf(numeral) + 1) * 900 + (letters[0] ?? 0) * 30 + (letters[1] ?? 0)
}

/** Reads "Schedule D, Part X, Section A, line 12, column (a)". */
function parsePlace(place: string): { part: string; number: string } {
  const pieces = place.split(', ')
  const part = pieces
    .filter((piece) => /^(Part|Section|Heading|Signature|Electronic)/.test(piece))
    .join(', ')
  const line = pieces.find((piece) => /^(lines?|item) /.test(piece)) ?? ''
  return { part, number: line.replace(/^(lines?|item) /, '') }
}

/** Returns a name in words as a label: "Cash grant amount"; abbreviations stay in capitals. */
function spelled(name: string): string {
  const words = spellName(name)
    .replaceAll(/ [A-Z][a-z]+/g, (word) => word.toLowerCase())
    .replace(/(?<=.) amount$/, '')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const known = (block: string, steps: readonly string[], at: number) =>
  ELEMENTS.get(`${block}/${steps[at - 1]}/${steps[at]}`) ??
  ELEMENTS.get(`${block}/${steps[at]}`) ??
  ELEMENTS.get(`*/${steps[at]}`)

/**
 * Returns where the form prints the leaf or group at an indexed path, in a schema version. The
 * label of an element that nobody describes is its name in words.
 */
export function printedAt(path: string, version?: string): Printed {
  const plain = plainPath(path)
  const [block = '', ...steps] = plain.slice(1).split('/')
  const moved = (place: string) => {
    const { part, number } = parsePlace(place)
    return { part: isMoved(block, version) ? movePart(part, -1, 5) : part, number }
  }
  const cell = CELLS.get(plain)
  if (cell) {
    return { ...parsePlace(lineIn(cell.lines, version)), label: cell.label, column: cell.column }
  }
  const all = steps.map((name, at) => {
    const found = known(block, steps, at)
    return { ...moved(found?.place ?? ''), label: found?.label || spelled(name), found }
  })
  const own = all.at(-1)
  const above = all.slice(0, -1).toReversed()
  const filed = lineOf(plain, version)
  const subject = leafSubject(path)?.label
  const label = (own?.found?.label || subject) ?? own?.label ?? spelled(block)
  const part = own?.part || above.find((one) => one.part)?.part || ''
  const group = above[0]?.label
  if (filed) return { ...parsePlace(filed), label, ...(group && { group }) }
  if (own?.number) return { part, number: own.number, label, ...(group && { group }) }
  const row = parsePlace(lineOfPath(path, version) ?? '')
  const line = above.find((one) => one.number)
  const place = { part: row.part || part, number: row.number || line?.number || '' }
  // A leaf without a line of its own is a column of the line around it.
  return line && !subject
    ? { ...place, label: line.label, column: label }
    : { ...place, label, ...(group && { group }) }
}

// Abbreviations in element names of the IRS; '' is a type suffix without meaning for readers.
const SPELLED: ReadonlyMap<string, string> = new Map(
  `Acty Activity|Addr Address|Adj Adjusted|Allw Allowed|Amt Amount|Apprv Approval|Asst Assistance|Ast Assets|Avlbl Available|Bfr Before
BOY Beginning-of-year|Cd |Chrtbl Charitable|Cnt Count|Contri Contributions|Cr Credit|Ctrl Controlled|CY Current-year
Ded Deduction|Desc Description|Distri Distributions|Dsl Diesel|Dt Date|Dtl Detail|Emplmn Employment|Empwr Empowerment
EOY End-of-year|EOYFMV End-of-year fair market value|Er Emergency room|Exc Excess|Expend Expenditures|Expln Explanation|Expns Expenses|FMV Fair market value
Gals Gallons|Govt Government|Grp |Grssroot Grassroots|Hwy Highway|Incm Income|Ind |Info Information|Invst Investment|Jnt Joint
Lbby Lobbying|Lobby Lobbying|LT Long-term|Mns Minus|Nm Name|Nn Non|Nnpssv Nonpassive|Nnxmpt Nonexempt|NOL Net operating loss|Nontx Nontaxable|Num Number
Org Organization|Orgs Organizations|Oth Other|Pct Percent|Prnt Parent|Prps Purposes|Pssv Passive|Publically Publicly|PY Prior-year|Pymt Payment
Qlfy Qualifying|Qty |Rcpts Receipts|Rcvd Received|Reg Regular|Rltd Related|Rpted Reported|Rqr Required|Rt Ratio|Sec Securities|Sect Section
Smllr Smaller|Srvc Service|ST Short-term|Stmt Statement|Tm Time|TMT Tentative minimum tax|Tot Total|Tx Tax|Txbl Taxable|Txt
UBI Unrelated business income|Und Under|Undyd Undyed|Unrlt Unrelated|Vl Value|Yr Year|Zn Zone`
    .split(/[|\n]/)
    .map((pair) => [pair.replace(/ .*/, ''), pair.replace(/^\S+ ?/, '')] as const),
)
const WORDS = /(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[a-z])(?=\d)/g

/** Returns `CashGrantAmt` as "Cash Grant Amount". */
export const spellName = (name: string): string => {
  const bare = name.replace(/^@/, '').replace(/\[\d+\]$/, '')
  const words = bare.replaceAll('_', ' ').replaceAll(WORDS, ' ').split(' ')
  return (
    words
      .map((word) => SPELLED.get(word) ?? word)
      .filter((word) => word !== '')
      .join(' ') || bare
  )
}
