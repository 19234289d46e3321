import { readFileSync, writeFileSync } from 'node:fs'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'

export type ZipFile = { name: string; bytes: Uint8Array; level?: number }

/** Writes a zip. `zip64` forces the format of archives above 4 GB or 65,535 files. */
export async function writeZip(
  path: string,
  files: readonly ZipFile[],
  { zip64 = false } = {},
): Promise<void> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { zip64, useWebWorkers: false })
  for (const { name, bytes, level } of files) {
    await zip.add(name, new Uint8ArrayReader(bytes), level === undefined ? {} : { level })
  }
  writeFileSync(path, await zip.close())
}

/** Two returns packed with Deflate64, as the IRS did in 2026, by `7z a -tzip -mm=Deflate64`. */
export const DEFLATE64 = 'test/data/deflate64.zip'

/** Returns 400 MB of one letter in 23 KB of Deflate64: repeats of 65,538 bytes. */
export function makeDeflate64Bomb(): Buffer {
  const repeat = `11000101${'1'.repeat(16)}00000`
  const bits = `110${'01110001'}${repeat.repeat(6_200)}0000000`.padEnd(180_000, '0')
  const bytes = bits.match(/.{8}/g) ?? []
  return Buffer.from(bytes.map((byte) => Number.parseInt([...byte].reverse().join(''), 2)))
}

/** The offset of an entry's field in the zip directory, from the entry's signature. */
export const DIRECTORY_FIELD = { crc: 16, packed: 20, size: 24, offset: 42 }

function findEntry(bytes: Buffer, nth: number): number {
  let at = -1
  for (let count = 0; count <= nth; count += 1) at = bytes.indexOf('PK\x01\x02', at + 1, 'latin1')
  return at
}

/** Overwrites a 64-bit field of the n-th entry of a ZIP64: size at 0, compressed size at 8. */
export function forgeZip64(path: string, nth: number, field: number, value: bigint): void {
  const bytes = readFileSync(path)
  const at = findEntry(bytes, nth)
  const extra = at + 46 + bytes.readUInt16LE(at + 28)
  if (bytes.readUInt16LE(extra) !== 1) throw new Error(`${path} is not ZIP64.`)
  bytes.writeBigUInt64LE(value, extra + 4 + field)
  writeFileSync(path, bytes)
}

/** Overwrites a 32-bit field of the n-th entry in a zip's directory. */
export function forgeEntry(
  path: string,
  nth: number,
  field: keyof typeof DIRECTORY_FIELD,
  value: (before: number) => number,
): void {
  const bytes = readFileSync(path)
  const place = findEntry(bytes, nth) + DIRECTORY_FIELD[field]
  bytes.writeUInt32LE(value(bytes.readUInt32LE(place)) >>> 0, place)
  writeFileSync(path, bytes)
}

/** Replaces a text everywhere in a file by one of the same length. */
export function forgeText(path: string, before: string, after: string): void {
  if (before.length !== after.length) throw new Error('The file would have another length.')
  const text = readFileSync(path, 'latin1')
  if (!text.includes(before)) throw new Error(`${path} does not contain ${before}.`)
  writeFileSync(path, text.replaceAll(before, after), 'latin1')
}

/** Overwrites the end record of a zip, in which `count` is at 8 and 10, `length` at 12. */
export function forgeEnd(path: string, change: (end: Buffer) => void): void {
  const bytes = readFileSync(path)
  change(bytes.subarray(bytes.lastIndexOf('PK\x05\x06', undefined, 'latin1')))
  writeFileSync(path, bytes)
}
