import { at, listAt, textAt } from './read.ts'
import { citationsOf, nextPage, worded } from './words.ts'

/** Lines that are told of a section; its rows are in the answer itself. */
const MOST_LINES = 25

/** A section: what it comes to, its labelled values with citations, and how many rows it has. */
export function renderSection(answer: unknown): string[] {
  const section = at(answer, 'Section')
  const cite = citationsOf(listAt(answer, 'EvidenceRefs'))
  const values = [...labelled(at(answer, 'Data'))]
  const left = values.length - MOST_LINES
  return [
    `${textAt(section, 'Title')}, Form ${textAt(section, 'Form')} of tax year ${textAt(section, 'Year')}: ${textAt(section, 'Summary')}`,
    ...values.slice(0, MOST_LINES).map((one) => `- ${lineOf(one, cite)}`),
    ...(left > 0 ? [`- and ${left} more values`] : []),
    ...listAt(answer, 'Data', 'Tables').map(tableLine),
    ...nextPage(answer),
  ]
}

/** What a Ref names: the value, and where it stands. */
export function renderEvidence(answer: unknown): string[] {
  const data = at(answer, 'Data')
  const [label, ref] = [textAt(data, 'Label'), textAt(data, 'EvidenceRef')]
  const value = at(data, 'Value')
  const evidence = listAt(answer, 'EvidenceRefs')
  const own = evidence.find((one) => textAt(one, 'Ref') === ref) ?? evidence[0]
  const lines: [string, string | undefined][] = [
    ['Cite as', textAt(own, 'Citation')],
    ['XPath or column', textAt(own, 'SourcePath')],
    ['Filing', textAt(own, 'SourceDocument')],
    ['Formula', textAt(own, 'Formula')],
    ['Derived from', listAt(own, 'DerivedFrom').join(', ') || undefined],
  ]
  const shown = value === undefined ? 'a row, see Data below' : worded(value, textAt(data, 'Unit'))
  return [
    `${label ?? textAt(at(answer, 'Section'), 'Summary') ?? 'Evidence'}: ${shown}`,
    ...lines.flatMap(([name, text]) => (text ? [`${name}: ${text}`] : [])),
  ]
}

type Labelled = { label: string; value: unknown; unit?: string; ref?: string }

/** Every object with a label and a value, or with a year and one, in the order of the answer. */
function* labelled(part: unknown, name = ''): Generator<Labelled> {
  if (Array.isArray(part)) {
    for (const one of part) yield* labelled(one, name)
    return
  }
  if (typeof part !== 'object' || part === null) return
  const label = textAt(part, 'Label') ?? (at(part, 'Year') && `${name} ${textAt(part, 'Year')}`)
  const value = at(part, 'Value')
  if (typeof label === 'string' && value !== undefined) {
    const [unit, ref] = [textAt(part, 'Unit') ?? moneyOf(name), textAt(part, 'EvidenceRef')]
    yield { label, value, ...(unit && { unit }), ...(ref && { ref }) }
    return
  }
  for (const [key, one] of Object.entries(part)) {
    // Rows are tables, told by their size.
    if (key !== 'Rows' && key !== 'Tables') yield* labelled(one, key)
  }
}

/** Of the money flow every value is in dollars and none says so (interface part 2.1). */
const MONEY = ['Revenue', 'Expense', 'Assets', 'Liabilities', 'Revenues', 'Expenses', 'FundBalance']
const moneyOf = (name: string): string | undefined => (MONEY.includes(name) ? 'USD' : undefined)

const lineOf = ({ label, value, unit, ref }: Labelled, cite: (ref?: string) => string): string =>
  `${label}: ${worded(value, unit)}${cite(ref)}`

const tableLine = (table: unknown): string =>
  `- ${textAt(table, 'Label')} (${textAt(table, 'Line')}): ${textAt(table, 'RowCount')} rows in all`
