import { at, entriesAt, listAt, textAt } from './json.ts'
import type { Line } from './line.ts'
import { NOT_REPORTED, type View, writeLine } from './template.ts'
import { joined, MAX_CELLS, MAX_LINES, mostOf, NEXT, rowLine, valueIn, yearsLine } from './views.ts'

/** Parts of a section with lines of their own. */
const OWN = new Set(['Mission', 'Rows', 'Tables', 'Checks', 'Elements', 'Relationships'])
const TRAIT = '- {Label}: {Summary}[ {EvidenceRefs.0|ref}]'
const CHECK = '- {Status}: {Explanation}[ {Left.EvidenceRef|ref}][ {Right.EvidenceRef|ref}]'
const RELATION =
  '- {Organization.Name|name}[ (EIN {Organization.EIN|ein})]: {RelationshipType}[ {Evidence.0.EvidenceRef|ref}]'

/** Returns what writes the values of a section: those with a label, and then those of several years. */
function valuesIn(data: unknown): (() => Line)[] {
  const found: (() => Line)[] = []
  const overYears: (() => Line)[] = []
  const visit = (part: unknown, name: string): void => {
    if (typeof part !== 'object' || part === null) return
    const { Label, Value, Summary } = part as Record<string, unknown>
    if (Array.isArray(part)) {
      if (part[0]?.Year === undefined) for (const one of part) visit(one, name)
      else
        overYears.push(() =>
          yearsLine(
            name,
            part.map((one) => [textAt(one, 'Year'), one]),
          ),
        )
    } else if (Summary) found.push(() => writeLine(TRAIT, part))
    else if (Label !== undefined && Value !== undefined) {
      const write = () => valueIn(part, undefined, textAt(part, 'Unit') ?? 'USD') ?? NOT_REPORTED
      found.push(() => [`- ${Label}: `, write()])
    } else for (const [key, one] of Object.entries(part)) if (!OWN.has(key)) visit(one, key)
  }
  visit(data, '')
  return [...found, ...overYears]
}

const isNotable = (check: unknown): boolean => at(check, 'Status') !== 'Passed'

/** Returns an element of a schedule with the texts in it. */
const elementLine = (element: unknown): Line => [
  ...writeLine(`- {Label}, ${inWords(textAt(element, 'Element'))}[ {EvidenceRef|ref}]: `, element),
  ...joined(textsIn(at(element, 'Content')).slice(0, MAX_CELLS), '; '),
]

const textsIn = (content: unknown, name = ''): Line[] => {
  if (typeof content !== 'string')
    return entriesAt(content, '').flatMap(([key, one]) =>
      textsIn(one, /^\d+$/.test(key) ? name : key),
    )
  const words = inWords(name)
  const format = /Amt$/.test(name) ? 'dollars' : 'unit'
  return [[words && `${words} `, ...writeLine(`{content|${format}}`, { content })]]
}

/** "OtherLiabilitiesOrgGrp" is "other liabilities org". */
const inWords = (element = ''): string =>
  element
    .replace(/(?:Grp|Amt|Ind|Txt|Cnt|Pct|Desc|Nm|Dt|Num)$/, '')
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, ' ')
    .toLowerCase()

/** Any section: its values, tables, checks, relationships, and schedules. */
export const sectionView: View = [
  '{Section.Title}[, Form {Section.Form}][, tax year {Section.Year}]: {Section.Summary}',
  (response) => mostOf(valuesIn(at(response, 'Data')), MAX_LINES),
  'each Data.Mission: - Mission: {Value|quoted|EvidenceRef}',
  (response, most) => {
    const rows = listAt(response, 'Data.Rows').slice(0, most)
    return listAt(response, 'Data.Tables').flatMap((table) => [
      writeLine('{Label} ({Line}): {RowCount|row}', table),
      ...rows
        .filter((row) => at(row, 'Table') === at(table, 'Key'))
        .map((row) => rowLine(row, table)),
    ])
  },
  (response) => {
    const checks = listAt(response, 'Data.Checks')
    const passed = checks.filter((one) => !isNotable(one)).map((one) => textAt(one, 'Label'))
    return [
      ...checks.filter(isNotable).map((one) => writeLine(CHECK, one)),
      ...(passed.length > 0 ? [[`Passed: ${passed.join('; ')}.`]] : []),
    ]
  },
  (response) => listAt(response, 'Data.Elements').map(elementLine),
  `each Data.Relationships: ${RELATION}`,
  NEXT,
]
