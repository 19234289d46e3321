import { expect, test } from 'vitest'
import { readConfig } from '#src/platform/config.ts'
import { originalUrl } from '#src/web/links.ts'

const ID = '202303199349301234'
const viewer = readConfig({}).filingViewerUrl

test.each([
  ['a return', viewer, '340714585', ID, '990'],
  ['an EIN with a leading zero', viewer, '010211513', ID, '990PF'],
] as const)('%s has an original at the default viewer', (_, url, ein, objectId, form) => {
  expect(originalUrl(url, ein, { objectId, form })).toBe(
    `https://projects.propublica.org/nonprofits/organizations/${ein}/${ID}/full`,
  )
})

test.each([
  ['a return without an object id of the IRS', viewer, '340714585', 'h-0123456789abcdef', '990'],
  ['a postcard', viewer, '340714585', ID, '990N'],
  ['a fictional organization', viewer, '070000101', ID, '990'],
  [
    'a return, if the viewer is off',
    readConfig({ FILING_VIEWER_URL: 'off' }).filingViewerUrl,
    '340714585',
    ID,
    '990',
  ],
] as const)('%s has no link to an original', (_, url, ein, objectId, form) => {
  expect(originalUrl(url, ein, { objectId, form })).toBeUndefined()
})

test('another viewer gets the EIN and the object id', () => {
  const { filingViewerUrl } = readConfig({
    FILING_VIEWER_URL: 'https://v.example/{objectId}?e={ein}',
  })
  expect(originalUrl(filingViewerUrl, '340714585', { objectId: ID, form: '990T' })).toBe(
    `https://v.example/${ID}?e=340714585`,
  )
})
