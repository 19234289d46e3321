import { expect, it, test } from 'vitest'
import {
  toOrganizationDocument,
  toRegisteredPlace,
} from '#indexer/index/documents/organization-document.ts'
import { registryRow } from './rows.ts'

const US = { city: null, state: null, zip: null, country: 'US' }

test.each([
  [
    'the ZIP code has the city in full',
    { ...US, city: 'RCHO CUCAMONG', state: 'CA', zip: '91730-0012' },
    { city: ['rchocucamong', 'ranchocucamonga'], zip: '91730', county: 'CA-071' },
  ],
  [
    'a ZIP code of another state is only kept',
    { ...US, city: 'Toledo', state: 'OH', zip: '606011234' },
    { city: ['toledo'], zip: '60601' },
  ],
  [
    'without a ZIP code, the city has a location but no county',
    { ...US, city: 'Toledo', state: 'OH' },
    {
      city: ['toledo'],
      location: { lat: expect.closeTo(41.66, 1), lon: expect.closeTo(-83.55, 1) },
    },
  ],
  [
    'abroad, a postal code is not a ZIP code',
    { city: 'Berlin', state: null, zip: '10115', country: 'DE' },
    { state: 'Abroad', city: ['berlin'] },
  ],
  ['an unknown address has no place', { ...US, country: null }, { city: [] }],
])('%s', (_, address, place) => {
  const { county, zip, state, ...found } = toRegisteredPlace(address)
  expect({ county, zip, state: state ?? undefined, ...found }).toMatchObject(place)
  if (!('county' in place)) expect(county).toBeUndefined()
  if (!('zip' in place)) expect(zip).toBeUndefined()
})

it('fills the filters of a document', () => {
  const { filter, display } = toOrganizationDocument({ ...registryRow, city: 'TOLDO' })
  expect(filter).toMatchObject({
    state: 'OH',
    city: ['toldo', 'toledo'],
    zip: '43604',
    county: 'OH-095',
    location: { lat: expect.closeTo(41.65, 1), lon: expect.closeTo(-83.54, 1) },
    subsection: '03',
    rulingYear: 1998,
  })
  expect(display.zip).toBe('43604')
})

test.each([
  ['subsection', { subsection: '00' }],
  ['rulingYear', { ruling: '000000' }],
])('an unknown %s is absent', (field, unknown) => {
  expect(toOrganizationDocument({ ...registryRow, ...unknown }).filter).not.toHaveProperty(field)
})
