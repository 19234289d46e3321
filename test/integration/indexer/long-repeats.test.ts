import {
  closeSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readRows } from '#src/domain/facts/tables/read-rows.ts'
import type { TableDefinition } from '#src/domain/facts/tables/table.ts'
import { CHUNK, elementsAt, type FilingContents } from '#src/domain/filing-contents.ts'
import { readFiling } from '#src/profiles/store/read-filing.ts'
import { readParts } from '#src/profiles/store/read-parts.ts'
import { HEADER, makeReturn } from '../../unit/indexer/made-return.ts'
import { writeZip } from '../../unit/indexer/zips.ts'
import { startExportServer } from '../http/export-world.ts'
import { MOST_MIB, measureCommand } from './measure-command.ts'
import { toOldStore } from './old-store.ts'
import { createStore, loadInto, type Store } from './store.ts'

const GRANTS = '/IRS990ScheduleI/RecipientTable'
const RELATED = '/IRS990ScheduleR/IdRelatedTaxExemptOrgGrp'
const folder = mkdtempSync(join(tmpdir(), 'long-repeats-'))
let store: Store

beforeAll(async () => {
  store = await createStore('load_long_repeats')
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await store.drop()
})

const grant = (row: number): string =>
  `<RecipientTable><RecipientBusinessName><BusinessNameLine1Txt>Grantee ${row}` +
  '</BusinessNameLine1Txt></RecipientBusinessName><RecipientEIN>170000001</RecipientEIN>' +
  `<CashGrantAmt>${row}</CashGrantAmt><PurposeOfGrantTxt>For general support of the work of the ` +
  'organization in its community, in the year of the return</PurposeOfGrantTxt></RecipientTable>'
const related = (row: number): string =>
  `<IdRelatedTaxExemptOrgGrp><EIN>${170_000_001 + row}</EIN><PrimaryActivitiesTxt>` +
  `${'Health care in its community. '.repeat(8)}</PrimaryActivitiesTxt></IdRelatedTaxExemptOrgGrp>`
const many = (count: number, row: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => row(at)).join('')

async function loadReturn(id: string, data: string): Promise<FilingContents> {
  const path = join(folder, `${id}_public.xml`)
  const form = '<IRS990><CYTotalRevenueAmt>7</CYTotalRevenueAmt></IRS990>'
  writeFileSync(path, makeReturn({ data: form + data }))
  const { tally } = await loadInto(store, [path])
  expect(tally.kinds).toMatchObject([{ rejected: 0 }])
  return await readContents(id)
}

async function openFiling(id: string) {
  const filing = await readFiling(store.db, id)
  if (!filing) throw new Error(`${id} is not in the store.`)
  return filing
}
const readContents = async (id: string): Promise<FilingContents> => (await openFiling(id)).contents

const countOf = async (table: string, id: string): Promise<number> => {
  const sql = `select count(*) from ${table} where object_id = $1`
  return (await store.db.query<{ count: number }>(sql, [id]))[0]?.count ?? 0
}

/** Paths of all rows, read page by page as a section reads them. */
async function readPages(objectId: string, path: string, size: number) {
  const filing = await openFiling(objectId)
  const total = filing.contents.rows[path] ?? 0
  const paths: string[] = []
  for (let from = 0; from < total; from += size) {
    const to = Math.min(total, from + size)
    const parts = await readParts(store.db, filing, { portions: [{ path, from, to }] })
    paths.push(...elementsAt(parts, path, from, to).map((placed) => placed.path))
  }
  return paths
}

const indexed = (path: string, count: number): string[] =>
  Array.from({ length: count }, (_, at) => `${path}[${at + 1}]`)

describe('a Schedule R of 300 rows', () => {
  const id = '202301329349300301'

  test('gives each row once, page by page, and each organization it names', async () => {
    const contents = await loadReturn(
      id,
      `<IRS990ScheduleR>${many(300, related)}</IRS990ScheduleR>`,
    )
    expect(contents.cut).toEqual([RELATED])
    expect(await readPages(id, RELATED, 7)).toEqual(indexed(RELATED, 300))
    const named = await store.db.query<{ path: string; ein: string }>(
      'select path, related_ein as ein from related_reference where object_id = $1',
      [id],
    )
    expect(named).toHaveLength(300)
    expect(named).toContainEqual({ path: `${RELATED}[237]`, ein: '170000237' })
  })

  test('that comes again without it leaves nothing behind', async () => {
    const contents = await loadReturn(id, '')
    expect(contents).toMatchObject({ cut: [] })
    expect(await countOf('filing_rows', id)).toBe(0)
    expect(await countOf('related_reference', id)).toBe(0)
  })
})

