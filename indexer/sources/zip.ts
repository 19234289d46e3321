import { closeSync, createReadStream, fstatSync, openSync, readSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { Duplex, pipeline, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { crc32, createInflateRaw, inflateRawSync } from 'node:zlib'
import {
  configure,
  type Entry,
  Reader,
  Uint8ArrayReader,
  Uint8ArrayWriter,
  WARNING_TRAILING_CENTRAL_DIRECTORY_DATA,
  ZipReader,
  ZipWriter,
} from '@zip.js/zip.js'
import { showText } from '#src/cli/show-text.ts'
import { Unreadable } from './bytes.ts'

// The loader has its own threads.
// zip.js unpacks a whole chunk before it passes any of it on, and Deflate64 makes up to 18,000
// bytes of one.
configure({ chunkSize: 4 << 10, useWebWorkers: false })

/** The method of entries that need a password. */
export const ENCRYPTED = -1
/** The method of entries whose name points outside the folder in which a zip is unpacked. */
const UNSAFE_PATH = -2

/** Where an entry is in its zip: enough to read it without the directory. */
export type ZipEntry = {
  name: string
  /** Of the local header. */
  offset: number
  packed: number
  size: number
  /** 0 stored, 8 Deflate, 9 Deflate64, ENCRYPTED, UNSAFE_PATH. */
  method: number
  crc: number
}

// A directory of a million entries has 100 MB, and the zip itself determines how much zip.js reads
// at once.
const LONGEST_READ = 256 << 20

/** Reads ranges of a file on disk, so that memory does not depend on the zip's size. */
class FileReader extends Reader<string> {
  private readonly path: string
  private handle: FileHandle | undefined
  constructor(path: string) {
    super(path)
    this.path = path
  }
  override async init(): Promise<void> {
    this.handle = await open(this.path)
    this.size = (await this.handle.stat()).size
  }
  override async readUint8Array(index: number, length: number): Promise<Uint8Array> {
    const bytes = Math.max(0, Math.min(length, this.size - index))
    if (bytes > LONGEST_READ) throw new Error('The zip directory is too long.')
    const buffer = new Uint8Array(bytes)
    await this.handle?.read(buffer, 0, buffer.length, index)
    return buffer
  }
  async close(): Promise<void> {
    await this.handle?.close()
  }
}

/**
 * Returns the files of a zip in the order of its directory, ZIP64 included. Throws if the directory
 * cannot be read to its end.
 */
export async function* listZip(path: string): AsyncGenerator<ZipEntry> {
  const reader = new FileReader(path)
  // zip.js would stop at an unsafe name; toZipEntry rejects only that entry.
  const options = { filenameEncoding: 'utf-8', filenameValidation: 'tolerant' } as const
  const zip = new ZipReader(reader, options)
  try {
    for await (const entry of zip.getEntriesGenerator()) {
      if (!entry.directory) yield toZipEntry(entry)
    }
    // Otherwise entries beyond the zip's count would be lost without a trace.
    const isCutShort = zip.warnings?.some(
      ({ reason }) => reason === WARNING_TRAILING_CENTRAL_DIRECTORY_DATA,
    )
    if (isCutShort) throw new Error('The zip directory continues after its last entry.')
  } finally {
    await zip.close()
    await reader.close()
  }
}

const toZipEntry = (entry: Entry): ZipEntry => ({
  name: printableName(entry.filename),
  offset: entry.offset,
  packed: entry.compressedSize,
  size: entry.uncompressedSize,
  method: methodOf(entry),
  crc: entry.signature ?? 0,
})

// Absolute, on a drive, or through a parent folder. Old Windows tools write backslashes.
const UNSAFE_NAME = /^[\\/]|^[a-z]:|(?:^|[\\/])\.\.(?:[\\/]|$)/i

function methodOf({ filename, encrypted, compressionMethod }: Entry): number {
  if (UNSAFE_NAME.test(filename)) return UNSAFE_PATH
  return encrypted ? ENCRYPTED : compressionMethod
}

// The IRS's names have 30 characters. The end of a long name is kept because it has the object id.
const LONGEST_NAME = 250

/** Makes a name safe for reports, terminals, and the store. */
function printableName(name: string): string {
  const printable = showText(name).replaceAll('\n', ' ')
  const end = printable.slice(1 - LONGEST_NAME).toWellFormed()
  return printable.length <= LONGEST_NAME ? printable : `…${end}`
}

const ADVICE = 'Download the zip again and load it. Returns that are already loaded are kept.'

const damaged = (detail: string, options?: ErrorOptions): Unreadable =>
  new Unreadable('DamagedEntry', '', detail, options)

/** Returns why an entry's method cannot be unpacked; undefined if it can. */
export function faultOfMethod({ method }: ZipEntry): Unreadable | undefined {
  if ([0, 8, 9].includes(method)) return undefined
  if (method === ENCRYPTED) {
    const detail = 'The entry is encrypted. Unpack the zip with its password first.'
    return new Unreadable('Encrypted', '', detail)
  }
  if (method !== UNSAFE_PATH)
    return damaged(
      `Compression method ${method} is not supported. Zip the files again with Deflate.`,
    )
  const detail =
    'The name is not a plain path; expected a name without "..", a drive, or a leading slash. ' +
    'Check where the zip comes from, and zip the files again.'
  return new Unreadable('UnsafePath', '', detail)
}

/** Replaces the messages of libraries, which differ and do not help; our own messages stay. */
const notInflated = (cause: unknown): Unreadable =>
  cause instanceof Unreadable
    ? cause
    : damaged(`The entry cannot be unpacked. ${ADVICE}`, { cause })

const LOCAL_HEADER = 30

// Compression adds less than this to a small file, and far less than its size to a larger one.
const MAX_ADDED = 1_024
// Deflate compresses at most 1,032 bytes into one (zlib, technical details).
const MAX_SAVED = 1_032

/**
 * Returns false for sizes that no compressor writes, because memory is allocated by size before
 * reading.
 */
const isPlausible = ({ method, packed, size }: ZipEntry): boolean =>
  packed <= 2 * size + MAX_ADDED && (method !== 8 || size <= MAX_SAVED * packed)

// Entries above this size are few, and inflating them as a stream takes little longer.
const LARGE = 16 << 20

/** Opens a zip for reading single entries; each worker thread opens its own. */
export function openZip(path: string) {
  const file = openSync(path, 'r')
  const { size } = fstatSync(file)
  const readRange = (position: number, length: number) => {
    const bytes = Buffer.allocUnsafe(length)
    return bytes.subarray(0, readSync(file, bytes, 0, length, position))
  }
  // Offset and sizes are the zip's claims, so they are checked against the file before use.
  const startOf = (entry: ZipEntry) => {
    const fault = faultOfMethod(entry)
    if (fault) throw fault
    const isInside = entry.offset >= 0 && entry.offset < size
    const header = isInside ? readRange(entry.offset, LOCAL_HEADER) : Buffer.alloc(0)
    if (header.length < LOCAL_HEADER || header.readUInt32LE(0) !== 0x04034b50) {
      throw damaged(`The entry is not at the position that the zip directory states. ${ADVICE}`)
    }
    const start = entry.offset + LOCAL_HEADER + header.readUInt16LE(26) + header.readUInt16LE(28)
    if (entry.packed > size - start || !isPlausible(entry)) {
      throw damaged(`The sizes in the zip directory do not match the file. ${ADVICE}`)
    }
    return start
  }
  const stream = (entry: ZipEntry): Readable => {
    if (entry.packed === 0) return Readable.from([])
    const start = startOf(entry)
    const inflater = entry.method === 0 ? undefined : inflaterOf(entry)
    const packed = createReadStream(path, { start, end: start + entry.packed - 1 })
    return inflater === undefined ? packed : pipeline(packed, inflater, () => undefined)
  }
  return {
    /** Returns the entry's bytes as a stream, unchecked, for entries of any size. */
    stream,
    /** Returns the entry's first bytes; empty if it cannot be unpacked. */
    async head(entry: ZipEntry, bytes: number) {
      const pieces: Buffer[] = []
      let length = 0
      try {
        for await (const piece of stream(entry)) {
          pieces.push(piece)
          length += piece.length
          if (length >= bytes) break
        }
      } catch (error) {
        if (!(error instanceof Error)) throw error
      }
      return Buffer.concat(pieces).subarray(0, bytes)
    },
    /** Returns the entry's bytes. Throws Unreadable. */
    async read(entry: ZipEntry) {
      const isLarge = entry.size > LARGE && entry.method === 8
      const bytes = isLarge
        ? await fill(stream(entry), entry.size)
        : await inflate(entry, readRange(startOf(entry), entry.packed))
      if (bytes.length !== entry.size || crc32(bytes) !== entry.crc >>> 0) {
        throw damaged(`The length or checksum does not match the zip directory. ${ADVICE}`)
      }
      return bytes
    },
    close: () => closeSync(file),
  }
}

function inflaterOf(entry: ZipEntry): Duplex {
  if (entry.method === 8) return createInflateRaw()
  // Collected first: only tables and huge entries get here, and the IRS compresses those with
  // Deflate.
  return Duplex.from(async function* (packed: AsyncIterable<Buffer>) {
    yield await inflateDeflate64(entry, await buffer(packed))
  })
}

/**
 * Fills one buffer of the expected size from a stream; zlib's own function would need twice that.
 */
async function fill(pieces: Readable, size: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafeSlow(size)
  let used = 0
  try {
    for await (const piece of pieces as AsyncIterable<Buffer>) {
      if (used + piece.length > size)
        throw damaged(`The entry is larger than the zip directory states. ${ADVICE}`)
      used += piece.copy(bytes, used)
    }
  } catch (cause) {
    throw notInflated(cause)
  }
  return bytes.subarray(0, used)
}

async function inflate(entry: ZipEntry, packed: Buffer): Promise<Buffer> {
  if (entry.method === 0) return packed
  if (entry.method === 9) return inflateDeflate64(entry, packed)
  try {
    // One byte more than declared: a zip bomb stops here.
    return inflateRawSync(packed, { maxOutputLength: entry.size + 1 })
  } catch (cause) {
    throw notInflated(cause)
  }
}

// zlib cannot read Deflate64. zip.js can, but only from a whole zip. The entry is put into a zip of
// its own, which is cheaper than reading a directory of 186,000 entries in each thread.
async function inflateDeflate64(entry: ZipEntry, packed: Buffer): Promise<Buffer> {
  try {
    const writer = new ZipWriter(new Uint8ArrayWriter())
    await writer.add('x', new Uint8ArrayReader(packed), {
      passThrough: true,
      compressionMethod: entry.method,
      uncompressedSize: entry.size,
      crc32: entry.crc >>> 0,
    })
    const [only] = await new ZipReader(new Uint8ArrayReader(await writer.close())).getEntries()
    if (only === undefined || only.directory) throw new Error('The zip of one entry is empty.')
    const pieces: Uint8Array[] = []
    let length = 0
    // Deflate64 compresses 18,000 to one, and zip.js checks the size only at the end.
    const limited = new WritableStream<Uint8Array>({
      write(piece) {
        length += piece.length
        if (length > entry.size)
          throw damaged(`The entry is larger than the zip directory states. ${ADVICE}`)
        pieces.push(piece)
      },
    })
    await only.getData(limited)
    return Buffer.concat(pieces)
  } catch (cause) {
    throw notInflated(cause)
  }
}
