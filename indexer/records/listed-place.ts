import countries from 'i18n-iso-countries'
import english from 'i18n-iso-countries/langs/en.json' with { type: 'json' }
import { US_STATES } from '#src/domain/places.ts'
import type { ListedAddress } from './restricted.ts'

countries.registerLocale(english)

// Names on the lists that are not in the standard (ISO 3166 code tables, 2026).
const WRITTEN: Readonly<Record<string, string>> = {
  'bahamas, the': 'BS',
  brunei: 'BN',
  burma: 'MM',
  'cabo verde': 'CV',
  'congo, democratic republic of the': 'CD',
  'congo, republic of the': 'CG',
  'cote d ivoire': 'CI',
  'holy see': 'VA',
  'korea, north': 'KP',
  'korea, south': 'KR',
  laos: 'LA',
  macau: 'MO',
  'man, isle of': 'IM',
  micronesia: 'FM',
  moldova: 'MD',
  'north macedonia, the republic of': 'MK',
  palestinian: 'PS',
  'region: gaza': 'PS',
  syria: 'SY',
  'west bank': 'PS',
}

/** Returns ISO 3166 alpha-2 for a country's English name or alpha-3 code; otherwise the text. */
export function countryOf(text: string | null): string | null {
  if (text === null) return null
  const code = /^[A-Z]{3}$/.test(text)
    ? countries.alpha3ToAlpha2(text)
    : (WRITTEN[text.toLowerCase()] ?? countries.getAlpha2Code(text, 'en'))
  return code ?? text
}

// "Bridgeview, IL 60455", "Miami, FL", and "OH" alone.
const US_PLACE = /^(?:(.*?),?\s+)??([A-Z]{2})(?:\s+(\d{5}(?:-\d{4})?))?$/
// One address has its state twice: "MI 48323, MI 48323".
const STATE_FIRST = /^[A-Z]{2}(?:\s+\d{5})?$/

// "123022", "C.P. 06030", "SW1A 1AA", "L4W 1B2", "2421 LK", "D-80333": at least three digits,
// because two belong to a district, or the forms of the United Kingdom and Canada.
const POSTAL_CODE =
  /(?:^|\s)((?:C\.?P\.? ?)?(?:[A-Z]{1,3}-)?\d{3,8}(?:[- ]\d{2,4})?(?: [A-Z]{2})?|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}|[A-Z]\d[A-Z] ?\d[A-Z]\d)$/

/** Splits "Wuhan, Hubei 430040" as OFAC's XML does. */
function toPlaceAbroad(text: string): Pick<ListedAddress, 'city' | 'state' | 'zip'> {
  const zip = POSTAL_CODE.exec(text)?.[1] ?? null
  const [city = '', ...province] = (zip === null ? text : text.slice(0, -zip.length)).split(',')
  return { city: city.trim() || null, state: province.join(',').trim() || null, zip }
}

/** Returns city, state, and zip from the third column of OFAC's addresses. */
export function toPlace(
  text: string | null,
  country: string | null,
): Pick<ListedAddress, 'city' | 'state' | 'zip' | 'country'> {
  const unknown = { city: text, state: null, zip: null, country }
  if (text === null) return unknown
  if (country !== 'US') return { ...toPlaceAbroad(text), country }
  const [, city, state = '', zip = null] = US_PLACE.exec(text) ?? []
  if (US_STATES[state] === undefined) return unknown
  const isCity = city !== undefined && city !== '' && !STATE_FIRST.test(city)
  return { city: isCity ? city : null, state, zip, country }
}
