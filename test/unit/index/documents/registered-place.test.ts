import { expect, it, test } from 'vitest'
import {
  toOrganizationDocument,
  toRegisteredPlace,
} from '#indexer/index/documents/organization-document.ts'
import { registryRow } from './rows.ts'

const US = (city: string | null, state: string | null, zip: string | null = null) => {
  return { city, state, zip, country: 'US' }
}
const BERLIN = { city: 'Berlin', state: null, zip: '10115', country: 'DE' }
const RANCHO = { city: ['rchocucamong', 'ranchocucamonga'], zip: '91730' }
const TOLEDO = { city: ['toledo'] }
const IN_TOLEDO = { lat: expect.closeTo(41.66, 1), lon: expect.closeTo(-83.55, 1) }

test.each([
  ['the city in full', US('RCHO CUCAMONG', 'CA', '91730-0012'), { ...RANCHO, county: 'CA-071' }],
  ['another state is only kept', US('Toledo', 'OH', '606011234'), { ...TOLEDO, zip: '60601' }],
  ['nothing, but the city has a location', US('Toledo', 'OH'), { ...TOLEDO, location: IN_TOLEDO }],
  ['Berlin is not a ZIP code', BERLIN, { state: 'Abroad', city: ['berlin'] }],
  ['no country has no place', { ...US(null, null), country: null }, { city: [] }],
])('a ZIP code of %s', (_, address, place) => {
  const { county, zip, state, ...found } = toRegisteredPlace(address)
  expect({ county, zip, state: state ?? undefined, ...found }).toMatchObject(place)
  if (!('county' in place)) expect(county).toBeUndefined()
  if (!('zip' in place)) expect(zip).toBeUndefined()
})

it('fills the filters of a document', () => {
  const { filter, display } = toOrganizationDocument({ ...registryRow, city: 'TOLDO' })
  expect(filter).toMatchObject({
    ...{ state: 'OH', city: ['toldo', 'toledo'], zip: '43604', county: 'OH-095' },
    ...{ location: IN_TOLEDO, subsection: '03', rulingYear: 1998 },
  })
  expect(display.zip).toBe('43604')
})

test.each([
  ['subsection', { subsection: '00' }],
  ['rulingYear', { ruling: '000000' }],
])('an unknown %s is absent', (field, unknown) => {
  expect(toOrganizationDocument({ ...registryRow, ...unknown }).filter).not.toHaveProperty(field)
})
