import { countOf } from '../domain/money.ts'
import { at, listAt, textAt } from './json.ts'
import type { Line } from './line.ts'
import { NOT_REPORTED, type View, writeLine } from './template.ts'
import { joined, MAX_CELLS, MAX_LINES, NEXT, rowLine, valueIn, yearsLine } from './views.ts'

/** Parts of a section with lines of their own. */
const OWN = new Set(['Mission', 'Rows', 'Tables', 'Checks', 'Elements', 'Relationships'])
const TRAIT = '- {Label}: {Summary}[ {EvidenceRefs.0|ref}]'
const CHECK = '- {Status}: {Explanation}[ {Left.EvidenceRef|ref}][ {Right.EvidenceRef|ref}]'
const RELATION =
  '- {Organization.Name|name}[ (EIN {Organization.EIN|ein})]: {RelationshipType}[ {Evidence.0.EvidenceRef|ref}]'

type Shown = { part: unknown; line: Line }

/** Returns the values of a section with their lines: those with a label, and then those of several years. */
function valuesIn(data: unknown): Shown[] {
  const found: Shown[] = []
  const overYears: Shown[] = []
  const visit = (part: unknown, name: string): void => {
    if (typeof part !== 'object' || part === null) return
    const label = textAt(part, 'Label')
    if (Array.isArray(part)) {
      const isOverYears = textAt(part[0], 'Year') !== undefined
      if (isOverYears) overYears.push({ part, line: yearsLine(name, part) })
      else for (const one of part) visit(one, name)
    } else if (at(part, 'Summary')) found.push({ part, line: writeLine(TRAIT, part) })
    else if (label !== undefined && at(part, 'Value') !== undefined) {
      const value = valueIn(part, label, textAt(part, 'Unit') ?? 'USD')
      found.push({ part, line: [`- ${label}: `, value ?? NOT_REPORTED] })
    } else for (const [key, one] of Object.entries(part)) if (!OWN.has(key)) visit(one, key)
  }
  visit(data, '')
  return [...found, ...overYears]
}

/** Returns the parts of JSON that are shown, and the objects and lists around them. */
function keep(part: unknown, shown: ReadonlySet<unknown>): unknown {
  if (shown.has(part) || typeof part !== 'object' || part === null) {
    return shown.has(part) ? part : undefined
  }
  if (Array.isArray(part)) {
    const kept = part.map((one) => keep(one, shown)).filter((one) => one !== undefined)
    return kept.length > 0 ? kept : undefined
  }
  const kept = Object.entries(part).map(([key, one]) => [key, keep(one, shown)] as const)
  const known = kept.filter(([, one]) => one !== undefined)
  return known.length > 0 ? Object.fromEntries(known) : undefined
}

const isNotable = (check: unknown): boolean => at(check, 'Status') !== 'Passed'

/** Returns an element of a schedule with the texts in it. */
const elementLine = (element: unknown): Line => [
  ...writeLine('- {Label}, {Element}[ {EvidenceRef|ref}]: ', element),
  ...joined(textsIn(at(element, 'Content')).slice(0, MAX_CELLS), '; '),
]

const textsIn = (content: unknown, name = ''): Line[] =>
  typeof content === 'string'
    ? [writeLine(`${name}{content|quoted}`, { content })]
    : Object.entries(Object(content)).flatMap(([key, one]) =>
        textsIn(one, /^\d+$/.test(key) ? name : `${key} `),
      )

/** Any section: its values, tables, checks, relationships, and schedules. */
export const sectionView: View = [
  '{Section.Title}[, Form {Section.Form}][, tax year {Section.Year}]: {Section.Summary}',
  {
    uses: ['Data'],
    write: (response, most) => {
      const data = at(response, 'Data')
      const values = valuesIn(data)
      const left = values.length - MAX_LINES
      const rows = listAt(data, 'Rows').slice(0, most)
      const checks = listAt(data, 'Checks')
      const passed = checks.filter((one) => !isNotable(one)).map((one) => textAt(one, 'Label'))
      return [
        ...values.slice(0, MAX_LINES).map((one) => one.line),
        ...(left > 0 ? [[`- and ${countOf(left, 'more value')} with detail: full`]] : []),
        ...listAt(data, 'Mission').map((one) =>
          writeLine('- Mission: {Value|quoted|EvidenceRef}', one),
        ),
        ...listAt(data, 'Tables').flatMap((table) => [
          writeLine('{Label} ({Line}): {RowCount|row}', table),
          ...rows
            .filter((row) => at(row, 'Table') === at(table, 'Key'))
            .map((row) => rowLine(row, table)),
        ]),
        ...checks.filter(isNotable).map((one) => writeLine(CHECK, one)),
        ...(passed.length > 0 ? [[`Passed: ${passed.join('; ')}.`]] : []),
        ...listAt(data, 'Elements').map(elementLine),
        ...listAt(data, 'Relationships').map((one) => writeLine(RELATION, one)),
      ]
    },
    trim: (picked, most) => {
      const data = at(picked, 'Data')
      const values = valuesIn(data).slice(0, MAX_LINES)
      const shown = [
        ...values.map((one) => one.part),
        ...['Mission', 'Elements'].flatMap((name) => listAt(data, name)),
        ...listAt(data, 'Checks').filter(isNotable),
      ]
      const tables = listAt(data, 'Tables').map(only('Key', 'Label', 'Line', 'RowCount'))
      const rows = listAt(data, 'Rows').slice(0, most).map(ofRow)
      const relations = listAt(data, 'Relationships').map((one) => ({
        ...Object(only('Organization', 'RelationshipType')(one)),
        Evidence: listAt(one, 'Evidence').slice(0, 1),
      }))
      return {
        ...Object(picked),
        Data: {
          ...Object(keep(data, new Set(shown))),
          ...(tables.length > 0 && { Tables: tables, Rows: rows }),
          ...(relations.length > 0 && { Relationships: relations }),
        },
      }
    },
  },
  NEXT,
]

/** Returns a function that keeps some fields of an object. */
const only =
  (...names: readonly string[]) =>
  (one: unknown): unknown =>
    Object.fromEntries(Object.entries(Object(one)).filter(([name]) => names.includes(name)))

const ofRow = (row: unknown): unknown =>
  // The Ref of a row opens all its values.
  only('Table', 'Label', 'Values', at(row, 'EvidenceRef') ? 'EvidenceRef' : 'EvidenceRefs')(row)
