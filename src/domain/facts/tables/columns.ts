import type { FactKind } from '../definitions.ts'
import type { Column, Columns, ColumnUnit } from './table.ts'

const column =
  (kind: FactKind, unit?: ColumnUnit) =>
  (label: string, paths: readonly string[], line?: string): Column => ({
    kind,
    label,
    paths,
    ...(line && { line }),
    ...(unit && { unit }),
  })

/** Builders of columns: label, paths by era in order of trust, column or line on the form. */
export const text = column('text')
export const money = column('money')
export const count = column('count')
export const tick = column('boolean')
export const ratio = column('decimal', 'ratio')
export const hours = column('decimal', 'hours')

const below = (elements: readonly string[], leaves: readonly string[]): string[] =>
  elements.flatMap((element) => leaves.map((leaf) => (element ? `${element}/${leaf}` : leaf)))

/** Elements that hold an address, the US one and the foreign one by era. */
export type AddressElements = { us: readonly string[]; foreign: readonly string[] }

/** The address of most tables: names since 2013, then those before. */
export const ADDRESS: AddressElements = {
  us: ['USAddress', 'AddressUS'],
  foreign: ['ForeignAddress', 'AddressForeign'],
}

/** Columns of an address; leaves of 2014 and later first, then those of 2013 and before. */
export function address({ us, foreign }: AddressElements, line: string): Columns {
  const both = [...us, ...foreign]
  return {
    street: text('Street address', below(both, ['AddressLine1Txt', 'AddressLine1']), line),
    street2: text(
      'Street address, second line',
      below(both, ['AddressLine2Txt', 'AddressLine2']),
      line,
    ),
    city: text('City', below(both, ['CityNm', 'City']), line),
    state: text(
      'State or province',
      [
        ...below(us, ['StateAbbreviationCd', 'State']),
        ...below(foreign, ['ProvinceOrStateNm', 'ProvinceOrState']),
      ],
      line,
    ),
    zip: text(
      'ZIP or postal code',
      [...below(us, ['ZIPCd', 'ZIPCode']), ...below(foreign, ['ForeignPostalCd', 'PostalCode'])],
      line,
    ),
    country: text('Country, as a FIPS code', below(foreign, ['CountryCd', 'Country']), line),
  }
}
