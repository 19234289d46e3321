import { hash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { load as parseHtml } from 'cheerio'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { deleteIndices, listIndices } from '#indexer/index/catalog/index-catalog.ts'
import type { Status } from '#indexer/pipeline/status.ts'
import { createOpenSearch } from '#src/platform/clients/opensearch.ts'
import { FAKE_REF, HIDDEN } from '#test/integration/assistant/poisoned.ts'
import { type Started, startProcess } from '#test/integration/http/started.ts'
import {
  madeEin,
  madeFiles,
  madeHeader,
  madeObjectId,
} from '#test/integration/indexer/made-archives.ts'
import { MOST_MIB, measureCommand } from '#test/integration/indexer/measure-command.ts'
import { makeReturn } from '#test/unit/indexer/made-return.ts'
import { forgeEntry, forgeText, writeZip, type ZipFile } from '#test/unit/indexer/zips.ts'
import { createDatabase, type Store } from '#test/world/store.ts'

const NAME = 'hostile_files'
const PREFIX = 'hostile-files-'
const MIB = 1 << 20

const folder = mkdtempSync(join(tmpdir(), 'hostile-files-'))
const input = join(folder, 'input')
const pathOf = (file: string) => join(input, file)

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

type Case = {
  what: string
  file: string
  write: ZipFile | ZipFile[]
  forge?: (path: string) => void
  reported: { code: string; member?: string; place?: string }[]
  loaded: number[]
}

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

const CASES: Case[] = [
  {
    what: 'good returns',
    file: 'good.zip',
    write: madeFiles(1, 37),
    reported: [],
    loaded: range(1, 37),
  },
  {
    what: 'a revenue of 26 digits below zero',
    file: `${madeObjectId(100)}_public.xml`,
    write: withRevenue(100, '-99999999999999999999999999'),
    reported: [{ code: 'NotAnAmount /IRS990/CYTotalRevenueAmt' }],
    loaded: [100],
  },
  {
    what: 'a revenue of 16 digits',
    file: `${madeObjectId(200)}_public.xml`,
    write: withRevenue(200, '9999999999999999'),
    reported: [{ code: 'NotAnAmount /IRS990/CYTotalRevenueAmt' }],
    loaded: [200],
  },
  {
    what: 'a mission of 65 MiB',
    file: 'long.zip',
    write: [long],
    reported: [{ code: 'TextCut /IRS990/MissionDesc', member: long.name }],
    loaded: [300],
  },
  {
    what: 'names of 300,000 characters',
    file: 'endless-names.zip',
    write: withLongNames,
    reported: [{ code: 'TooLarge', member: nameIn(withLongNames, 1), place: '/Return/ReturnData' }],
    loaded: [310, 312, 313],
  },
  {
    what: 'an object id of another filer',
    file: 'repeated.zip',
    write: [owner, intruder],
    reported: [{ code: 'ObjectIdOfAnotherFiler', member: intruder.name }],
    loaded: [400],
  },
  {
    what: 'a forged compressed size',
    file: 'forged.zip',
    write: forged,
    forge: (path) => forgeEntry(path, 2, 'packed', () => 0xffff_fff0),
    reported: [{ code: 'DamagedEntry', member: nameIn(forged, 2) }],
    loaded: range(500, 506).filter((n) => n !== 502),
  },
  {
    what: 'entries with paths outside the zip',
    file: 'unsafe.zip',
    write: unsafe,
    forge: (path) => {
      for (const at of [1, 4]) forgeText(path, nameIn(unsafe, at), outside(at))
    },
    reported: [1, 4].map((at) => ({ code: 'UnsafePath', member: outside(at) })),
    loaded: range(510, 516).filter((n) => n !== 511 && n !== 514),
  },
  {
    what: 'texts with line breaks, hidden characters, brackets, images, and tags',
    file: texts.name,
    write: texts,
    reported: [],
    loaded: [600],
  },
  {
    what: 'names and places above the longest term of an index',
    file: 'names.zip',
    write: NAMED.map(madeNamed),
    reported: [],
    loaded: NAMED,
  },
  {
    what: 'a truncated return',
    file: 'broken.zip',
    write: [broken],
    reported: [{ code: 'NotWellFormed', member: broken.name, place: '11:0' }],
    loaded: [],
  },
]
const LOADED = CASES.flatMap(({ loaded }) => loaded).map(madeEin)

const opensearch = createOpenSearch({ url: inject('opensearchUrl'), requestTimeoutMs: 60_000 })
let database: Omit<Store, 'db'>
let service: Started
let peakMib: number | undefined
let report: Record<'file' | 'member' | 'code' | 'place', string>[]

const run = (...args: string[]) =>
  measureCommand(
    {
      DATABASE_URL: database.url,
      OPENSEARCH_URL: inject('opensearchUrl'),
      INDEX_PREFIX: PREFIX,
      DATA_DIR: join(folder, 'data'),
    },
    args,
  )

async function writeInput(): Promise<void> {
  mkdirSync(input)
  for (const { file, write, forge } of CASES) {
    if (Array.isArray(write)) await writeZip(pathOf(file), write)
    else writeFileSync(pathOf(file), write.bytes)
    forge?.(pathOf(file))
  }
}

beforeAll(async () => {
  database = await createDatabase(NAME)
  await writeInput()
  const loading = await run('load', input, '--json')
  peakMib = loading.peakMib
  report = parse(readFileSync(JSON.parse(loading.output).report), { columns: true })
  const refreshing = await run('refresh')
  const peaks = [peakMib, refreshing.peakMib].map((peak) => Math.round(peak ?? 0))
  console.log(`Hostile files; at most (MiB): load, refresh: ${peaks.join()}`)
  const more = { ACCESS: 'open', LOG_LEVEL: 'silent' }
  service = await startProcess({ database: NAME, prefix: PREFIX }, { more })
})
afterAll(async () => {
  await service.stop()
  const indices = (await listIndices(opensearch, PREFIX)).map(({ name }) => name)
  await deleteIndices(opensearch, indices)
  await Promise.all([opensearch.close(), database.drop()])
  rmSync(folder, { recursive: true })
})

test.skipIf(!existsSync('/proc/self/status'))('the load uses less than 1 GiB (needs /proc)', () => {
  expect(peakMib).toBeLessThan(MOST_MIB)
})

test('the load reports nothing else', () => {
  expect(report).toHaveLength(CASES.flatMap(({ reported }) => reported).length)
})

describe.each(CASES)('$what', ({ file, reported, loaded }) => {
  test('the load reports each fault with its code, member, and position', () => {
    const rows = report.filter((row) => row.file === pathOf(file))
    expect(rows.map(({ code, member, place }) => ({ code, member, place }))).toEqual(
      reported.map((row) => ({ member: '', place: '', ...row })),
    )
  })

  test('each organization with a valid return is found by its EIN', async () => {
    for (const ein of loaded.map(madeEin)) {
      const { status, body } = await service.ask(`/api/v2/search?Query=${ein}`)
      expect(status, body).toBe(200)
      expect(JSON.parse(body).Hits, ein).toMatchObject([{ EIN: ein }])
    }
  })
})

test('the index contains only these organizations and quarantines none', async () => {
  const status: Status = JSON.parse((await run('status', '--json')).output)
  expect(status.indices).toMatchObject([
    { role: 'live', documents: LOADED.length, quarantined: [] },
  ])
})

test('verify finds no fault', async () => {
  expect((await run('verify')).output).toMatch(
    new RegExp(`matches\\s+the\\s+store:\\s+${LOADED.length}\\s+organizations`),
  )
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
