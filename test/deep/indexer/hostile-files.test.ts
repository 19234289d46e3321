import { hash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { load as parseHtml } from 'cheerio'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Status } from '#indexer/pipeline/status.ts'
import { createOpenSearch } from '#src/platform/clients/opensearch.ts'
import { FAKE_REF, HIDDEN } from '#test/integration/assistant/poisoned.ts'
import { type Started, startProcess } from '#test/integration/http/started.ts'
import { openLoads } from '#test/integration/indexer/loads.ts'
import {
  madeEin,
  madeFiles,
  madeHeader,
  madeObjectId,
} from '#test/integration/indexer/made-archives.ts'
import { deleteAll } from '#test/integration/indices/builds.ts'
import { makeReturn } from '#test/unit/indexer/made-return.ts'
import { forgeEntry, forgeText, writeZip, type ZipFile } from '#test/unit/indexer/zips.ts'
import { MAX_MIB, measureCommand } from '#test/world/measure-command.ts'

const NAME = 'hostile_files'
const PREFIX = 'hostile-files-'
const MIB = 1 << 20

const made = openLoads(NAME)
const pathOf = (file: string) => join(made.folder, 'input', file)

const madeReturn = (n: number, data: string): ZipFile => ({
  name: `${madeObjectId(n)}_public.xml`,
  bytes: Buffer.from(makeReturn({ header: madeHeader(n), data })),
  level: 1,
})
const withRevenue = (n: number, revenue: string) =>
  madeReturn(n, `<IRS990><CYTotalRevenueAmt>${revenue}</CYTotalRevenueAmt></IRS990>`)

const TEXT = `One&#10;&#13;&#9;two${HIDDEN}\u2066 ${FAKE_REF} ![x](https://evil.example/x) &lt;img src="https://evil.example/y"&gt;`
const texts = madeReturn(
  600,
  `<IRS990><ActivityOrMissionDesc>${TEXT}</ActivityOrMissionDesc><CYTotalRevenueAmt>7</CYTotalRevenueAmt>
    <Form990PartVIISectionAGrp><PersonNm>${TEXT}</PersonNm><TitleTxt>${TEXT}</TitleTxt>
    </Form990PartVIISectionAGrp></IRS990><IRS990ScheduleI><RecipientTable>
    <RecipientBusinessName><BusinessNameLine1Txt>${TEXT}</BusinessNameLine1Txt></RecipientBusinessName>
    <CashGrantAmt>9000</CashGrantAmt></RecipientTable></IRS990ScheduleI>`,
)

const long = madeReturn(
  300,
  `<IRS990><CYTotalRevenueAmt>7</CYTotalRevenueAmt><MissionDesc>${'text '.repeat(13 * MIB)}</MissionDesc></IRS990>`,
)

// Names of 300,000 characters: an element's and a grantee's.
const LONG_NAME = 'N'.repeat(300_000)
const withLongNames = [
  withRevenue(310, '7'),
  madeReturn(311, `<IRS990/><${LONG_NAME}/>`),
  madeReturn(
    312,
    `<IRS990/><IRS990ScheduleI><RecipientTable><RecipientBusinessName><BusinessNameLine1Txt>${LONG_NAME}</BusinessNameLine1Txt></RecipientBusinessName><CashGrantAmt>9000</CashGrantAmt></RecipientTable></IRS990ScheduleI>`,
  ),
  withRevenue(313, '7'),
]

const owner = withRevenue(400, '7')
const intruder = { ...withRevenue(401, '8'), name: `other/${owner.name}` }

const whole = withRevenue(700, '7')
const broken = { ...whole, bytes: whole.bytes.subarray(0, -'</Return>\n'.length) }

const forged = madeFiles(500, 506)
const unsafe = madeFiles(510, 516)
const nameIn = (files: ZipFile[], at: number) => files[at]?.name ?? ''
const outside = (at: number) => nameIn(unsafe, at).replace(/^batch\d/, '../evi')

type Fault = { code: string; member?: string; place?: string }
type Case = {
  what: string
  file: string
  write: ZipFile | ZipFile[]
  loaded: number[]
  reported: Fault[]
  forge?: (path: string) => void
}
const loose = (what: string, file: ZipFile, loaded: number, ...reported: Fault[]): Case => ({
  ...{ what, file: file.name, write: file, loaded: [loaded], reported },
})
const zipped = (what: string, write: ZipFile[], loaded: number[], ...reported: Fault[]): Case => ({
  ...{ what, file: `${what.replaceAll(/\W/g, '-')}.zip`, write, loaded, reported },
})

const range = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => from + at)

// Hashes prevent Postgres from compressing the text, so that its limits apply, too.
const HASHES = Array.from({ length: 800 }, (_, at) => hash('sha256', `${at}`)).join(' ')

/** A return with long names and places. */
const madeNamed = (n: number): ZipFile => {
  const text = n % 2 === 0 ? 'LONG '.repeat(7_000) : `N${n} ${HASHES}`
  const place = `<CityNm>${text}</CityNm><StateAbbreviationCd>${text}</StateAbbreviationCd>`
  const header = madeHeader(n)
    .replace('Made &amp; Meant', text)
    .replace('</BusinessName>', `</BusinessName><USAddress>${place}</USAddress>`)
  const other = `<BusinessNameLine1Txt>Another ${text}</BusinessNameLine1Txt>`
  const data = `<IRS990><DoingBusinessAsName>${other}</DoingBusinessAsName></IRS990>
    <IRS990ScheduleI><RecipientTable><RecipientBusinessName>${other}</RecipientBusinessName>
    <USAddress>${place}</USAddress><CashGrantAmt>7</CashGrantAmt></RecipientTable></IRS990ScheduleI>`
  return { ...madeReturn(n, ''), bytes: Buffer.from(makeReturn({ header, data })) }
}
// More than the limit of an index's quarantine.
const NAMED = range(800, 812)

