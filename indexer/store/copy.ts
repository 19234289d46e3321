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

/** Large enough that sending is cheap, small enough to stay in the processor's cache. */
export const CHUNK = 1 << 18

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
  await endCopy(stream, pending)
}

/** Sends the last bytes and waits until the rows are stored. */
export async function endCopy(stream: Writable, bytes: Buffer | string): Promise<void> {
  stream.end(bytes)
  await finished(stream)
}
