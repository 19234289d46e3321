import { expect, test } from 'vitest'
import { readTypedNames } from '#src/search/queries/typed-names.ts'

/** Writes each reading as "name @ city, state, zip, counties, area", "!" if only the place counts. */
const read = (query: string): string[] =>
  readTypedNames(query).map(({ name, place, isOnlyThere }) => {
    if (!place) return name
    const { city, state, zip, counties, area } = place
    const parts = [city, state, zip, counties?.join('+'), area?.label].filter(Boolean)
    return `${name} @ ${parts.join(', ')}${isOnlyThere ? ' !' : ''}`
  })

test.each([
  ['Hope House', ['hope house']],
  ['Hope House Dallas, TX', ['hope house dallas tx', 'hope house @ dallas, TX, Dallas, TX']],
  ['Hope House in Dallas', ['hope house in dallas', 'hope house @ dallas, Dallas, TX']],
  ['HOPE HOUSE DALLAS', ['hope house dallas', 'hope house @ dallas, Dallas, TX !']],
  [
    'Hope House, Salt Lake City, Utah 84101-1234, USA',
    [
      'hope house salt lake city utah 84101 1234 usa',
      'hope house @ saltlakecity, UT, 84101, Salt Lake City, UT',
    ],
  ],
  ['Hope House 75201', ['hope house 75201', 'hope house @ dallas, TX, 75201, Dallas, TX']],
  ['Hope House Cook County, IL', ['hope house cook county il', 'hope house @ IL, IL-031']],
  [
    'Hope Church in Dallas Dallas TX',
    ['hope church in dallas dallas tx', 'hope church @ dallas, TX, Dallas, TX !'],
  ],
  ['Hope House Bay Area', ['hope house bay area', 'hope house @ Bay Area !']],
  ['Hope House Dallas area', ['hope house dallas area', 'hope house @ dallas, Dallas, TX !']],
  ['Hope House serving Dallas', ['hope house serving dallas', 'hope house @ dallas, Dallas, TX']],
  ['Dallas Hope House', ['dallas hope house', 'hope house @ dallas, Dallas, TX !']],
  ['Ohio Hope House', ['ohio hope house', 'hope house @ OH !']],
  [
    'Hope House Nowheresville TX',
    [
      'hope house nowheresville tx',
      'hope house nowheresville @ TX',
      'hope house @ nowheresville, TX !',
      'hope @ housenowheresville, TX !',
    ],
  ],
  [
    'Quokka Clinic of Powhatan VA',
    [
      'quokka clinic of powhatan va',
      'quokka clinic @ powhatan, VA, Powhatan, VA',
      'quokka clinic of powhatan @ VA',
    ],
  ],
  ['Quokkas Harriman', ['quokkas harriman', 'quokkas @ harriman, Harriman, NY !']],
  ['Riverside School, Inc., The', ['riverside school']],
  ['People in Life (PIL), Inc.', ['people in life pil', 'people in life']],
  ['Hope House DBA Hope Center', ['hope house dba hope center', 'hope house', 'hope center']],
  ['75201', []],
  ['--', []],
])('%s', (query, readings) => {
  expect(read(query)).toEqual(expect.arrayContaining(readings))
  expect(read(query)[0]).toBe(readings[0])
})
