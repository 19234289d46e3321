import type { Address, ListedParty, ScreenedOrganization } from '#indexer/screen/listed-party.ts'
import { readTsv } from '#src/domain/tsv.ts'

/**
 * "Chicago, IL", "Nairobi, KE" or "12 Marble Street, Dearborn, MI 48126"; "" is an unknown place.
 * "PR" is the country, "US-PR" the state.
 */
export function at(place: string): Address {
  const parts = place.split(', ')
  const [code = '', zip = null] = (parts.at(-1) ?? '').split(' ')
  const region = code.replace('US-', '')
  const isHome = STATES.has(code)
  return {
    street: parts.length > 2 ? (parts[0] ?? null) : null,
    city: (parts.length > 1 ? parts.at(-2) : undefined) ?? null,
    state: isHome ? region : null,
    zip,
    country: region === '' ? null : isHome ? 'US' : region,
  }
}
const STATES = new Set('CO DC FL IL MI NV NY OH TX WA US-PR'.split(' '))

/** A listed organization of any name, with some facts. */
export const makeParty = (given: Partial<ListedParty> & { name: string }): ListedParty => ({
  ...({ list: 'OFAC', entry: '990000', kind: 'organization', uei: null } as const),
  ...{ programs: ['TEST'], isPartial: false, eins: [], asOf: '2026-04' },
  ...{ otherNames: [], addresses: [], ...given },
})

/** An organization to screen, of which only the name is known, and some facts. */
export const makeOrganization = (
  given: Partial<ScreenedOrganization> & { name: string },
): ScreenedOrganization => ({
  ...{ ein: '079000000', nameRef: 'name', names: [], officers: [], ueis: [], ...at('') },
  ...given,
})

const split = (texts = ''): string[] => (texts === '' ? [] : texts.split('; '))
const namesOf = (texts: string | undefined, isWeak: boolean) =>
  split(texts).map((name) => ({ name, isWeak }))

/** A made-up list: organizations and persons, in the United States and abroad. */
export const PARTIES: readonly ListedParty[] = readTsv(
  new URL('./labelled-lists.tsv', import.meta.url),
).map(([list, kind, name = '', places, also, weak, ein, partial], row) =>
  makeParty({
    ...({ list, kind } as Pick<ListedParty, 'list' | 'kind'>),
    ...{ name, entry: String(990_001 + row), eins: split(ein), isPartial: partial === 'yes' },
    otherNames: [...namesOf(also, false), ...namesOf(weak, true)],
    addresses: split(places).map(at),
  }),
)

/** Every name on the list. */
export const LISTED_NAMES = PARTIES.flatMap(({ name, otherNames }) => [
  name,
  ...otherNames.map((other) => other.name),
])
