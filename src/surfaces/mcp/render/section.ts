import { at, listAt, nameAt, textAt } from './read.ts'
import { cellLines, tableLines, tableOf } from './rows.ts'
import { citationsOf, NOT_READABLE, nextPage, worded } from './words.ts'

/** Values that are told of a section, or of a record; the others are in the answer itself. */
const MOST_LINES = 25

/** A section: what it comes to, its labelled values with citations, its tables and their rows. */
export function renderSection(answer: unknown): string[] {
  const section = at(answer, 'Section')
  const cite = citationsOf(listAt(answer, 'EvidenceRefs'))
  const values = [...labelled(at(answer, 'Data'))]
  const left = values.length - MOST_LINES
  return [
    `${textAt(section, 'Title')}, Form ${textAt(section, 'Form')} of tax year ${textAt(section, 'Year')}: ${textAt(section, 'Summary')}`,
    ...values.slice(0, MOST_LINES).map((one) => `- ${lineOf(one, cite)}`),
    ...(left > 0 ? [`- and ${left} more values`] : []),
    ...listAt(answer, 'Data', 'Tables').flatMap((table) =>
      tableLines(table, listAt(answer, 'Data', 'Rows')),
    ),
    ...listAt(answer, 'Data', 'Elements').map(elementLine),
    ...listAt(answer, 'Data', 'Relationships').map(relationshipLine),
    ...nextPage(answer),
  ]
}

const elementLine = (element: unknown): string => {
  const ref = textAt(element, 'EvidenceRef')
  const names = [textAt(element, 'Schedule'), textAt(element, 'Label')]
  return `- ${names.filter(Boolean).join(': ')}${ref ? ` [${ref}]` : ''}`
}

const relationshipLine = (one: unknown): string => {
  const [evidence] = listAt(one, 'Evidence')
  const ref = textAt(evidence, 'EvidenceRef')
  const [name, ein] = [nameAt(one, 'Organization', 'Name'), textAt(one, 'Organization', 'EIN')]
  return `- ${name ?? 'Name not known'} (${ein ? `EIN ${ein}` : 'no EIN known'}): ${textAt(one, 'RelationshipType')}${ref ? ` [${ref}]` : ''}`
}

/** What a Ref names: the value, the row or the record, and where it stands. */
export function renderEvidence(answer: unknown): string[] {
  const data = at(answer, 'Data')
  const ref = textAt(data, 'EvidenceRef')
  const evidence = listAt(answer, 'EvidenceRefs')
  const own = evidence.find((one) => textAt(one, 'Ref') === ref) ?? evidence[0]
  const lines: [string, string | undefined][] = [
    ['Cite as', textAt(own, 'Citation')],
    ['XPath or column', textAt(own, 'SourcePath')],
    ['Filing', textAt(own, 'SourceDocument')],
    ['Formula', textAt(own, 'Formula')],
    [
      'Derived from',
      listAt(own, 'DerivedFrom')
        .map((ref) => textAt(ref))
        .join(', ') || undefined,
    ],
  ]
  const isSuperseded = at(answer, 'Section', 'Status') !== undefined
  return [
    ...valueLines(data, textAt(own, 'SourcePath')),
    ...lines.flatMap(([name, text]) => (text ? [`${name}: ${text}`] : [])),
    // The one word of the section that is about what is shown.
    ...(isSuperseded ? [`Note: ${textAt(answer, 'Section', 'Summary')}`] : []),
  ]
}

/** Values of lists of their own have no label: a column's name is what there is. */
function valueLines(data: unknown, column: string | undefined): string[] {
  const [row] = listAt(data, 'Rows')
  if (row !== undefined) return [`${tableOf(row) ?? 'A row'}, one row:`, ...cellLines(row)]
  const label = textAt(data, 'Label')
  const value = at(data, 'Value')
  if (value !== undefined) {
    return [`${label ?? column ?? 'Value'}: ${worded(value, textAt(data, 'Unit'))}`]
  }
  const leaves = [...leavesOf(at(data, 'Content'))]
  const left = leaves.length - MOST_LINES
  return [
    `${label ?? 'The record'}, as filed:`,
    ...leaves.slice(0, MOST_LINES).map(([name, text]) => `- ${name ? `${name}: ` : ''}${text}`),
    ...(left > 0 ? [`- and ${left} more values`] : []),
  ]
}

/** The texts of an element or a record, with the name that each stands under. */
function* leavesOf(content: unknown, name = ''): Generator<[name: string, text: string]> {
  if (Array.isArray(content)) for (const one of content) yield* leavesOf(one, name)
  else if (typeof content === 'object' && content !== null) {
    for (const [key, one] of Object.entries(content)) yield* leavesOf(one, key)
  } else if (content !== undefined) yield [name, worded(content)]
}

type Labelled = { label: string; value: unknown; unit?: string; ref?: string }

/**
 * Every object with a label and a value, or with a year and one, in the order of the answer. Of
 * amounts that are not readable there is a Ref alone.
 */
function* labelled(part: unknown, name = ''): Generator<Labelled> {
  if (Array.isArray(part)) {
    for (const one of part) yield* labelled(one, name)
    return
  }
  if (typeof part !== 'object' || part === null) return
  const year = textAt(part, 'Year')
  const unreadable = textAt(part, 'Figure') ?? (year && `${name} ${year}`)
  const label = textAt(part, 'Label') ?? unreadable
  const value = at(part, 'Value')
  const ref = textAt(part, 'EvidenceRef')
  if (label !== undefined && (value !== undefined || (label === unreadable && ref))) {
    const unit = textAt(part, 'Unit') ?? moneyOf(name)
    yield { label, value, ...(unit && { unit }), ...(ref && { ref }) }
    return
  }
  for (const [key, one] of Object.entries(part)) {
    // Rows are tables, told by their size.
    if (key !== 'Rows' && key !== 'Tables') yield* labelled(one, MONEY.includes(name) ? name : key)
  }
}

/** Of the money flow every value is in dollars and none says so (interface part 2.1). */
const MONEY = ['Revenue', 'Expense', 'Assets', 'Liabilities', 'Revenues', 'Expenses', 'FundBalance']
const moneyOf = (name: string): string | undefined => (MONEY.includes(name) ? 'USD' : undefined)

const lineOf = ({ label, value, unit, ref }: Labelled, cite: (ref?: string) => string): string =>
  `${label}: ${value === undefined ? NOT_READABLE : worded(value, unit)}${cite(ref)}`
