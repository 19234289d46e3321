import { expect, test } from 'vitest'
import { findCounties } from '#src/domain/places/gazetteer.ts'

test.each([
  ['Cook', 'IL', ['IL-031']],
  ['cook county', 'IL', ['IL-031']],
  ['De Kalb', 'GA', ['GA-089']],
  ['Saint Louis County', 'MO', ['MO-189']],
  ['St. Louis', 'MO', ['MO-189', 'MO-510']],
  ['Baltimore (city)', 'MD', ['MD-005', 'MD-510']],
  ['San Francisco', 'CA', ['CA-075']],
  ['Anchorage', 'AK', ['AK-020']],
  ['Juneau City and Borough', 'AK', ['AK-110']],
  ['Nome Census Area', 'AK', ['AK-180']],
  ['Orleans Parish', 'LA', ['LA-071']],
  ['Nowhere', undefined, []],
])('%s in %s is %j', (name, state, codes) => {
  const found = findCounties(name, state).map(({ code }) => code)
  expect(found.toSorted()).toEqual(codes)
})
