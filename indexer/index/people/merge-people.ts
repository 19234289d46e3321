import { groupBy } from '#src/domain/es2024.ts'
import {
  canBeSamePerson,
  type PersonName,
  type PersonTerms,
  personTerms,
} from '#src/domain/person-names.ts'
import type { FiledPerson } from '../../records/filed-people.ts'

/** A row of a return, with the filing it is in. */
export type PersonRow = FiledPerson & { form: string; taxYear: number; objectId: string }

/** Rows whose names have the same words. */
type Spelling = { readings: PersonName[]; keys: string[]; lists: Set<string>; rows: PersonRow[] }

/**
 * Groups the rows of one organization by person; each group keeps the order of the rows. Spellings
 * are one person if all of them can be: first and last names agree, middle names do not contradict
 * each other, and no list has both. Otherwise, each spelling is a person of its own.
 */
export function mergePeople(rows: readonly PersonRow[]): PersonRow[][] {
  // Most people are named alike in every year.
  const terms = new Map<string, PersonTerms>()
  const termsOf = ({ name }: PersonRow): PersonTerms => {
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

function toSpelling(rows: PersonRow[], termsOf: (row: PersonRow) => PersonTerms): Spelling {
  const { readings = [], keys = [] } = rows[0] ? termsOf(rows[0]) : {}
  return { readings, keys, lists: new Set(rows.map(listOf)), rows }
}

// A table of a filing: a path without the index of the row.
const listOf = ({ objectId, path }: PersonRow): string =>
  `${objectId} ${path.replace(/\[\d+\]$/, '')}`

/** Returns the spellings that can be one person, directly or through others, with each other. */
function findComponents(spellings: readonly Spelling[]): Spelling[][] {
  const byKey = new Map<string, Spelling[]>()
  for (const spelling of spellings) {
    for (const key of spelling.keys) byKey.set(key, [...(byKey.get(key) ?? []), spelling])
  }
  const seen = new Set<Spelling>()
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

const isOnePerson = (component: readonly Spelling[]): boolean =>
  component.every((one, at) =>
    component.slice(at + 1).every((other) => agree(one, other) && !shareList(one, other)),
  )

// One of the two is read as written: "MARY SMITH JONES" and "MARY SMITH" would agree if both began
// with the surname.
const agree = (one: Spelling, other: Spelling): boolean =>
  agreesAsWritten(one, other) || agreesAsWritten(other, one)

const agreesAsWritten = ({ readings: [written] }: Spelling, { readings }: Spelling): boolean =>
  written !== undefined && readings.some((name) => canBeSamePerson(written, name))

const shareList = (one: Spelling, other: Spelling): boolean =>
  [...one.lists].some((list) => other.lists.has(list))

function rowsOf(component: readonly Spelling[], rows: readonly PersonRow[]): PersonRow[] {
  const [first] = component
  if (first && component.length === 1) return first.rows
  const own = new Set(component.flatMap((spelling) => spelling.rows))
  return rows.filter((row) => own.has(row))
}
