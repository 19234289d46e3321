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
import { Unreadable } from '#indexer/sources/bytes.ts'
import { ENCRYPTED, listZip, openZip, type ZipEntry } from '#indexer/sources/zip.ts'
import {
  DEFLATE64,
  forgeEnd,
  forgeEntry,
  forgeText,
  forgeZip64,
  makeDeflate64Bomb,
  writeZip,
} from './zips.ts'

const folder = mkdtempSync(join(tmpdir(), 'zip-'))
afterAll(() => rmSync(folder, { recursive: true }))

const long = Buffer.from(
  Array.from({ length: 30_000 }, (_, index) => `<A${index % 977}>${index}</A>`).join(''),
)
const short = Buffer.from('<Return/>')

/** Writes a zip of files, which are named by their entries. */
async function pack(
  name: string,
  files: Record<string, Uint8Array>,
  { zip64 = false, ...level }: { zip64?: boolean; level?: number } = {},
) {
  const path = join(folder, name)
  const entries = Object.entries(files).map(([name, bytes]) => ({ name, bytes, ...level }))
  await writeZip(path, entries, { zip64 })
  return path
}

async function listed(path: string): Promise<ZipEntry[]> {
  const entries: ZipEntry[] = []
  for await (const entry of listZip(path)) entries.push(entry)
  return entries
}

/** Opens a zip, and closes it after use. */
async function withZip<T>(
  path: string,
  use: (zip: ReturnType<typeof openZip>, all: ZipEntry[]) => Promise<T>,
) {
  const zip = openZip(path)
  try {
    return await use(zip, await listed(path))
  } finally {
    zip.close()
  }
}

const contentsOf = (path: string) =>
  withZip(path, async (zip, entries) => {
    const contents: Record<string, Buffer> = {}
    for (const entry of entries) contents[entry.name] = await zip.read(entry)
    return contents
  })

/** Returns the result of each entry of a zip: `read`, or the rejection's code. */
const outcomes = (path: string) =>
  withZip(path, async (zip, entries) => {
    const all: string[] = []
    for (const entry of entries) {
      const outcome = zip.read(entry).then(() => 'read')
      all.push(
        await outcome.catch((error) => {
          if (error instanceof Unreadable) return error.code
          throw error
        }),
      )
    }
    return all
  })

const OPEN = '/proc/self/fd'

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
  test.each([{}, { level: 0 }, { zip64: true }])(
    'is read with %j, at any depth',
    async (options) => {
      const files = { 'one.xml': long, 'batch/deeper/two.xml': short, 'empty.xml': Buffer.alloc(0) }
      const path = await pack('flat.zip', files, options)
      const isZip64 = readFileSync(path).includes(Buffer.from('PK\x06\x06', 'latin1'))
      expect(isZip64).toBe('zip64' in options)
      const found = await contentsOf(path)
      expect(Object.keys(found)).toEqual(Object.keys(files))
      for (const [name, bytes] of Object.entries(files))
        expect(found[name]?.equals(bytes), name).toBe(true)
    },
  )

  test('compressed with Deflate64 is read', async () => {
    // Repeats itself over a distance that Deflate does not have.
    const repeated = Array.from({ length: 20_000 }, (_, at) => `${at % 9_000} `).join('')
    await withZip(DEFLATE64, async (zip, [, entry]) => {
      if (!entry) throw new Error('The zip has no second entry.')
      expect(entry.method, 'is Deflate64').toBe(9)
      const read = (await zip.read(entry)).toString()
      expect(read).toContain(repeated)
      expect(await text(zip.stream(entry))).toBe(read)
    })
  })

  test('with a bomb of Deflate64 rejects it in little memory', async () => {
    const path = await pack('bomb64.zip', { 'a.xml': makeDeflate64Bomb() }, { level: 0 })
    const before = process.memoryUsage().rss
    const read = withZip(
      path,
      async (zip, [entry]) => entry && zip.read({ ...entry, method: 9, size: 20_000 }),
    )
    await expect(read).rejects.toMatchObject({ code: 'DamagedEntry' })
    expect(process.memoryUsage().rss - before).toBeLessThan(200 << 20)
  })

  test('returns the beginning of an entry without the rest', async () => {
    const path = await pack('head.zip', { 'a.xml': long })
    const head = await withZip(path, async (zip, [entry]) => entry && zip.head(entry, 100))
    expect(head?.equals(long.subarray(0, 100))).toBe(true)
  })

  test('distinguishes damage from content', async () => {
    const path = await pack('damaged.zip', { 'a.xml': long })
    const bytes = readFileSync(path)
    bytes[2_000] = (bytes[2_000] ?? 0) ^ 0xff
    writeFileSync(path, bytes)
    await expect(contentsOf(path)).rejects.toThrow(Unreadable)
  })

  // The larger entry is not inflated at once.
  test.each([
    [10_000_000, 1_000, 'sizes in the zip directory'],
    [40_000_000, 20_000_000, 'zip directory states'],
  ])('with %i bytes in an entry rejects it if it states %i', async (bytes, size, message) => {
    const path = await pack('bomb.zip', { 'a.xml': new Uint8Array(bytes) })
    const read = withZip(path, async (zip, [entry]) => entry && zip.read({ ...entry, size }))
    await expect(read).rejects.toThrow(Unreadable)
    await expect(read).rejects.toThrow(message)
  })

  test.skipIf(!existsSync(OPEN)).each([ENCRYPTED, 99])(
    'leaves no file open for an entry of method %i (needs /proc)',
    async (method) => {
      const path = await pack(`method${method}.zip`, { 'a.xml': long })
      await withZip(path, async (zip, [entry]) => {
        for (let count = 0; entry && count < 10; count += 1)
          expect(await zip.head({ ...entry, method }, 100)).toHaveLength(0)
        // The stream of a file opens it in a later turn of the event loop.
        await sleep(200)
        await vi.waitFor(() => expect(openFiles(path)).toBe(1), { timeout: 20_000 })
      })
    },
  )
})

