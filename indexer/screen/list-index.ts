import { normalizeName, spokenWords } from '#src/domain/names.ts'
import { type PersonName, personKeys, readPersonName } from '#src/domain/person-names.ts'
import type { ListedParty } from './listed-party.ts'
import { soundKey } from './sound-key.ts'

/** A name of a listed party. */
export type ListedName = {
  party: ListedParty
  name: string
  /** aka, fka, or nka. */
  isAlias: boolean
  isWeak: boolean
}
export type ListedPerson = ListedName & { person: PersonName }

/** Restriction lists in memory, indexed by each key that names are looked up by. */
export type ListIndex = {
  byEin: Map<string, ListedParty[]>
  byUei: Map<string, ListedParty[]>
  byName: Map<string, ListedName[]>
  /** By the words of the name in alphabetical order. */
  byWords: Map<string, ListedName[]>
  bySound: Map<string, ListedName[]>
  /** By `personKeys`. */
  persons: Map<string, ListedPerson[]>
}

/** Returns the words of a normalized name in alphabetical order; undefined for fewer than two. */
export function wordsKey(name: string): string | undefined {
  const words = spokenWords(name)
  return words.length < 2 ? undefined : words.toSorted().join(' ')
}

/** Indexes listed parties by identifiers and by the names of organizations and persons. */
export function indexParties(parties: Iterable<ListedParty>): ListIndex {
  const index: ListIndex = {
    byEin: new Map(),
    byUei: new Map(),
    byName: new Map(),
    byWords: new Map(),
    bySound: new Map(),
    persons: new Map(),
  }
  for (const party of parties) {
    for (const ein of party.eins) add(index.byEin, ein, party)
    if (party.uei) add(index.byUei, party.uei.toUpperCase(), party)
    for (const name of namesOf(party)) {
      if (party.kind === 'organization') addOrganization(index, name)
      else if (party.kind === 'person') addPerson(index, name)
    }
  }
  return index
}

const namesOf = (party: ListedParty): ListedName[] => [
  { party, name: party.name, isAlias: false, isWeak: false },
  ...party.otherNames.map(({ name, isWeak }) => ({ party, name, isAlias: true, isWeak })),
]

function addOrganization(index: ListIndex, listed: ListedName): void {
  const name = normalizeName(listed.name)
  if (name === '') return
  add(index.byName, name, listed)
  add(index.byWords, wordsKey(name), listed)
  add(index.bySound, soundKey(name), listed)
}

function addPerson(index: ListIndex, listed: ListedName): void {
  const person = readPersonName(listed.name)
  if (!person) return
  for (const key of personKeys(person)) add(index.persons, key, { ...listed, person })
}

function add<Value>(map: Map<string, Value[]>, key: string | undefined, value: Value): void {
  if (key === undefined) return
  const known = map.get(key)
  if (known) known.push(value)
  else map.set(key, [value])
}
