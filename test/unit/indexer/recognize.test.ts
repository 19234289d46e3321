import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { mayContinue } from '#indexer/load/run.ts'
import type { Tally } from '#indexer/load/tally.ts'
import { SAM_COLUMNS } from '#indexer/records/sam.ts'
import { BMF_NAMES } from '#indexer/sources/kinds/registry.ts'
import { type Recognized, recognizePaths } from '#indexer/sources/recognize.ts'
import { listZip, openZip } from '#indexer/sources/zip.ts'
import { OperatorError } from '#src/platform/errors.ts'
import { makeReturn } from './made-return.ts'
import { writeZip } from './zips.ts'

const folder = mkdtempSync(join(tmpdir(), 'recognize-'))
afterAll(() => rmSync(folder, { recursive: true }))

const put = (name: string, content: string | Uint8Array) => {
  mkdirSync(join(folder, name, '..'), { recursive: true })
  writeFileSync(join(folder, name), content)
}
const PUB78 = '070000001|Made And Meant|Akron|OH|United States|PC\n'
const REVOCATION =
  '070000001|Made And Meant||1 Elm St|Akron|OH|44301|US|03|15-MAY-2010|09-JUN-2011|\n'
let found: Recognized

beforeAll(async () => {
  put('returns/plain.xml', makeReturn())
  put('returns/no-extension', makeReturn({ prefix: 'irs:' }))
  put('returns/mojibake.xml', `ï»¿${makeReturn()}`)
  put('returns/.hidden.xml', makeReturn())
  put('lists/2026-04/some-name.txt', `\n\n${PUB78}`)
  put('lists/revoked.csv', REVOCATION)
  const february = new Date('2026-02-28T23:59:59Z')
  utimesSync(join(folder, 'lists/revoked.csv'), february, february)
  put('other/list.xml', '<catalog><book/></catalog>')
  put('other/notes.txt', 'buy milk')
  put('other/empty.xml', '')
  put('other/picture.xml', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]))
  put('other/cut.zip', Buffer.from('PK\x03\x04 and no more'))
  put('other/page.zip', '<!DOCTYPE html><html>Not found</html>')
  put('other/words.xml', 'buy milk')
  put('other/empty.csv', '')
  put('other/sdn.csv', '<!DOCTYPE html><html>Too many requests</html>')
  put('other/alt.csv', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1]))
  put('other/sam.csv', `${SAM_COLUMNS.filter((name) => name !== 'SAM NUMBER').join(',')}\n`)
  put('other/dpl.txt', '"Name"\t"Street_Address"\t"City"\n"Elm"\t"1 Elm St"\t"Akron"\n')
  put('other/bmf.csv', `${BMF_NAMES.filter((name) => name !== 'RULING').join(',')}\n`)
  symlinkSync('nowhere', join(folder, 'other/dangling.xml'))
  symlinkSync('loop', join(folder, 'other/loop'))
  symlinkSync('..', join(folder, 'other/up'))
  const bytes = Buffer.from(makeReturn())
  await writeZip(join(folder, 'archive.dat'), [
    { name: 'batch/202301329349300001_public.xml', bytes },
    { name: 'pub78.txt', bytes: Buffer.from(PUB78) },
    { name: 'readme.pdf', bytes: Buffer.from('%PDF') },
    { name: 'inner.zip', bytes: Buffer.from('PK\x03\x04') },
  ])
  found = await recognizePaths([folder], undefined)
})

const names = (files: { path: string }[]) => files.map(({ path }) => relative(folder, path)).sort()

