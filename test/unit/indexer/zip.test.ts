import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { DamagedEntry, ENCRYPTED, listZip, openZip, type ZipEntry } from '#indexer/sources/zip.ts'
import { has7z, writeDeflate64Zip, writeZip } from './zips.ts'

const folder = mkdtempSync(join(tmpdir(), 'zip-'))
afterAll(() => rmSync(folder, { recursive: true }))

// Long and repetitive enough that Deflate64 uses distances Deflate has not.
const long = Buffer.from(
  Array.from({ length: 30_000 }, (_, index) => `<A${index % 977}>${index}</A>`).join(''),
)
const short = Buffer.from('<Return/>')

async function listed(path: string): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = []
  for await (const entry of listZip(path)) entries.push(entry)
  return entries
}

async function readAll(path: string): Promise<[string, Buffer][]> {
  const zip = openZip(path)
  const all: [string, Buffer][] = []
  for (const entry of await listed(path)) all.push([entry.name, await zip.read(entry)])
  zip.close()
  return all
}

const OPEN = '/proc/self/fd'
const hasProc = existsSync(OPEN)

/** How often this process has a file open. A link that cannot be read was closed meanwhile. */
const openFiles = (path: string): number =>
  readdirSync(OPEN).filter((fd) => {
    try {
      return readlinkSync(join(OPEN, fd)) === path
    } catch {
      return false
    }
  }).length

describe('a zip', () => {
  test('gives its files, stored or packed, at any depth', async () => {
    const path = join(folder, 'flat.zip')
    await writeZip(path, [
      { name: 'one_public.xml', bytes: long },
      { name: 'batch/deeper/two_public.xml', bytes: short, level: 0 },
      { name: 'empty.xml', bytes: new Uint8Array() },
    ])
    const all = await readAll(path)
    expect(all.map(([name]) => name)).toEqual([
      'one_public.xml',
      'batch/deeper/two_public.xml',
      'empty.xml',
    ])
    expect(all[0]?.[1].equals(long)).toBe(true)
    expect(all[1]?.[1].equals(short)).toBe(true)
    expect(all[2]?.[1]).toHaveLength(0)
  })

  test('of the ZIP64 format is read', async () => {
    const path = join(folder, 'zip64.zip')
    await writeZip(path, [{ name: 'a.xml', bytes: long }], { zip64: true })
    expect(readFileSync(path).includes(Buffer.from('PK\x06\x06', 'latin1')), 'is ZIP64').toBe(true)
    expect((await readAll(path))[0]?.[1].equals(long)).toBe(true)
  })

  test.skipIf(!has7z)('packed with Deflate64 is read (needs 7z)', async () => {
    const files = join(folder, 'files')
    mkdirSync(join(files, 'batch'), { recursive: true })
    writeFileSync(join(files, 'batch', 'a.xml'), long)
    const path = join(folder, 'deflate64.zip')
    writeDeflate64Zip(path, files)
    const [entry] = await listed(path)
    expect(entry?.method, 'is Deflate64').toBe(9)
    expect((await readAll(path))[0]?.[1].equals(long)).toBe(true)
    const zip = openZip(path)
    if (entry) expect(await text(zip.stream(entry))).toBe(long.toString())
    zip.close()
  })

  test('gives the beginning of an entry without the rest', async () => {
    const path = join(folder, 'head.zip')
    await writeZip(path, [{ name: 'a.xml', bytes: long }])
    const [entry] = await listed(path)
    const zip = openZip(path)
    if (entry) expect((await zip.head(entry, 100)).equals(long.subarray(0, 100))).toBe(true)
    zip.close()
  })

  test('tells damage from content', async () => {
    const path = join(folder, 'damaged.zip')
    await writeZip(path, [{ name: 'a.xml', bytes: long }])
    const bytes = readFileSync(path)
    bytes[2_000] = (bytes[2_000] ?? 0) ^ 0xff
    writeFileSync(path, bytes)
    await expect(readAll(path)).rejects.toThrow(DamagedEntry)
  })

  test('refuses an entry that unpacks to more than it says', async () => {
    const path = join(folder, 'bomb.zip')
    await writeZip(path, [{ name: 'a.xml', bytes: new Uint8Array(10_000_000) }])
    const [entry] = await listed(path)
    const zip = openZip(path)
    if (entry) await expect(zip.read({ ...entry, size: 1_000 })).rejects.toThrow(DamagedEntry)
    zip.close()
  })

  test('says of an entry too large to inflate at once that it unpacks to more', async () => {
    const path = join(folder, 'large-bomb.zip')
    await writeZip(path, [{ name: 'a.xml', bytes: new Uint8Array(40_000_000) }])
    const [entry] = await listed(path)
    const zip = openZip(path)
    const read = entry && zip.read({ ...entry, size: 20_000_000 })
    await expect(read).rejects.toThrow('It unpacks to more than it says.')
    zip.close()
  })

  test.skipIf(!hasProc).each([ENCRYPTED, 99])(
    'leaves no file open for an entry of method %i (needs /proc)',
    async (method) => {
      const path = join(folder, `method${method}.zip`)
      await writeZip(path, [{ name: 'a.xml', bytes: long }])
      const [entry] = await listed(path)
      const zip = openZip(path)
      for (let count = 0; entry && count < 10; count += 1) {
        expect(await zip.head({ ...entry, method }, 100)).toHaveLength(0)
      }
      // The stream of a file opens it in a later turn of the event loop.
      await sleep(200)
      await vi.waitFor(() => expect(openFiles(path)).toBe(1), { timeout: 20_000 })
      zip.close()
    },
  )
})
