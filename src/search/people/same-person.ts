import type { PersonDisplay } from '#mappings/people.ts'
import {
  canBeReordered,
  personTerms,
  readPersonName,
  readPersonNames,
} from '../../domain/person-names.ts'
import { toLocation } from '../../domain/places.ts'
import type { PossiblySame } from './people.ts'

export type Entry = { ein: string; display: PersonDisplay }

/** The names of people that an organization lists, by EIN. */
export type NamesByEin = ReadonlyMap<string, readonly string[]>

/** Returns whether two entries are of different organizations and their names can be one person's. */
export const isNamesake = (one: Entry, other: Entry): boolean =>
  one.ein !== other.ein &&
  canBeReordered(readPersonNames(one.display.name), readPersonNames(other.display.name))

/**
 * Returns the other entries that may be the same person, each with the reasons besides the name; an
 * entry without a reason is left out. Likely: both organizations list another person of one name, or
 * both are in one city and the middle names agree.
 */
export const findPossiblySame = (
  entry: Entry,
  others: readonly Entry[],
  names: NamesByEin,
): PossiblySame[] =>
  others
    .filter((other) => isNamesake(entry, other))
    .flatMap((other) => {
      const shared = sharedNames(entry, other, names)
      const place = samePlace(entry.display, other.display)
      const title = sameTitle(entry.display, other.display)
      const why = [
        ...(shared.length > 0 ? [describeShared(shared)] : []),
        ...(place ? [`Both organizations are in ${place}.`] : []),
        ...(title ? [`Both list the title ${title} in the same state.`] : []),
      ]
      if (why.length === 0) return []
      const isLikely = shared.length > 0 || (place !== undefined && haveMiddleNames(entry, other))
      return {
        ein: other.ein,
        organization: other.display.organization,
        likelihood: isLikely ? ('Likely' as const) : ('Possible' as const),
        why,
      }
    })

/** Returns other people whom both organizations list, with the first one's spelling. */
function sharedNames(one: Entry, other: Entry, names: NamesByEin): string[] {
  const theirs = new Set(others(other, names).map(toWords))
  return others(one, names).filter((name) => theirs.has(toWords(name)))
}

const others = ({ ein, display }: Entry, names: NamesByEin): string[] =>
  (names.get(ein) ?? []).filter(
    (name) => personTerms(name).keys.length > 0 && toWords(name) !== toWords(display.name),
  )

const toWords = (name: string): string => personTerms(name).words.join(' ')

function describeShared([first = '', ...rest]: string[]): string {
  const more = rest.length === 0 ? '' : ` and ${rest.length} more`
  return `Both organizations also list ${first}${more}.`
}

function samePlace(one: PersonDisplay, other: PersonDisplay): string | undefined {
  const isSame =
    one.state !== undefined &&
    one.city !== undefined &&
    one.state === other.state &&
    one.city.toLowerCase() === other.city?.toLowerCase()
  return isSame ? toLocation({ city: one.city, state: one.state }) : undefined
}

// Alone, a title such as Director says nothing.
function sameTitle(one: PersonDisplay, other: PersonDisplay): string | undefined {
  if (one.state === undefined || one.state !== other.state) return undefined
  const theirs = new Set(other.titles.map((title) => title.toLowerCase()))
  return one.titles.find((title) => theirs.has(title.toLowerCase()))
}

const haveMiddleNames = (...entries: Entry[]): boolean =>
  entries.every(({ display }) => (readPersonName(display.name)?.middle.length ?? 0) > 0)