test('a Schedule I of 10,000 rows gives each row once, whatever the page', async () => {
  const id = '202301329349300302'
  await loadReturn(id, `<IRS990ScheduleI>${many(10_000, grant)}</IRS990ScheduleI>`)
  for (const size of [33, 100, 999]) {
    expect(await readPages(id, GRANTS, size)).toEqual(indexed(GRANTS, 10_000))
  }
  const last = { path: GRANTS, from: 9_998, to: 10_000 }
  const parts = await readParts(store.db, await openFiling(id), { portions: [last] })
  const table: TableDefinition = {
    label: '',
    form: '990',
    line: '',
    rows: [],
    columns: { amount: { kind: 'money', label: '', paths: ['CashGrantAmt'] } },
  }
  expect(readRows(table, { path: GRANTS }, parts, last.from, last.to)).toEqual([
    {
      path: `${GRANTS}[9999]`,
      cells: { amount: { value: 9998, path: `${GRANTS}[9999]/CashGrantAmt` } },
    },
    {
      path: `${GRANTS}[10000]`,
      cells: { amount: { value: 9999, path: `${GRANTS}[10000]/CashGrantAmt` } },
    },
  ])
})

const MOST_MIB_OF_SERVICE = 768

/** Runs a command of the indexer on the store of this file; returns its peak memory in MiB. */
async function peakOf(...args: string[]): Promise<number | undefined> {
  const env = { DATABASE_URL: store.url, DATA_DIR: join(folder, 'data') }
  return (await measureCommand(env, args)).peakMib
}

function writeGiant(path: string, count: number): void {
  const [before = '', after = ''] = makeReturn({
    data: '<IRS990/><IRS990ScheduleI>|</IRS990ScheduleI>',
  }).split('|')
  const file = openSync(path, 'w')
  writeSync(file, before)
  for (let from = 0; from < count; from += 1_000) {
    writeSync(
      file,
      many(1_000, (at) => grant(from + at)),
    )
  }
  writeSync(file, after)
  closeSync(file)
}

const readSums = async (id: string) => {
  const [sums] = await store.db.query(
    `select sum(json_array_length(items)) as rows, sum((
       select sum((item->>'CashGrantAmt')::int) from json_array_elements(items) item
     ))::bigint as amounts from filing_rows where object_id = $1`,
    [id],
  )
  return sums
}

test('a return of 100 MB loads, and is derived anew, in bounded memory, each grant once', {
  timeout: 300_000,
}, async () => {
  const id = '202301329349300303'
  const count = 300_000
  const path = join(folder, `${id}_public.xml`)
  writeGiant(path, count)
  const megabytes = Math.round(statSync(path).size / 1e6)
  const loading = await peakOf('load', path)
  const whole = { rows: count, amounts: (count * (count - 1)) / 2 }
  expect(await readSums(id)).toEqual(whole)
  expect((await readContents(id)).rows[GRANTS]).toBe(count)
  expect(await countOf('filing_rows', id)).toBe(count / CHUNK)

  await toOldStore(store, ({ archive }) => readFileSync(join(folder, archive)))
  const deriving = await peakOf('derive')
  expect(await readSums(id)).toEqual(whole)
  await store.db.query('update filing set derived_version = 0')
  const again = await peakOf('derive')
  expect(await readSums(id)).toEqual(whole)
  const peaks = [loading, deriving, again].map((peak) => Math.round(peak ?? 0))
  console.log(`${megabytes} MB of XML; at most (MiB): load, derive, derive again: ${peaks.join()}`)
  expect(Math.max(...peaks)).toBeLessThan(MOST_MIB)
})

const MIB = 1 << 20
const textOf = (bytes: number): Buffer => Buffer.alloc(bytes, 'text ')

// A dash makes the text twice as large in memory, where a string of ASCII has a byte a character.
const grantOf150Kib = `<RecipientTable><PurposeOfGrantTxt>– ${textOf(150 << 10)}</PurposeOfGrantTxt></RecipientTable>`

/** A return whose filer is `ein`, as the entry of a zip; `|` in `data` stands for `text`. */
function entryOf(id: string, ein: string, data: string, text: Buffer = Buffer.alloc(0)) {
  const [before = '', after = ''] = makeReturn({ data }).replace('070000001', ein).split('|')
  const bytes = Buffer.concat([Buffer.from(before), text, Buffer.from(after)])
  return { name: `${id}_public.xml`, bytes, level: 1 }
}

/** A return whose names, places and website each have megabytes. */
function namedEntryOf(id: string, ein: string) {
  const text = textOf(1.5 * MIB).toString()
  const address = ['AddressLine1Txt', 'CityNm', 'StateAbbreviationCd', 'ZIPCd']
    .map((tag) => `<${tag}>${text}</${tag}>`)
    .join('')
  const officer = `<Form990PartVIISectionAGrp><PersonNm>${text}</PersonNm><TitleTxt>${text}</TitleTxt>
    <ReportableCompFromOrgAmt>7</ReportableCompFromOrgAmt></Form990PartVIISectionAGrp>`
  const xml = makeReturn({
    header: HEADER.replace('070000001', ein)
      .replace('Made &amp; Meant', text)
      .replace('</BusinessName>', `</BusinessName><USAddress>${address}</USAddress>`),
    data: `<IRS990><PrincipalOfficerNm>${text}</PrincipalOfficerNm>
      <WebsiteAddressTxt>www.${text.replaceAll(' ', '')}.org</WebsiteAddressTxt>
      <CYTotalRevenueAmt>7</CYTotalRevenueAmt>${officer}</IRS990>
      <IRS990ScheduleI>${grant(1).replace('Grantee 1', text)}</IRS990ScheduleI>`,
  })
  return { name: `${id}_public.xml`, bytes: Buffer.from(xml), level: 1 }
}

