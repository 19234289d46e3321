import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHUNK } from '#src/domain/filing-contents.ts'
import { readPacked } from '#src/domain/packed-json.ts'
import { startExportServer } from '#test/integration/http/export-world.ts'
import { toOldStore } from '#test/integration/indexer/old-store.ts'
import { HEADER, makeGrant, makeReturn } from '#test/unit/indexer/made-return.ts'
import { writeZip } from '#test/unit/indexer/zips.ts'
import { MAX_MIB, measureCommand } from '#test/world/measure-command.ts'
import { createStore, type Store } from '#test/world/store.ts'

const GRANTS = '/IRS990ScheduleI/RecipientTable'
const folder = mkdtempSync(join(tmpdir(), 'large-returns-'))
let store: Store

beforeAll(async () => {
  store = await createStore('load_large_returns')
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await store.drop()
})

const many = (count: number, row: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => row(at)).join('')

// The compiler hooks of tsx, with their source maps, are part of the process.
const MAX_MIB_OF_SERVICE = 896

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
    const grants = many(1_000, (at) => makeGrant(from + at))
    writeSync(file, grants)
  }
  writeSync(file, after)
  closeSync(file)
}

async function readSums(id: string) {
  const stored = await store.db.query<{ items: Buffer; counted: number }>(
    `select items, (select (contents -> 'rows' ->> $2)::int from filing where object_id = $1) as counted
     from filing_rows where object_id = $1`,
    [id, GRANTS],
  )
  const chunks = stored.map(({ items }) => readPacked<{ CashGrantAmt: string }[]>(items))
  const amounts = chunks.flat().reduce((sum, grant) => sum + Number(grant.CashGrantAmt), 0)
  const rows = chunks.flat().length
  return { rows, amounts, chunks: chunks.length, counted: stored[0]?.counted }
}

test('a return of 100 MB loads, and is derived again, in bounded memory, with each grant once', async () => {
  const id = '202301329349300303'
  const count = 300_000
  const path = join(folder, `${id}_public.xml`)
  writeGiant(path, count)
  const loading = await peakOf('load', path)
  const amounts = (count * (count - 1)) / 2
  const whole = { rows: count, amounts, chunks: count / CHUNK, counted: count }
  expect(await readSums(id)).toEqual(whole)

  await toOldStore(store, ({ archive }) => readFileSync(join(folder, archive)))
  const deriving = await peakOf('derive')
  expect(await readSums(id)).toEqual(whole)
  await store.db.query('update filing set derived_version = 0')
  const again = await peakOf('derive')
  expect(await readSums(id)).toEqual(whole)
  for (const peak of [loading, deriving, again]) expect(peak ?? 0).toBeLessThan(MAX_MIB)
})

const MIB = 1 << 20
const textOf = (bytes: number): Buffer => Buffer.alloc(bytes, 'text ')

// A dash doubles the size in memory, because an ASCII string needs one byte a character.
const grantOf150Kib = `<RecipientTable><PurposeOfGrantTxt>– ${textOf(150 << 10)}</PurposeOfGrantTxt></RecipientTable>`

/** A return whose filer is `ein`, as the entry of a zip; `|` in `data` stands for `text`. */
function entryOf(id: string, ein: string, data: string, text: Buffer = Buffer.alloc(0)) {
  const [before = '', after = ''] = makeReturn({ data }).replace('070000001', ein).split('|')
  const bytes = Buffer.concat([Buffer.from(before), text, Buffer.from(after)])
  return { name: `${id}_public.xml`, bytes, level: 1 }
}

/** A return with names, places and a website of megabytes each. */
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
      <IRS990ScheduleI>${makeGrant(1).replace('Grantee 1', text)}</IRS990ScheduleI>`,
  })
  return { name: `${id}_public.xml`, bytes: Buffer.from(xml), level: 1 }
}

test('texts of megabytes load, and are shown, in bounded memory', async () => {
  const ids = Array.from({ length: 6 }, (_, at) => `20230132934930030${4 + at}`)
  const [long = ''] = ids
  const wrap = (tag: string, inside = '|') =>
    inside.replace('|', `${tag}|${tag.replace('<', '</')}`)
  const form = wrap('<IRS990>')
  const entries = many(15, () => '<Row><Txt>|</Txt></Row>')
  const grants = Buffer.from(many(1_600, () => grantOf150Kib))
  const path = join(folder, 'long-texts.zip')
  const rows = entries.replaceAll('|', textOf(MIB - 1_024).toString())
  await writeZip(path, [
    ...['070000010', '070000011'].map((ein, at) => namedEntryOf(`20230132934930031${at}`, ein)),
    entryOf(ids[1] ?? '', '070000005', wrap('<CYTotalRevenueAmt>', form), Buffer.from('7')),
    entryOf(long, '070000006', wrap('<MissionDesc>', form), textOf(250 * MIB)),
    entryOf(ids[2] ?? '', '070000007', `<IRS990/>${wrap('<IRS990ScheduleO>').replace('|', rows)}`),
    entryOf(ids[3] ?? '', '070000008', form, Buffer.from(rows.repeat(2))),
    entryOf(ids[4] ?? '', '070000009', `<IRS990/>${wrap('<IRS990ScheduleI>')}`, grants),
    entryOf(
      ids[5] ?? '',
      '070000010',
      `<IRS990/><IRS990ScheduleO><A/></IRS990ScheduleO>${wrap('<IRS990ScheduleO>')}`,
      Buffer.from('<SupplementalInformationDetail/>'.repeat(249_000)),
    ),
  ])
  const loading = await peakOf('load', path)
  const sql = 'select object_id as id, warnings from filing where object_id = any($1) order by 1'
  const warningsOf = () => store.db.query(sql, [ids])
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

  const server = await startExportServer('long-texts-', 'load_large_returns')
  const get = async (path: string): Promise<string> => {
    const response = await fetch(`http://127.0.0.1:${server.port}${path}`)
    expect(response.status, path).toBe(200)
    return await response.text()
  }
  const ref = encodeURIComponent(`990:2022:${long}:/IRS990/MissionDesc`)
  // Without the space at the end of the text, which is not counted.
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
  for (const peak of [loading, deriving]) expect(peak ?? 0).toBeLessThan(MAX_MIB)
  expect(peakMb).toBeLessThan(MAX_MIB_OF_SERVICE)
})