const NOT_AN_AMOUNT = { code: 'NotAnAmount /IRS990/CYTotalRevenueAmt' }
const CASES: Case[] = [
  zipped('good returns', madeFiles(1, 37), range(1, 37)),
  loose('a revenue below zero', withRevenue(100, `-${'9'.repeat(26)}`), 100, NOT_AN_AMOUNT),
  loose('a revenue of 16 digits', withRevenue(200, '9'.repeat(16)), 200, NOT_AN_AMOUNT),
  zipped('a mission of 65 MiB', [long], [300], {
    ...{ code: 'TextCut /IRS990/MissionDesc', member: long.name },
  }),
  zipped('names of 300,000 characters', withLongNames, [310, 312, 313], {
    ...{ code: 'TooLarge', member: nameIn(withLongNames, 1), place: '/Return/ReturnData' },
  }),
  zipped('an object id of another filer', [owner, intruder], [400], {
    ...{ code: 'ObjectIdOfAnotherFiler', member: intruder.name },
  }),
  {
    ...zipped('a forged compressed size', forged, [500, 501, 503, 504, 505], {
      ...{ code: 'DamagedEntry', member: nameIn(forged, 2) },
    }),
    forge: (path) => forgeEntry(path, 2, 'packed', () => 0xffff_fff0),
  },
  {
    ...zipped('entries with paths outside the zip', unsafe, [510, 512, 513, 515]),
    forge: (path) => {
      for (const at of [1, 4]) forgeText(path, nameIn(unsafe, at), outside(at))
    },
    reported: [1, 4].map((at) => ({ code: 'UnsafePath', member: outside(at) })),
  },
  loose('texts with line breaks, hidden characters, brackets, images, and tags', texts, 600),
  zipped('names and places above the longest term of an index', NAMED.map(madeNamed), NAMED),
  zipped('a truncated return', [broken], [], {
    ...{ code: 'NotWellFormed', member: broken.name, place: '11:0' },
  }),
]
const LOADED = CASES.flatMap(({ loaded }) => loaded).map(madeEin)

const opensearch = createOpenSearch({ url: inject('opensearchUrl'), requestTimeoutMs: 60_000 })
let service: Started
let peakMib: number | undefined
let report: Record<'file' | 'member' | 'code' | 'place', string>[]

const run = (...args: string[]) =>
  measureCommand(
    {
      DATABASE_URL: made.store.url,
      OPENSEARCH_URL: inject('opensearchUrl'),
      INDEX_PREFIX: PREFIX,
      DATA_DIR: join(made.folder, 'data'),
    },
    args,
  )

beforeAll(async () => {
  for (const { file, write, forge } of CASES) {
    const path = made.write(`input/${file}`, Array.isArray(write) ? '' : write.bytes)
    if (Array.isArray(write)) await writeZip(path, write)
    forge?.(path)
  }
  const loading = await run('load', pathOf(''), '--json')
  peakMib = loading.peakMib
  report = parse(readFileSync(JSON.parse(loading.output).report), { columns: true })
  await run('refresh')
  const more = { ACCESS: 'open', LOG_LEVEL: 'silent' }
  service = await startProcess({ database: NAME, prefix: PREFIX }, { more })
})
afterAll(async () => {
  await service.stop()
  await deleteAll(opensearch, PREFIX)
  await opensearch.close()
})

test.skipIf(!existsSync('/proc/self/status'))('the load uses less than 1 GiB (needs /proc)', () => {
  expect(peakMib).toBeLessThan(MAX_MIB)
})

test('the load reports each fault with its file, code, member, and position, and nothing else', () => {
  const found = report.map(({ file, code, member, place }) => ({ file, code, member, place }))
  const expected = CASES.flatMap(({ file, reported }) =>
    reported.map((row) => ({ file: pathOf(file), member: '', place: '', ...row })),
  )
  expect(found).toHaveLength(expected.length)
  expect(found).toEqual(expect.arrayContaining(expected))
})

test.each(CASES)('each valid return of $what is found by its EIN', async ({ loaded }) => {
  for (const ein of loaded.map(madeEin)) {
    const { status, body } = await service.ask(`/api/v2/search?Query=${ein}`)
    expect(status, body).toBe(200)
    expect(JSON.parse(body).Hits, ein).toMatchObject([{ EIN: ein }])
  }
})

test('the index contains only these organizations and quarantines none', async () => {
  const status: Status = JSON.parse((await run('status', '--json')).output)
  expect(status.indices).toMatchObject([
    { role: 'live', documents: LOADED.length, quarantined: [] },
  ])
})

test('verify finds no fault', async () => {
  expect((await run('verify')).output).toContain('matches the store')
})

test.each(['', '/sections/Programs', '/sections/Leadership', '/sections/Grants'])(
  'filed tags and images remain text on the page: %s',
  async (section) => {
    const { status, body } = await service.ask(`/charity/${madeEin(600)}${section}`)
    expect(status).toBe(200)
    expect(body).toContain('evil.example')
    expect(parseHtml(body)('[src*="evil.example"], [href*="evil.example"]')).toHaveLength(0)
  },
)
