import type { RowRejection } from '../sources/source.ts'
import { countryOf } from './listed-place.ts'
import { einOf, isPartial, kindOf, readRemarks, withoutSsn } from './ofac.ts'
import {
  type ListedAddress,
  type ListedEntry,
  type ListedName,
  type ListedParty,
  rejectColumn,
  rejectName,
} from './restricted.ts'

/** An element of OFAC's XML; its text is trimmed. */
export type SdnElement = { name: string; text: string; elements: SdnElement[] }

/** An `sdnEntry` with the line on which it begins. */
export type SdnEntry = { line: number; element: SdnElement }

/** Returns the children with that name. */
export const elementsOf = (element: SdnElement | undefined, name: string): SdnElement[] =>
  element?.elements.filter((one) => one.name === name) ?? []

/** Returns the text of the first child with that name, or null. */
export const textOf = (element: SdnElement, name: string): string | null =>
  elementsOf(element, name)[0]?.text || null

/** Returns the entry of an `sdnEntry`, or its rejection. */
export function toXmlEntry({ line, element }: SdnEntry): ListedEntry | RowRejection {
  const entry = textOf(element, 'uid') ?? ''
  if (!/^\d{1,12}$/.test(entry)) {
    const given = { column: 'uid', value: entry, expected: 'an entry number' }
    return rejectColumn(line, 'InvalidNumber', given)
  }
  const known = { list: 'OFAC', entry } as const
  const name = nameOf(element)
  const fault = rejectName(line, `lastName of entry ${entry}`, name)
  if (fault) return { ...fault, entry: known }
  const type = textOf(element, 'sdnType')
  const kind = kindOf(type)
  if (kind === undefined) {
    const expected = 'Individual, Entity, Vessel, or Aircraft'
    const given = { column: `sdnType of entry ${entry}`, value: type, expected }
    return { ...rejectColumn(line, 'InvalidType', given), entry: known }
  }
  return {
    ...known,
    party: toParty(element, kind, name),
    names: below(element, 'akaList', 'aka').map(toName),
    addresses: below(element, 'addressList', 'address').map(toAddress),
  }
}

const below = (element: SdnElement, list: string, name: string): SdnElement[] =>
  elementsOf(elementsOf(element, list)[0], name)

/** Returns the name as the tables write it: "LAST, First Middle", or only the last name. */
const nameOf = (element: SdnElement): string =>
  [textOf(element, 'lastName'), textOf(element, 'firstName')].filter(Boolean).join(', ')

function toParty(element: SdnElement, kind: ListedParty['kind'], name: string): ListedParty {
  const remarks = textOf(element, 'remarks')
  const written = readRemarks(remarks ?? '')
  const programs = below(element, 'programList', 'program').map(({ text }) => text)
  const ids = below(element, 'idList', 'id').map((id) => ({
    type: textOf(id, 'idType') ?? '',
    number: textOf(id, 'idNumber') ?? '',
    country: textOf(id, 'idCountry'),
  }))
  const identified = ids.flatMap(({ type, number, country }) => einOf(type, number, country) ?? [])
  // The tables' remarks contain these identifiers, too.
  const said = [remarks, ...ids.map(({ type, number }) => `${type} ${number}`)].join('; ')
  return {
    kind,
    name,
    programs,
    remarks: remarks === null ? null : withoutSsn(remarks),
    is_partial: isPartial(programs, said),
    eins: [...new Set([...written.eins, ...identified])].sort(),
    weak_names: written.weak_names,
    takes_comment: false,
  }
}

const toName = (aka: SdnElement, at: number): ListedName => ({
  number: textOf(aka, 'uid') ?? `at-${at + 1}`,
  kind: (textOf(aka, 'type') ?? 'a.k.a.').replaceAll('.', '').toLowerCase(),
  name: nameOf(aka),
  is_weak: textOf(aka, 'category')?.toLowerCase() === 'weak',
})

function toAddress(address: SdnElement, at: number): ListedAddress {
  const lines = ['address1', 'address2', 'address3'].map((name) => textOf(address, name))
  return {
    number: textOf(address, 'uid') ?? `at-${at + 1}`,
    street: lines.filter(Boolean).join(', ') || null,
    city: textOf(address, 'city'),
    state: textOf(address, 'stateOrProvince'),
    zip: textOf(address, 'postalCode'),
    country: countryOf(textOf(address, 'country')),
  }
}
