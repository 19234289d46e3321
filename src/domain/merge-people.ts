import { groupBy } from './es2024.ts'
import { canBeReordered, type PersonName, type PersonTerms, personTerms } from './person-names.ts'

/** A row of a return that names a person: its filing, and its path with its index. */
type NamedRow = { name: string; objectId: string; path: string }

/** Rows whose names have the same words. */
type Spelling<Row> = { readings: PersonName[]; keys: string[]; lists: Set<string>; rows: Row[] }

/**
 * Groups the rows of one organization by person; each group keeps the order of the rows. Spellings
 * are one person if all of them can be: first and last names agree, middle names do not contradict
 * each other, and no list has both. Otherwise, each spelling is a person of its own.
 */
export function mergePeople<Row extends NamedRow>(rows: readonly Row[]): Row[][] {
  // Most people are named alike in every year.
  const terms = new Map<string, PersonTerms>()
  const termsOf = ({ name }: NamedRow): PersonTerms => {
    const own = terms.get(name) ?? personTerms(name)
    terms.set(name, own)
    return own
  }
  const bySpelling = groupBy(rows, (row) => termsOf(row).words.join(' '))
  const spellings = [...bySpelling.values()].map((own) => toSpelling(own, termsOf))
  return findComponents(spellings).flatMap((component) =>
    isOnePerson(component) ? [rowsOf(component, rows)] : component.map((one) => one.rows),
  )
}

function toSpelling<Row extends NamedRow>(
  rows: Row[],
  termsOf: (row: NamedRow) => PersonTerms,
): Spelling<Row> {
  const { readings = [], keys = [] } = rows[0] ? termsOf(rows[0]) : {}
  return { readings, keys, lists: new Set(rows.map(listOf)), rows }
}

// A table of a filing: a path without the index of the row.
const listOf = ({ objectId, path }: NamedRow): string =>
  `${objectId} ${path.replace(/\[\d+\]$/, '')}`

/** Returns the spellings that can be one person, directly or through others, with each other. */
function findComponents<Row>(spellings: readonly Spelling<Row>[]): Spelling<Row>[][] {
  const byKey = new Map<string, Spelling<Row>[]>()
  for (const spelling of spellings) {
    for (const key of spelling.keys) byKey.set(key, [...(byKey.get(key) ?? []), spelling])
  }
  const seen = new Set<Spelling<Row>>()
  return spellings.flatMap((start) => {
    if (seen.has(start)) return []
    seen.add(start)
    const component = [start]
    // Grows while it is read.
    for (const spelling of component) {
      for (const other of spelling.keys.flatMap((key) => byKey.get(key) ?? [])) {
        if (seen.has(other) || !agree(spelling, other)) continue
        seen.add(other)
        component.push(other)
      }
    }
    return [component]
  })
}

const isOnePerson = (component: readonly Spelling<unknown>[]): boolean =>
  component.every((one, at) =>
    component.slice(at + 1).every((other) => agree(one, other) && !shareList(one, other)),
  )

const agree = (one: Spelling<unknown>, other: Spelling<unknown>): boolean =>
  canBeReordered(one.readings, other.readings)

const shareList = (one: Spelling<unknown>, other: Spelling<unknown>): boolean =>
  [...one.lists].some((list) => other.lists.has(list))

function rowsOf<Row>(component: readonly Spelling<Row>[], rows: readonly Row[]): Row[] {
  const [first] = component
  if (first && component.length === 1) return first.rows
  const own = new Set(component.flatMap((spelling) => spelling.rows))
  return rows.filter((row) => own.has(row))
}
