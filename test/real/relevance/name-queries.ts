import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'csv-parse/sync'
import { groupBy } from '#src/domain/es2024.ts'
import { normalizeName } from '#src/domain/names.ts'
import { type Break, type Chance, NAME_BREAKS, seededChance, spellEin } from './breaks.ts'

export type NameQuery = { kind: string; query: string; ein: string }
export type Registered = {
  EIN: string
  NAME: string
  SORT_NAME: string
  CITY: string
  STATE: string
}

export const readRegistry = (folder: string): Registered[] =>
  readdirSync(folder)
    .filter((file) => file.endsWith('.csv'))
    .toSorted()
    .flatMap((file): Registered[] => parse(readFileSync(join(folder, file)), { columns: true }))

/**
 * Returns queries of each kind, each with the one organization it names. Leaves out shared names,
 * which identify none, and changed names that are another organization's correct name.
 */
export function makeNameQueries(rows: Registered[], perKind: number, seed: number): NameQuery[] {
  const chance = seededChance(seed)
  const owners = countOwners(rows)
  const isOwn = (name: string) => (owners.get(normalizeName(name)) ?? 0) === 1
  const isTaken = (query: string, name: string) =>
    normalizeName(query) !== normalizeName(name) && owners.has(normalizeName(query))
  const unique = shuffle(rows, chance).filter(({ NAME }) => isOwn(NAME))
  const kinds = Object.entries(NAME_BREAKS as Record<string, Break>).flatMap(([kind, breakName]) =>
    takeQueries(unique, perKind, ({ EIN, NAME }) => {
      const query = breakName(NAME, chance)
      return query && !isTaken(query, NAME) ? { kind, query, ein: EIN } : undefined
    }),
  )
  const traded = takeQueries(shuffle(rows, chance), perKind, ({ EIN, SORT_NAME, NAME }) =>
    isTradeName(SORT_NAME, NAME) && isOwn(SORT_NAME)
      ? { kind: 'doing business as', query: SORT_NAME.toLowerCase(), ein: EIN }
      : undefined,
  )
  const eins = takeQueries(unique, perKind, ({ EIN }) => ({
    kind: 'EIN spelling',
    query: spellEin(EIN, chance),
    ein: EIN,
  }))
  return [...kinds, ...traded, ...eins, ...makePlacedQueries(unique, rows, perKind, chance)]
}

/**
 * Returns names with their city, which distinguishes organizations with one name. A city has only
 * one with the name; leaves out names that already end in their city.
 */
function makePlacedQueries(
  unique: Registered[],
  rows: Registered[],
  perKind: number,
  chance: Chance,
): NameQuery[] {
  const nameOf = ({ NAME }: Registered) => normalizeName(NAME)
  const placed = ({ NAME, CITY, STATE }: Registered) => normalizeName(`${NAME} ${CITY} ${STATE}`)
  const holders = groupBy(rows, nameOf)
  const isShared = (row: Registered) =>
    (holders.get(nameOf(row)) ?? []).length > 1 &&
    (holders.get(nameOf(row)) ?? []).filter((other) => placed(other) === placed(row)).length === 1
  const saysCity = ({ NAME, CITY }: Registered) =>
    normalizeName(NAME).includes(normalizeName(CITY)) || CITY === ''
  const shared = shuffle(rows, chance).filter((row) => isShared(row) && !saysCity(row))
  const alone = unique.filter((row) => !saysCity(row))
  return [
    ...takeQueries(shared, perKind, (row) => ({
      kind: 'shared name, city and state',
      query: `${row.NAME.toLowerCase()}, ${row.CITY.toLowerCase()} ${row.STATE}`,
      ein: row.EIN,
    })),
    ...takeQueries(alone, perKind, (row) => ({
      kind: 'name and city',
      query: `${row.NAME.toLowerCase()} ${row.CITY.toLowerCase()}`,
      ein: row.EIN,
    })),
  ]
}

/** Counts organizations by normalized name or trade name. */
function countOwners(rows: Registered[]): Map<string, number> {
  const owners = new Map<string, number>()
  for (const { NAME, SORT_NAME } of rows) {
    const keys = new Set([NAME, SORT_NAME].filter(Boolean).map(normalizeName))
    for (const key of keys) owners.set(key, (owners.get(key) ?? 0) + 1)
  }
  return owners
}

// SORT_NAME often has a lodge's number or a person in care instead of a trade name.
const isTradeName = (sortName: string, name: string): boolean =>
  sortName.split(' ').length >= 2 &&
  !/\d|%/.test(sortName) &&
  normalizeName(sortName) !== normalizeName(name)

function takeQueries(
  rows: Registered[],
  count: number,
  toQuery: (row: Registered) => NameQuery | undefined,
): NameQuery[] {
  const queries: NameQuery[] = []
  for (const row of rows) {
    const query = queries.length < count ? toQuery(row) : undefined
    if (query) queries.push(query)
  }
  return queries
}

function shuffle<T>(items: readonly T[], chance: Chance): T[] {
  return items
    .map((item) => ({ item, order: chance() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item)
}
