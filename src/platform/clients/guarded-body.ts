import { Readable } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { Refused } from './refusal.ts'

export type BodyLimit = {
  /** Limits both the transferred and the decoded bytes. */
  maxBytes: number
  /** Keeps the first `maxBytes` instead of rejecting a longer body. */
  cut: boolean
}

const DECODERS: Record<string, () => ReturnType<typeof createGunzip>> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
  deflate: createInflate,
}

/**
 * Reads and decodes a body. Counts bytes while inflating, so that a zip bomb stops at the limit.
 * Throws Refused `TooLarge` or `Encoding`, and the errors of the connection.
 */
export async function readBody(
  body: Readable,
  encoding: string | undefined,
  limit: BodyLimit,
): Promise<Buffer> {
  const coding = (encoding ?? '').trim().toLowerCase()
  if (coding === '' || coding === 'identity') return collect(body, limit)
  // One encoding only: a body compressed twice is an attack.
  const decoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined
  if (decoder === undefined) {
    throw new Refused('Encoding', `The body has the unsupported encoding "${coding.slice(0, 40)}".`)
  }
  return decode(body, decoder(), limit)
}

async function decode(
  body: Readable,
  decoder: ReturnType<typeof createGunzip>,
  limit: BodyLimit,
): Promise<Buffer> {
  let lineError: unknown
  const packed = Readable.from(bounded(body, limit))
  packed.once('error', (error) => {
    lineError = error
    decoder.destroy(error)
  })
  try {
    return await collect(packed.pipe(decoder), limit)
  } catch (error) {
    if (error instanceof Refused || lineError !== undefined) throw lineError ?? error
    throw new Refused('Encoding', 'The body cannot be decoded with the encoding in its header.')
  } finally {
    packed.destroy()
    decoder.destroy()
  }
}

async function* bounded(body: Readable, limit: BodyLimit): AsyncGenerator<Buffer> {
  let count = 0
  for await (const chunk of body) {
    count += chunk.length
    // Compressed bytes cannot be cut, because the rest would not decompress.
    if (count > limit.maxBytes) throw tooLarge(limit)
    yield chunk
  }
}

async function collect(stream: Readable, limit: BodyLimit): Promise<Buffer> {
  const chunks: Buffer[] = []
  let count = 0
  for await (const chunk of stream) {
    chunks.push(chunk)
    count += chunk.length
    if (count <= limit.maxBytes) continue
    if (!limit.cut) throw tooLarge(limit)
    break
  }
  return Buffer.concat(chunks).subarray(0, limit.maxBytes)
}

const tooLarge = ({ maxBytes }: BodyLimit) =>
  new Refused('TooLarge', `The body is larger than ${maxBytes} bytes.`)
