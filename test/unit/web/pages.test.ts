import robotsParserModule from 'robots-parser'
import { describe, expect, test } from 'vitest'
import { readConfig } from '#src/platform/config.ts'
import { yearsShown } from '#src/web/components/compare/by-year.tsx'
import { comparePath, originalUrl, withFound, withoutOne } from '#src/web/links.ts'
import { readCompare } from '#src/web/pages/compare-address.ts'
import { ROBOTS_TXT } from '#src/web/surface.tsx'
import { testCases, testReturns } from '#test/unit/cases.ts'

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

const [FIRST, SECOND] = ['070000101', '080000102']
const BOTH = `${FIRST},${SECOND}`

describe('reading the address of a comparison', () => {
  testCases(
    'addresses of a comparison of two',
    (_: string, raw: Record<string, string | string[]>) => {
      expect(readCompare(raw)).toEqual({
        address: { eins: [FIRST, SECOND], names: [] },
        faults: [],
      })
    },
  )

  test.each([
    // Up to five organizations, with the reason in one message.
    [4, [' Hill School ', '', 'Another', 'Third'], 4, ['Hill School'], /\b5\b.*“Another”.*“Third”/],
    [7, [], 5, [], /\b5\b/],
    [0, [`${'x'.repeat(2_000)}y`, 'Hill School'], 0, ['Hill School'], /^“x{40}…”/],
  ])('%i EINs and the names %j keep %i and %j', (count, Name, kept, names, fault) => {
    const eins = Array.from({ length: count }, (_, at) => `07000010${at}`)
    const { address, faults } = readCompare({ EINs: eins.join(), Name })
    expect(address).toEqual({ eins: eins.slice(0, kept), names })
    expect(faults).toEqual([expect.stringMatching(fault)])
  })

  test('reports invalid parts briefly, and keeps the rest', () => {
    const EINs = `${FIRST},${'x'.repeat(300)}\0`
    const { address, faults } = readCompare({ EINs, Form: ['990', '990EZ'], Year: '22' })
    expect(address).toEqual({ eins: [FIRST], names: [] })
    expect(faults).toHaveLength(3)
    expect(faults.join().length).toBeLessThan(200)
    expect(faults.join()).not.toContain('\0')
  })
})

test('an address has commas between EINs, and keeps form and year', () => {
  const { address } = readCompare({ EINs: [FIRST, SECOND], Form: '990', Year: '2022' })
  expect(comparePath(address)).toBe(`/compare?EINs=${BOTH}&Form=990&Year=2022`)
  expect(comparePath(withoutOne(address, FIRST))).toBe(`/compare?EINs=${SECOND}&Form=990&Year=2022`)
  expect(comparePath({ eins: [] })).toBe('/compare')
})

testCases(
  'metrics of a comparison: parameter, metric, faults',
  (_: string, raw: string | string[], metric: string | null, faults: number) => {
    const read = readCompare({ EINs: BOTH, Metric: raw })
    expect(read.address.metric ?? null).toBe(metric)
    expect(read.faults).toEqual(Array(faults).fill(expect.stringMatching(/^Metric: /)))
  },
)

test('an address keeps each open name until an organization is chosen', () => {
  const address = { eins: [FIRST], names: ['Hill & Dale', 'Hill School'], year: 2022 }
  const open = '&Name=Hill+%26+Dale'
  expect(comparePath(address)).toBe(`/compare?EINs=${FIRST}${open}&Name=Hill+School&Year=2022`)
  const found = withFound(address, 'Hill School', SECOND)
  expect(comparePath(found)).toBe(`/compare?EINs=${BOTH}${open}&Year=2022`)
  expect(comparePath(withFound({ eins: [], names: ['Nobody'] }, 'Nobody'))).toBe('/compare')
})

const mayCrawl = (path: string) => robots.isAllowed(`${HOST}${path}`, 'Examplebot')

testReturns({
  'paths for crawlers': [mayCrawl, true],
  'paths that crawlers may not read': [mayCrawl, false],
})

test.each([
  ['end with the newest of all', [2019, 2021, 2023], undefined, [2019, 2023]],
  ['are at most five', [2010, 2022], undefined, [2018, 2022]],
  ['end with the newest up to the chosen one', [2016, 2020, 2022], 2021, [2016, 2020]],
  ['begin with the first return', [2021, 2022], undefined, [2021, 2022]],
  ['are none without a return', [2022], 2020, [undefined, undefined]],
])('the years of a comparison %s', (_, filed, upTo, [first, last]) => {
  const years = yearsShown(filed, upTo)
  expect([years[0], years.at(-1)]).toEqual([first, last])
  if (first && last) expect(years).toHaveLength(last - first + 1)
})
