import type { Writable } from 'node:stream'
import { finished } from 'node:stream/promises'

/** Escapes of COPY's text format (PostgreSQL manual, COPY, "Text Format"). */
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
}
const SPECIAL = /[\\\n\r\t]/g
const HAS_SPECIAL = /[\\\n\r\t\0]/

export type CopyValue = string | number | boolean | null | undefined | readonly string[] | Buffer

/** Returns one line of COPY's text format, without NUL, which Postgres text cannot store. */
export function toCopyLine(values: readonly CopyValue[]): string {
  const fields = values.map((value) => {
    if (value === null || value === undefined) return '\\N'
    const text = toLiteral(value)
    if (!HAS_SPECIAL.test(text)) return text
    return text.replaceAll('\0', '').replace(SPECIAL, (found) => ESCAPES[found] ?? found)
  })
  return `${fields.join('\t')}\n`
}

/** Returns a value as Postgres writes it: texts as `{"a","b"}`, bytes as `\x0a0b`. */
function toLiteral(value: NonNullable<CopyValue>): string {
  if (Buffer.isBuffer(value)) return `\\x${value.toString('hex')}`
  if (typeof value !== 'object') return String(value)
  return `{${value.map((text) => `"${text.replace(/["\\]/g, '\\$&')}"`).join(',')}}`
}

// Large enough that sending is cheap, small enough to stay in the processor's cache.
const CHUNK = 1 << 18
const SIGNATURE = Buffer.from('PGCOPY\n\xff\r\n\0\0\0\0\0\0\0\0\0', 'latin1')
const TRAILER = Buffer.from([0xff, 0xff])

/** A field of COPY's binary format. Bytes in pieces are the last field of their row. */
export type BinaryValue = string | boolean | null | Buffer | readonly Uint8Array[]

export const int2 = (value: number): Buffer => {
  const bytes = Buffer.allocUnsafe(2)
  bytes.writeInt16BE(value)
  return bytes
}
export const int4 = (value: number): Buffer => {
  const bytes = Buffer.allocUnsafe(4)
  bytes.writeInt32BE(value)
  return bytes
}
export const float8 = (value: number): Buffer => {
  const bytes = Buffer.allocUnsafe(8)
  bytes.writeDoubleBE(value)
  return bytes
}

const [TRUE, FALSE] = [Buffer.from([1]), Buffer.from([0])]

// A double with its length prefix.
const MAX_OF_OTHERS = 12

/**
 * Returns the most bytes a field takes, without pieces; a UTF-16 unit takes up to three in UTF-8.
 */
const roomOf = (value: BinaryValue): number =>
  typeof value === 'string' ? 4 + 3 * value.length : MAX_OF_OTHERS

/**
 * Writes rows in COPY's binary format, in which neither side has to escape JSON. Passes each full
 * buffer to `take`; `end` passes the rest. JSON is taken in pieces and never joined in memory.
 */
export class BinaryRows {
  private readonly take: (bytes: Buffer) => Promise<void>
  private buffer = Buffer.allocUnsafe(CHUNK)
  private used = SIGNATURE.copy(this.buffer)

  constructor(take: (bytes: Buffer) => Promise<void>) {
    this.take = take
  }

  async add(values: readonly BinaryValue[]): Promise<void> {
    // Once per row: a promise per field would cost more than writing it.
    await this.reserve(values.reduce((sum, value) => sum + roomOf(value), 2))
    this.used = this.buffer.writeInt16BE(values.length, this.used)
    for (const value of values) {
      if (typeof value === 'string') this.putText(value)
      else if (value === null) this.used = this.buffer.writeInt32BE(-1, this.used)
      else if (typeof value === 'boolean') this.putBytes(value ? TRUE : FALSE)
      else if (Buffer.isBuffer(value)) this.putBytes(value)
      else await this.putPieces(value)
    }
  }

  async end(): Promise<void> {
    await this.reserve(TRAILER.length)
    this.used += TRAILER.copy(this.buffer, this.used)
    await this.flush()
  }

  private putText(text: string): void {
    const written = this.buffer.write(text, this.used + 4)
    this.buffer.writeInt32BE(written, this.used)
    this.used += 4 + written
  }

  private putBytes(bytes: Buffer): void {
    this.used = this.buffer.writeInt32BE(bytes.length, this.used)
    this.used += bytes.copy(this.buffer, this.used)
  }

  private async putPieces(pieces: readonly Uint8Array[]): Promise<void> {
    const bytes = pieces.reduce((sum, { length }) => sum + length, 0)
    this.used = this.buffer.writeInt32BE(bytes, this.used)
    for (const piece of pieces) {
      for (let start = 0; start < piece.length; ) {
        if (this.used === this.buffer.length) await this.reserve(1)
        const end = Math.min(piece.length, start + this.buffer.length - this.used)
        this.buffer.set(piece.subarray(start, end), this.used)
        this.used += end - start
        start = end
      }
    }
  }

  private async reserve(bytes: number): Promise<void> {
    if (this.used + bytes <= this.buffer.length) return
    await this.flush()
    // A new buffer each time: the consumer may still be sending the old one.
    this.buffer = Buffer.allocUnsafe(Math.max(CHUNK, bytes))
    this.used = 0
  }

  private flush(): Promise<void> {
    return this.take(this.buffer.subarray(0, this.used))
  }
}

/** Sends bytes and waits until they are accepted. Rejects as soon as the server fails. */
export function send(stream: Writable, bytes: Buffer | string): Promise<void> {
  return new Promise((resolve, reject) => {
    // After a failure the stream only reports that it is closed; `errored` has the cause.
    stream.write(bytes, (error) => (error ? reject(stream.errored ?? error) : resolve()))
  })
}

/** Copies lines of COPY's text format. */
export async function copyLines(stream: Writable, lines: Iterable<string>): Promise<void> {
  let pending = ''
  for (const line of lines) {
    pending += line
    if (pending.length < CHUNK) continue
    await send(stream, pending)
    pending = ''
  }
  stream.end(pending)
  await finished(stream)
}
