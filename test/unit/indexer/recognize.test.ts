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
import { BMF_NAMES } from '#indexer/sources/kinds/registry.ts'
import { SAM_COLUMNS } from '#indexer/sources/kinds/sam.ts'
import { type Recognized, recognizePaths } from '#indexer/sources/recognize.ts'
import { listZip, openZip } from '#indexer/sources/zip.ts'
import { OperatorError } from '#src/platform/errors.ts'
import { expectRecorded } from '#test/recorded.ts'
import { testReturns } from '../cases.ts'
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
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 1])
const PAGE = '<!DOCTYPE html><html>Too many requests</html>'
const without = (columns: readonly string[], left: string) =>
  `${columns.filter((name) => name !== left).join(',')}\n`

const FILES: Record<string, string | Uint8Array> = {
  'returns/plain.xml': makeReturn(),
  'returns/no-extension': makeReturn({ prefix: 'irs:' }),
  'returns/mojibake.xml': `ï»¿${makeReturn()}`,
  'returns/.hidden.xml': makeReturn(),
  'lists/2026-04/some-name.txt': `\n\n${PUB78}`,
  'lists/revoked.csv': REVOCATION,
  'other/list.xml': '<catalog><book/></catalog>',
  'other/notes.txt': 'buy milk',
  'other/dpl.txt': '"Name"\t"Street_Address"\t"City"\n"Elm"\t"1 Elm St"\t"Akron"\n',
}
const REJECTED: Record<string, [code: string, content: string | Uint8Array]> = {
  'other/alt.csv': ['NotAsNamed', PNG],
  'other/bmf.csv': ['MissingColumn', without(BMF_NAMES, 'RULING')],
  'other/cut.zip': ['DamagedZip', 'PK\x03\x04 and no more'],
  'other/empty.csv': ['EmptyFile', ''],
  'other/empty.xml': ['EmptyFile', ''],
  'other/page.zip': ['NotAsNamed', PAGE],
  'other/picture.xml': ['NotAsNamed', PNG],
  'other/sam.csv': ['MissingColumn', without(SAM_COLUMNS, 'SAM NUMBER')],
  'other/sdn.csv': ['NotAsNamed', PAGE],
  'other/words.xml': ['NotAsNamed', 'buy milk'],
}
let found: Recognized

beforeAll(async () => {
  for (const [name, content] of Object.entries(FILES)) put(name, content)
  for (const [name, [, content]] of Object.entries(REJECTED)) put(name, content)
  const february = new Date('2026-02-28T23:59:59Z')
  utimesSync(join(folder, 'lists/revoked.csv'), february, february)
  symlinkSync('nowhere', join(folder, 'other/dangling.xml'))
  symlinkSync('loop', join(folder, 'other/loop'))
  symlinkSync('..', join(folder, 'other/up'))
  await writeZip(join(folder, 'archive.dat'), [
    { name: 'batch/202301329349300001_public.xml', bytes: Buffer.from(makeReturn()) },
    { name: 'pub78.txt', bytes: Buffer.from(PUB78) },
    { name: 'readme.pdf', bytes: Buffer.from('%PDF') },
    { name: 'inner.zip', bytes: Buffer.from('PK\x03\x04') },
  ])
  found = await recognizePaths([folder], undefined)
})

const names = (files: { path: string }[]) => files.map(({ path }) => relative(folder, path)).sort()

describe('recognition', () => {
  test('finds returns by their content', () => {
    const expected = ['mojibake.xml', 'no-extension', 'plain.xml']
    expect(names(found.returns)).toEqual(expected.map((name) => `returns/${name}`))
  })

  test('finds archives and tables, which are dated by their folder, else by the file', () => {
    expect(names(found.archives)).toEqual(['archive.dat'])
    const inZips = found.tables.filter(({ member }) => member)
    expect(inZips).toMatchObject([{ kind: 'pub78', member: 'pub78.txt' }])
    expect(found.tables.filter(({ member }) => !member)).toMatchObject([
      { kind: 'pub78', asOf: '2026-04' },
      { kind: 'revocation', asOf: '2026-02', isFileDate: true },
    ])
  })

  const monthsOf = async (part: string, asOf?: string) =>
    (await recognizePaths([join(folder, part)], asOf)).tables.map((table) => table.asOf)

  test('dates tables by --as-of first, and of two folders by the inner', async () => {
    expect(await monthsOf('lists', '2020-07')).toEqual(['2020-07', '2020-07'])
    put('.twice/2026-03/2025-11/list.txt', PUB78)
    expect(await monthsOf('.twice')).toEqual(['2025-11'])
  })

  test('rejects unreadable files of a known kind', () => {
    const codes = found.rejected.map(({ path, code }) => [relative(folder, path), code])
    expect(Object.fromEntries(codes)).toEqual({
      ...Object.fromEntries(Object.entries(REJECTED).map(([name, [code]]) => [name, code])),
      ...{ 'other/dangling.xml': 'Unreadable', 'other/loop': 'Unreadable' },
    })
  })

  test('gives the reason for each file', async () => {
    const reasons = found.unknown.map((one) => `${relative(folder, one.path)}: ${one.reason}`)
    const ours = found.rejected.filter(({ code }) => code !== 'Unreadable')
    const details = ours.map(({ path, detail }) => `${relative(folder, path)}: ${detail}`)
    await expectRecorded('recognition', {
      unknown: reasons.sort(),
      rejected: details.sort(),
    })
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

  test('rejects an encrypted table of a zip', async () => {
    const path = join(folder, 'secret.dat')
    const zip = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false })
    await zip.add('pub78.txt', new Uint8ArrayReader(Buffer.from(PUB78)), { password: 'elm' })
    writeFileSync(path, await zip.close())
    const { rejected } = await recognizePaths([path], undefined)
    const detail = expect.stringContaining('encrypted')
    expect(rejected).toEqual([{ path, member: 'pub78.txt', code: 'Encrypted', detail }])
    for await (const entry of listZip(path))
      await expect(openZip(path).read(entry)).rejects.toMatchObject({ code: 'Encrypted' })
  })

  test('rejects a future month, and a path that does not exist', async () => {
    put('.later/2099-02/list.txt', PUB78)
    const rejectionOf = (part: string, asOf?: string) =>
      expect(recognizePaths([join(folder, part)], asOf)).rejects
    await rejectionOf('lists', '2099-01').toThrow(/2099-01 of --as-of/)
    await rejectionOf('.later').toThrow(OperatorError)
    await rejectionOf('nowhere').toThrow(OperatorError)
  })
})

testReturns({
  'loads that continue or not: expected, rejected, at most': (expected, rejected, most) =>
    mayContinue(expected, rejected, most ?? undefined),
})
