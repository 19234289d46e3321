import { normalizeName, tokenize } from '#src/domain/names.ts'
import { US_STATES } from '#src/domain/places.ts'
import type { Agreement } from '#src/rating/restriction.ts'
import type { Address } from './listed-party.ts'

/** The parts of two addresses that agree, and whether they are the same place. */
type PlaceAgreement = { agreed: Agreement[]; isSamePlace: boolean }

const NOWHERE: PlaceAgreement = { agreed: [], isSamePlace: false }

/**
 * Returns the best agreement of an address with those of a listed party. The same place is the same
 * city in the same state or foreign country, or the same street address in the same city or ZIP
 * code, because every town of a state may have a 100 Main Street.
 */
export function agreePlaces(own: Address, listed: readonly Address[]): PlaceAgreement {
  const found = listed.map((address) => agree(own, address))
  const rank = ({ agreed, isSamePlace }: PlaceAgreement) => agreed.length + (isSamePlace ? 10 : 0)
  return found.reduce((best, one) => (rank(one) > rank(best) ? one : best), NOWHERE)
}

function agree(own: Address, listed: Address): PlaceAgreement {
  const region = sharedRegion(own, listed)
  if (!region) return NOWHERE
  const isSameCity = isSame(keyOf(own.city), keyOf(listed.city))
  const isNear = isSameCity || (region === 'state' && isSame(zipKey(own.zip), zipKey(listed.zip)))
  const isSameStreet = isNear && isSame(streetKey(own.street), streetKey(listed.street))
  return {
    agreed: [
      ...(isSameCity ? (['city'] as const) : []),
      region,
      ...(isSameStreet ? (['address'] as const) : []),
    ],
    isSamePlace: isSameCity || isSameStreet,
  }
}

// In the United States, the state decides; a shared country means nothing.
function sharedRegion(own: Address, listed: Address): 'state' | 'country' | undefined {
  const [ownState, listedState] = [stateOf(own), stateOf(listed)]
  if (ownState !== undefined || listedState !== undefined) {
    return ownState !== undefined && ownState === listedState ? 'state' : undefined
  }
  if (own.country === 'US') return undefined
  return isSame(keyOf(own.country), keyOf(listed.country)) ? 'country' : undefined
}

// These have a USPS code and an ISO country code.
const TERRITORIES = new Set(['AS', 'GU', 'MP', 'PR', 'VI'])

/** Returns the USPS code of an address in a U.S. state or territory, in either spelling. */
export function stateOf({ state, country }: Address): string | undefined {
  if (country !== null && TERRITORIES.has(country)) return country
  if (state === null || !Object.hasOwn(US_STATES, state)) return undefined
  return country === null || country === 'US' || country === state ? state : undefined
}

const isSame = (one: string, other: string): boolean => one !== '' && one === other

const keyOf = (text: string | null): string => (text === null ? '' : normalizeName(text))

// Five digits: the other four are often left out.
const zipKey = (zip: string | null): string => /^\d{5}/.exec(zip ?? '')?.[0] ?? ''

const STREET_WORDS: Record<string, string> = {
  avenue: 'ave',
  boulevard: 'blvd',
  drive: 'dr',
  east: 'e',
  highway: 'hwy',
  lane: 'ln',
  north: 'n',
  parkway: 'pkwy',
  place: 'pl',
  road: 'rd',
  south: 's',
  street: 'st',
  west: 'w',
}
const UNIT = /\b(?:suite|ste|apt|apartment|unit|floor|fl|room|rm|no)\b.*$/

// House number and street, without the suite, which is often left out. A post office box is not a
// street: every town has the same numbers.
function streetKey(street: string | null): string {
  const words = tokenize(street ?? '').join(' ')
  if (/^p ?o box/.test(words) || /^po\b/.test(words)) return ''
  const kept = words.replace(UNIT, '').trim().split(' ')
  const isAddress = kept.length > 1 && kept.some((word) => /\d/.test(word))
  return isAddress ? kept.map((word) => STREET_WORDS[word] ?? word).join(' ') : ''
}
