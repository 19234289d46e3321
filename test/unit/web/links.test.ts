import robotsParserModule from 'robots-parser'
import { expect, test } from 'vitest'
import { readConfig } from '#src/platform/config.ts'
import { originalUrl } from '#src/web/links.ts'
import { ROBOTS_TXT } from '#src/web/surface.tsx'
import { testReturns } from '../cases.ts'

const ID = '202303199349301234'
const AT = 'https://projects.propublica.org/nonprofits/organizations'
const OTHER = 'https://v.example/{objectId}?e={ein}'

test.each([
  ['a return', '', '340714585', ID, '990', `${AT}/340714585/${ID}/full`],
  ['an EIN with a leading zero', '', '010211513', ID, '990PF', `${AT}/010211513/${ID}/full`],
  ['a return without an object id of the IRS', '', '340714585', 'h-0123456789abcdef', '990'],
  ['a postcard', '', '340714585', ID, '990N'],
  ['a fictional organization', '', '070000101', ID, '990'],
  ['a return, if the viewer is off', 'off', '340714585', ID, '990'],
  ['another viewer', OTHER, '340714585', ID, '990T', `https://v.example/${ID}?e=340714585`],
] as const)('the original of %s', (_, viewer, ein, objectId, form, url?: string) => {
  const { filingViewerUrl } = readConfig({ FILING_VIEWER_URL: viewer })
  expect(originalUrl(filingViewerUrl, ein, { objectId, form })).toBe(url)
})

// The package's types describe its source module, but the import is the function itself.
const robotsParser = robotsParserModule as unknown as typeof robotsParserModule.default
const HOST = 'https://research.example'
const robots = robotsParser(`${HOST}/robots.txt`, ROBOTS_TXT)

testReturns({
  'paths for crawlers': [(path: string) => robots.isAllowed(`${HOST}${path}`, 'Examplebot'), true],
  'paths that crawlers may not read': [
    (path: string) => robots.isAllowed(`${HOST}${path}`, 'Examplebot'),
    false,
  ],
})
