import { ApiError } from '../platform/errors.ts'
import { isKeyShaped } from './keys.ts'

const BEARER = /^Bearer +(\S+)$/i

/** Reads the key from each header that may contain one. */
const READERS = new Map<string, (value: string) => string | undefined>([
  ['authorization', (value) => BEARER.exec(value)?.[1]],
  ['x-service-api-key', (value) => value.trim()],
])

/**
 * Returns the key sent in `X-Service-API-Key` or as a bearer token, if any. Takes Node's raw headers
 * (names and values in turn), because `headers` hides a repeated Authorization. Throws ApiError
 * InvalidCredential for more than one key, even equal ones, and for a text that cannot be a key.
 */
export function readCredential(rawHeaders: readonly string[]): string | undefined {
  const sent = rawHeaders.flatMap((name, at) => {
    const read = at % 2 === 0 ? READERS.get(name.toLowerCase()) : undefined
    return read ? [read(rawHeaders[at + 1] ?? '')] : []
  })
  if (sent.length === 0) return undefined
  if (sent.length > 1) {
    throw new ApiError('InvalidCredential', {
      message:
        'The request has more than one key. Send one key, in X-Service-API-Key or as a bearer token.',
    })
  }
  const [key] = sent
  if (key === undefined || !isKeyShaped(key)) throw new ApiError('InvalidCredential')
  return key
}
