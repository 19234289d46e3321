import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { DamagedEntry, ENCRYPTED, listZip, openZip, type ZipEntry } from '#indexer/sources/zip.ts'
import { DEFLATE64, forgeEnd, forgeEntry, forgeText, forgeZip64, writeZip } from './zips.ts'

const folder = mkdtempSync(join(tmpdir(), 'zip-'))
afterAll(() => rmSync(folder, { recursive: true }))

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

/** Returns how often this process has a file open. An unreadable link was closed meanwhile. */
const openFiles = (path: string): number =>
  readdirSync(OPEN).filter((fd) => {
    try {
      return readlinkSync(join(OPEN, fd)) === path
    } catch {
      return false
    }
  }).length

describe('a zip', () => {
  test('returns its files, stored or compressed, at any depth', async () => {
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

  test('in the ZIP64 format is read', async () => {
    const path = join(folder, 'zip64.zip')
    await writeZip(path, [{ name: 'a.xml', bytes: long }], { zip64: true })
    expect(readFileSync(path).includes(Buffer.from('PK\x06\x06', 'latin1')), 'is ZIP64').toBe(true)
    expect((await readAll(path))[0]?.[1].equals(long)).toBe(true)
  })

  test('compressed with Deflate64 is read', async () => {
    const entry = (await listed(DEFLATE64))[1]
    expect(entry?.method, 'is Deflate64').toBe(9)
    // Repeats itself over a distance that Deflate does not have.
    const repeated = Array.from({ length: 20_000 }, (_, at) => `${at % 9_000} `).join('')
    const [, read] = (await readAll(DEFLATE64))[1] ?? []
    expect(read?.toString()).toContain(repeated)
    const zip = openZip(DEFLATE64)
    if (entry) expect(await text(zip.stream(entry))).toBe(read?.toString())
    zip.close()
  })

  test('returns the beginning of an entry without the rest', async () => {
    const path = join(folder, 'head.zip')
    await writeZip(path, [{ name: 'a.xml', bytes: long }])
    const [entry] = await listed(path)
    const zip = openZip(path)
    if (entry) expect((await zip.head(entry, 100)).equals(long.subarray(0, 100))).toBe(true)
    zip.close()
  })

  test('distinguishes damage from content', async () => {
    const path = join(folder, 'damaged.zip')
    await writeZip(path, [{ name: 'a.xml', bytes: long }])
    const bytes = readFileSync(path)
    bytes[2_000] = (bytes[2_000] ?? 0) ^ 0xff
    writeFileSync(path, bytes)
    await expect(readAll(path)).rejects.toThrow(DamagedEntry)
  })

  test('rejects an entry that unpacks to more than its stated size', async () => {
    const path = join(folder, 'bomb.zip')
    await writeZip(path, [{ name: 'a.xml', bytes: new Uint8Array(10_000_000) }])
    const [entry] = await listed(path)
    const zip = openZip(path)
    if (entry) await expect(zip.read({ ...entry, size: 1_000 })).rejects.toThrow(DamagedEntry)
    zip.close()
  })

  test('reports that an entry too large to inflate at once exceeds its stated size', async () => {
    const path = join(folder, 'large-bomb.zip')
    await writeZip(path, [{ name: 'a.xml', bytes: new Uint8Array(40_000_000) }])
    const [entry] = await listed(path)
    const zip = openZip(path)
    const read = entry && zip.read({ ...entry, size: 20_000_000 })
    await expect(read).rejects.toThrow('The entry is larger than the zip directory states.')
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

/** Returns the result of each entry of a zip: `read`, or the rejection's code. */
async function outcomes(path: string): Promise<string[]> {
  const zip = openZip(path)
  try {
    const all: string[] = []
    for (const entry of await listed(path)) {
      const outcome = await zip.read(entry).then(
        () => 'read',
        (error) => {
          if (error instanceof DamagedEntry) return error.code
          throw error
        },
      )
      all.push(outcome)
    }
    return all
  } finally {
    zip.close()
  }
}

describe('a zip whose second entry of three', () => {
  type Case = {
    title: string
    level?: number
    isZip64?: true
    forge: (path: string) => void
    is?: string
  }
  const HUGE = 0xffff_fff0
  const cases: Case[] = [
    {
      title: 'has a packed size of 4 GB',
      forge: (zip) => forgeEntry(zip, 1, 'packed', () => HUGE),
    },
    {
      title: 'has a packed size of 4 GB and is stored',
      level: 0,
      forge: (zip) => forgeEntry(zip, 1, 'packed', () => HUGE),
    },
    {
      title: 'has a 64-bit packed size that is missing',
      forge: (zip) => forgeEntry(zip, 1, 'packed', () => 0xffff_ffff),
    },
    {
      title: 'has too small a packed size',
      forge: (zip) => forgeEntry(zip, 1, 'packed', (packed) => packed - 10),
    },
    {
      title: 'is stored with a packed size far above its size',
      level: 0,
      forge: (zip) => forgeEntry(zip, 1, 'size', () => 10),
    },
    {
      title: 'has too large a size',
      forge: (zip) => forgeEntry(zip, 1, 'size', () => 200_000_000),
    },
    { title: 'has too small a size', forge: (zip) => forgeEntry(zip, 1, 'size', () => 1_000) },
    { title: 'has another checksum', forge: (zip) => forgeEntry(zip, 1, 'crc', (crc) => crc + 1) },
    { title: 'lies past the end', forge: (zip) => forgeEntry(zip, 1, 'offset', () => HUGE) },
    { title: 'lies within another', forge: (zip) => forgeEntry(zip, 1, 'offset', () => 40) },
    { title: 'overlaps another', forge: (zip) => forgeEntry(zip, 1, 'offset', () => 0) },
    {
      title: 'has a 64-bit packed size of 9 PB',
      isZip64: true,
      forge: (zip) => forgeZip64(zip, 1, 8, BigInt(Number.MAX_SAFE_INTEGER)),
    },
    {
      title: 'has a 64-bit size of 9 PB',
      isZip64: true,
      forge: (zip) => forgeZip64(zip, 1, 0, BigInt(Number.MAX_SAFE_INTEGER)),
    },
    ...['../22b.xml', '/abs/b.xml', 'C:/d/b.xml', '..\\to/b.xm', 'a/../b.xml', 'a/b/c/d/..'].map(
      (name): Case => ({
        title: `is named ${name}`,
        forge: (zip) => forgeText(zip, 'second.xml', name),
        is: 'UnsafePath',
      }),
    ),
    {
      title: 'has dots in its name',
      forge: (zip) => forgeText(zip, 'second.xml', '..a/b..xml'),
      is: 'read',
    },
    {
      title: 'has the name of the first',
      forge: (zip) => forgeText(zip, 'second.xml', 'first1.xml'),
      is: 'read',
    },
  ]
  test.each(cases)(
    'loses at most that one if it $title',
    async ({ level, isZip64, forge, is = 'DamagedEntry' }) => {
      const path = join(folder, 'forged.zip')
      const names = ['first1.xml', 'second.xml', 'third3.xml']
      const files = names.map((name, at) => ({
        name,
        bytes: long.subarray(at),
        ...(level === 0 && { level }),
      }))
      await writeZip(path, files, { zip64: isZip64 ?? false })
      forge(path)
      expect(await outcomes(path)).toEqual(['read', is, 'read'])
    },
  )

  test('with a name unsafe for a terminal lists a safe one that keeps its end', async () => {
    const path = join(folder, 'names.zip')
    const id = '202310019999999999'
    const long60 = `${'x'.repeat(60_000)}${id}_public.xml`
    await writeZip(path, [
      { name: 'first.xml', bytes: short },
      { name: `a\u001b[2J\u0000\u202e\n${id}.xml`, bytes: short },
      { name: long60, bytes: short },
    ])
    const names = (await listed(path)).map(({ name }) => name)
    expect(names[1]).toBe(`a\\u001b[2J\\u0000\\u202e ${id}.xml`)
    expect(names[2]).toHaveLength(250)
    expect(names[2]?.endsWith(`x${id}_public.xml`)).toBe(true)
    expect(await outcomes(path)).toEqual(['read', 'read', 'read'])
  })
})

describe('the listing of a zip', () => {
  const cases: [string, (path: string) => void][] = [
    ['counts more entries than there are', (zip) => forgeEnd(zip, (end) => writeCount(end, 4))],
    ['counts fewer entries than there are', (zip) => forgeEnd(zip, (end) => writeCount(end, 2))],
    [
      'has a directory of 4 GB',
      (zip) => forgeEnd(zip, (end) => end.writeUInt32LE(0xffff_fff0, 12)),
    ],
    ['has a directory past the end', (zip) => forgeEnd(zip, (end) => end.fill(0xee, 12, 20))],
    ['has a 64-bit size too large for a number', (zip) => forgeZip64(zip, 1, 0, 1n << 60n)],
    ['is truncated', (zip) => truncateSync(zip, 3_000)],
    ['has a directory of a gigabyte', (zip) => writeGigabyte(zip)],
  ]
  const writeCount = (end: Buffer, count: number) => {
    end.writeUInt16LE(count, 8)
    end.writeUInt16LE(count, 10)
  }
  // Sparse on disk, so that memory is used only for what is read.
  const writeGigabyte = (path: string) => {
    const end = Buffer.alloc(22)
    end.write('PK\x05\x06', 'latin1')
    writeCount(end, 9)
    end.writeUInt32LE(1 << 30, 12)
    truncateSync(path, 0)
    truncateSync(path, 1 << 30)
    appendFileSync(path, end)
  }

  test.each(cases)('fails if it %s, with little memory', async (_, forge) => {
    const path = join(folder, 'listing.zip')
    await writeZip(
      path,
      ['a.xml', 'b.xml', 'c.xml'].map((name) => ({ name, bytes: long, level: 0 })),
      { zip64: true },
    )
    forge(path)
    const before = process.memoryUsage().arrayBuffers
    await expect(listed(path)).rejects.toThrow()
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100 << 20)
  })
})
