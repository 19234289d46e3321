import type { Address } from '../organization.ts'
import type { Block } from '../xml.ts'

// A line of a business name holds 75 characters.
const LINE_LENGTH = 75

/** A name in one or two lines, as every form writes names of organizations. */
export function businessName(name: string): Block {
  if (name.length <= LINE_LENGTH) return { BusinessNameLine1Txt: name }
  const cut = name.lastIndexOf(' ', LINE_LENGTH)
  return { BusinessNameLine1Txt: name.slice(0, cut), BusinessNameLine2Txt: name.slice(cut + 1) }
}

/** `USAddress` or `ForeignAddress`, under the names a form gives them. */
export function addressBlock(
  address: Address,
  us = 'USAddress',
  foreign = 'ForeignAddress',
): Block {
  if (!address.foreign) {
    const { line1, city, state, zip } = address
    return {
      [us]: { AddressLine1Txt: line1, CityNm: city, StateAbbreviationCd: state, ZIPCd: zip },
    }
  }
  const { province, country, postalCode } = address.foreign
  return {
    [foreign]: {
      AddressLine1Txt: address.line1,
      CityNm: address.city,
      ProvinceOrStateNm: province || undefined,
      CountryCd: country,
      ForeignPostalCd: postalCode,
    },
  }
}

/** The four characters the IRS checks a name by. */
export const nameControl = (name: string): string =>
  name
    .replace(/^The /, '')
    .replace(/[^A-Za-z0-9&-]/g, '')
    .slice(0, 4)
    .toUpperCase()