test('texts of megabytes load, and are shown, in bounded memory', {
  timeout: 300_000,
}, async () => {
  const long = '202301329349300304'
  const [form, entries] = ['<IRS990>|</IRS990>', many(15, () => '<Row><Txt>|</Txt></Row>')]
  const path = join(folder, 'long-texts.zip')
  const rows = entries.replaceAll('|', textOf(MIB - 1_024).toString())
  await writeZip(path, [
    ...['070000010', '070000011'].map((ein, at) => namedEntryOf(`20230132934930031${at}`, ein)),
    entryOf(
      '202301329349300305',
      '070000005',
      form.replace('|', '<CYTotalRevenueAmt>|</CYTotalRevenueAmt>'),
      Buffer.from('7'),
    ),
    entryOf(
      long,
      '070000006',
      form.replace('|', '<MissionDesc>|</MissionDesc>'),
      textOf(250 * MIB),
    ),
    entryOf(
      '202301329349300306',
      '070000007',
      `<IRS990/><IRS990ScheduleO>${rows}</IRS990ScheduleO>`,
    ),
    entryOf('202301329349300307', '070000008', form, Buffer.from(rows.repeat(2))),
    entryOf(
      '202301329349300308',
      '070000009',
      '<IRS990/><IRS990ScheduleI>|</IRS990ScheduleI>',
      Buffer.from(many(1_600, () => grantOf150Kib)),
    ),
    entryOf(
      '202301329349300309',
      '070000010',
      '<IRS990/><IRS990ScheduleO><A/></IRS990ScheduleO><IRS990ScheduleO>|</IRS990ScheduleO>',
      Buffer.from('<SupplementalInformationDetail/>'.repeat(249_000)),
    ),
  ])
  const loading = await peakOf('load', path)
  const ids = Array.from({ length: 6 }, (_, at) => `20230132934930030${4 + at}`)
  const warningsOf = async () =>
    await store.db.query(
      'select object_id as id, warnings from filing where object_id = any($1) order by 1',
      [ids],
    )
  const loaded = [
    { id: long, warnings: ['TextCut /IRS990/MissionDesc'] },
    { id: ids[1], warnings: [] },
    { id: ids[2], warnings: [] },
    { id: ids[4], warnings: [] },
    { id: ids[5], warnings: ['RepeatedPart IRS990ScheduleO'] },
  ]
  expect(await warningsOf()).toEqual(loaded)
  expect(await store.db.query('select member, code, place from reject')).toEqual([
    { member: `${ids[3]}_public.xml`, code: 'TooLarge', place: '/IRS990' },
  ])
  await store.db.query('update filing set derived_version = 0 where object_id = any($1)', [ids])
  const deriving = await peakOf('derive')
  expect(await warningsOf()).toEqual(loaded)

  const server = await startExportServer('long-texts-', 'load_long_repeats')
  const get = async (path: string): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`)
    expect(response.status, path).toBe(200)
    return await response.text()
  }
  const ref = encodeURIComponent(`990:2022:${long}:/IRS990/MissionDesc`)
  // Without the blank at the end of the text, which is not counted.
  const mark = `… [${(249 * MIB - 1).toLocaleString('en-US')} characters left out]`
  for (const section of ['', '/sections/Programs']) {
    const page = await get(`/charity/070000006${section}`)
    expect(page.length, section).toBeLessThan(MIB / 4)
    expect(page, section).toContain(`/charity/070000006/evidence?Ref=${ref}`)
  }
  for (const path of [`/charity/070000006/evidence?Ref=${ref}`, '/api/v2/charity/070000006/page']) {
    expect((await get(path)).includes(mark), path).toBe(true)
  }
  for (const ein of ['070000007', '070000009', '070000010']) {
    await get(`/api/v2/charity/${ein}/sections/Schedules?Limit=200`)
    await get(`/charity/${ein}/sections/Schedules`)
  }
  for (const path of [
    ...['', '/filings', '/sections/Leadership', '/sections/Grants'].map(
      (page) => `/charity/070000010${page}`,
    ),
    '/compare?EINs=070000010,070000011',
  ]) {
    expect((await get(path)).length, path).toBeLessThan(MIB / 8)
  }
  const { peakMb } = await server.memory()
  await server.stop()
  const peaks = [loading, deriving, peakMb].map((peak) => Math.round(peak ?? 0))
  console.log(`Texts of megabytes; at most (MiB): load, derive, service: ${peaks.join()}`)
  expect(Math.max(loading ?? 0, deriving ?? 0)).toBeLessThan(MOST_MIB)
  expect(peakMb).toBeLessThan(MOST_MIB_OF_SERVICE)
})