type Forge = (path: string) => void
type Field = Parameters<typeof forgeEntry>[2]
const state =
  (field: Field, value: number | ((before: number) => number)): Forge =>
  (zip) =>
    forgeEntry(zip, 1, field, typeof value === 'number' ? () => value : value)
const named =
  (name: string): Forge =>
  (zip) =>
    forgeText(zip, 'second.xml', name)
type Case = [title: string, forge: Forge, is?: string | undefined, options?: object]
const [stored, zip64] = [{ level: 0 }, { zip64: true }]
const [HUGE, MOST] = [0xffff_fff0, BigInt(Number.MAX_SAFE_INTEGER)]

describe('a zip whose second entry of three', () => {
  test.each<Case>([
    ['has a packed size of 4 GB', state('packed', HUGE)],
    ['has a packed size of 4 GB and is stored', state('packed', HUGE), undefined, stored],
    ['has a 64-bit packed size that is missing', state('packed', 0xffff_ffff)],
    ['has too small a packed size', state('packed', (packed) => packed - 10)],
    ['is stored with a size far too small', state('size', 10), undefined, stored],
    ['has too large a size', state('size', 200_000_000)],
    ['has too small a size', state('size', 1_000)],
    ['has another checksum', state('crc', (crc) => crc + 1)],
    ['lies past the end', state('offset', HUGE)],
    ['lies within another', state('offset', 40)],
    ['overlaps another', state('offset', 0)],
    ['has a 64-bit packed size of 9 PB', (zip) => forgeZip64(zip, 1, 8, MOST), undefined, zip64],
    ['has a 64-bit size of 9 PB', (zip) => forgeZip64(zip, 1, 0, MOST), undefined, zip64],
    ...['../22b.xml', '/abs/b.xml', 'C:/d/b.xml', '..\\to/b.xm', 'a/../b.xml', 'a/b/c/d/..'].map(
      (name): Case => [`is named ${name}`, named(name), 'UnsafePath'],
    ),
    ['has dots in its name', named('..a/b..xml'), 'read'],
    ['has the name of the first', named('first1.xml'), 'read'],
  ])('loses at most that one if it %s', async (_, forge, is = 'DamagedEntry', options = {}) => {
    const names = ['first1.xml', 'second.xml', 'third3.xml']
    const files = names.map((name, at) => [name, long.subarray(at)] as const)
    const path = await pack('forged.zip', Object.fromEntries(files), options)
    forge(path)
    expect(await outcomes(path)).toEqual(['read', is, 'read'])
  })
})

test('a name unsafe for a terminal is listed as a safe one that keeps its end', async () => {
  const id = '202310019999999999'
  const unsafe = `a\u001b[2J\u0000\u202e\n${id}.xml`
  const long60 = `${'x'.repeat(60_000)}${id}_public.xml`
  const path = await pack('names.zip', { 'first.xml': short, [unsafe]: short, [long60]: short })
  const [, safe, cut] = (await listed(path)).map(({ name }) => name)
  expect(safe).toBe(`a\\u001b[2J\\u0000\\u202e ${id}.xml`)
  expect(cut).toHaveLength(250)
  expect(cut?.endsWith(`x${id}_public.xml`)).toBe(true)
  expect(await outcomes(path)).toEqual(['read', 'read', 'read'])
})

describe('the listing of a zip', () => {
  const writeCount = (count: number) => (end: Buffer) => {
    end.writeUInt16LE(count, 8)
    end.writeUInt16LE(count, 10)
  }
  // Sparse on disk, so that memory is used only for what is read.
  const writeGigabyte: Forge = (path) => {
    const end = Buffer.alloc(22)
    end.write('PK\x05\x06', 'latin1')
    writeCount(9)(end)
    end.writeUInt32LE(1 << 30, 12)
    truncateSync(path, 0)
    truncateSync(path, 1 << 30)
    appendFileSync(path, end)
  }

  test.each<[string, Forge]>([
    ['counts more entries than there are', (zip) => forgeEnd(zip, writeCount(4))],
    ['counts fewer entries than there are', (zip) => forgeEnd(zip, writeCount(2))],
    ['has a directory of 4 GB', (zip) => forgeEnd(zip, (end) => end.writeUInt32LE(HUGE, 12))],
    ['has a directory past the end', (zip) => forgeEnd(zip, (end) => end.fill(0xee, 12, 20))],
    ['has a 64-bit size too large for a number', (zip) => forgeZip64(zip, 1, 0, 1n << 60n)],
    ['is truncated', (zip) => truncateSync(zip, 3_000)],
    ['has a directory of a gigabyte', writeGigabyte],
  ])('fails if it %s, with little memory', async (_, forge) => {
    const files = { 'a.xml': long, 'b.xml': long, 'c.xml': long }
    const path = await pack('listing.zip', files, { zip64: true, level: 0 })
    forge(path)
    const before = process.memoryUsage().arrayBuffers
    await expect(listed(path)).rejects.toThrow()
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100 << 20)
  })
})