describe('recognition', () => {
  test('finds returns by their content', () => {
    expect(names(found.returns)).toEqual([
      'returns/mojibake.xml',
      'returns/no-extension',
      'returns/plain.xml',
    ])
  })

  test('finds archives under any name, and the tables in them', () => {
    expect(names(found.archives)).toEqual(['archive.dat'])
    expect(found.tables.filter(({ member }) => member)).toMatchObject([
      { kind: 'pub78', member: 'pub78.txt' },
    ])
  })

  test('finds tables and dates them by their folder, else by the file', () => {
    const tables = found.tables.filter(({ member }) => !member)
    expect(tables.map(({ kind, asOf }) => [kind, asOf])).toEqual([
      ['pub78', '2026-04'],
      ['revocation', '2026-02'],
    ])
  })

  test('dates tables by --as-of first', async () => {
    const { tables } = await recognizePaths([join(folder, 'lists')], '2020-07')
    expect(tables.map(({ asOf }) => asOf)).toEqual(['2020-07', '2020-07'])
  })

  test("dates OFAC's XML by its own day, except with --as-of", async () => {
    const list =
      '<sdnList><publshInformation><Publish_Date>04/17/2026</Publish_Date></publshInformation>' +
      '</sdnList>'
    put('xml/2026-05/SDN.XML', list)
    await writeZip(join(folder, 'xml/SDN.ZIP'), [{ name: 'SDN.XML', bytes: Buffer.from(list) }])
    const monthsOf = async (asOf?: string) =>
      (await recognizePaths([join(folder, 'xml')], asOf)).tables.map((table) => table.asOf)
    expect(await monthsOf()).toEqual(['2026-04', '2026-04'])
    expect(await monthsOf('2026-06')).toEqual(['2026-06', '2026-06'])
  })

  test('names unknown files, with the reason', () => {
    const reasons = found.unknown.map(({ path, reason }) => [relative(folder, path), reason])
    expect(Object.fromEntries(reasons)).toEqual({
      'archive.dat!readme.pdf': 'neither a return nor a table that the loader recognizes',
      'archive.dat!inner.zip': 'a zip inside a zip; unpack the outer one first',
      'other/dpl.txt': 'neither a return nor a table that the loader recognizes',
      'other/list.xml': 'XML, but not a return',
      'other/notes.txt': 'neither a return nor a table that the loader recognizes',
    })
  })

  test('rejects unreadable files of a known kind', () => {
    const codes = found.rejected.map(({ path, code }) => [relative(folder, path), code])
    expect(Object.fromEntries(codes)).toEqual({
      'other/alt.csv': 'NotAsNamed',
      'other/bmf.csv': 'MissingColumn',
      'other/empty.csv': 'EmptyFile',
      'other/sam.csv': 'MissingColumn',
      'other/sdn.csv': 'NotAsNamed',
      'other/cut.zip': 'DamagedZip',
      'other/dangling.xml': 'Unreadable',
      'other/empty.xml': 'EmptyFile',
      'other/loop': 'Unreadable',
      'other/page.zip': 'NotAsNamed',
      'other/picture.xml': 'NotAsNamed',
      'other/words.xml': 'NotAsNamed',
    })
    const detailOf = (name: string) =>
      found.rejected.find(({ path }) => relative(folder, path) === name)?.detail
    expect(detailOf('other/bmf.csv')).toBe(
      'The header matches the Business Master File but lacks the column RULING. Download the file again with all columns.',
    )
    expect(detailOf('other/sam.csv')).toBe(
      'The header matches a SAM exclusions extract but lacks the column SAM NUMBER. Download the file again with all columns.',
    )
    expect(detailOf('other/sdn.csv')).toBe(
      'Expected CSV; found a web page. Download the file again.',
    )
  })

  test('rejects files it may not read', async () => {
    const locked = join(folder, '.locked')
    put('.locked/folder/list.txt', PUB78)
    put('.locked/list.txt', PUB78)
    chmodSync(folder, 0o755)
    for (const name of ['folder', 'list.txt']) chmodSync(join(locked, name), 0)
    // Root may read everything, so another user reads in its place.
    const isRoot = process.getuid?.() === 0
    if (isRoot) process.seteuid?.('nobody')
    try {
      const { rejected } = await recognizePaths([locked], undefined)
      expect(rejected.map(({ code }) => code)).toEqual(['Unreadable', 'Unreadable'])
    } finally {
      if (isRoot) process.seteuid?.(0)
      chmodSync(join(locked, 'folder'), 0o700)
    }
  })

  test('finds the list in a zip of one XML, which is not an archive of returns', async () => {
    const path = join(folder, 'sdn_xml.zip')
    await writeZip(path, [
      { name: 'SDN.XML', bytes: Buffer.from('<sdnList><sdnEntry/></sdnList>') },
    ])
    const { tables, archives } = await recognizePaths([path], undefined)
    expect(archives).toEqual([])
    expect(tables).toMatchObject([{ kind: 'ofac-xml', member: 'SDN.XML' }])
  })

  test('rejects an encrypted table of a zip with a sentence', async () => {
    const path = join(folder, 'secret.dat')
    const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false })
    await zip.add('pub78.txt', new Uint8ArrayReader(Buffer.from(PUB78)), { password: 'elm' })
    writeFileSync(path, await zip.close())
    const { rejected } = await recognizePaths([path], undefined)
    const detail = 'The entry is encrypted. Unpack the zip with its password first.'
    expect(rejected).toEqual([{ path, member: 'pub78.txt', code: 'Encrypted', detail }])
    for await (const entry of listZip(path)) {
      await expect(openZip(path).read(entry)).rejects.toMatchObject({ code: 'Encrypted' })
    }
  })

  test('rejects a future month, in the option and in a folder', async () => {
    const lists = join(folder, 'lists')
    await expect(recognizePaths([lists], '2099-01')).rejects.toThrow(/2099-01 of --as-of/)
    const later = join(folder, '.later')
    mkdirSync(join(later, '2099-02'), { recursive: true })
    writeFileSync(join(later, '2099-02', 'list.txt'), PUB78)
    await expect(recognizePaths([later], undefined)).rejects.toThrow(OperatorError)
  })

  test('says if a path does not exist', async () => {
    const missing = recognizePaths([join(folder, 'nowhere')], undefined)
    await expect(missing).rejects.toThrow(OperatorError)
  })
})

describe('rejects', () => {
  const tally = (expected: number, rejected: number): Tally => ({
    kinds: [],
    openIn: [1],
    bytes: 0,
    doneBytes: 0,
    done: 0,
    expected,
    rejected,
  })

  test.each([
    [26, 5, undefined, true],
    [26, 26, undefined, true],
    [1_000, 51, undefined, false],
    [100_000, 1_000, undefined, true],
    [100_000, 1_001, undefined, false],
    [26, 5, 4, false],
    [26, 5, 5, true],
    [26, 1, 0, false],
  ])(
    'of %i expected, %i rejected, at most %s: continues %s',
    (expected, rejected, most, goesOn) => {
      expect(mayContinue(tally(expected, rejected), most)).toBe(goesOn)
    },
  )
})
