import { ApiError } from '../errors.ts'
import { isKeyShaped } from './keys.ts'

const BEARER = /^Bearer +(\S+)$/i

/** How each header that may carry a key is read. */
const READERS = new Map<string, (value: string) => string | undefined>([
  ['authorization', (value) => BEARER.exec(value)?.[1]],
  ['x-service-api-key', (value) => value.trim()],
])

/**
 * The key a request carries in `X-Service-API-Key` or as a bearer token, if any. Takes names and
 * values in turn, as they were sent: of a repeated Authorization Node's `headers` keep the first.
 * Throws ApiError InvalidCredential for more than one, even if alike, or one that cannot be a key.
 */
export function readCredential(rawHeaders: readonly string[]): string | undefined {
  const sent = rawHeaders.flatMap((name, at) => {
    const read = at % 2 === 0 ? READERS.get(name.toLowerCase()) : undefined
    return read ? [read(rawHeaders[at + 1] ?? '')] : []
  })
  if (sent.length === 0) return undefined
  if (sent.length > 1) {
    throw new ApiError('InvalidCredential', {
      message: 'Send one key, once: in X-Service-API-Key or as a bearer token.',
    })
  }
  const [key] = sent
  if (key === undefined || !isKeyShaped(key)) throw new ApiError('InvalidCredential')
  return key
}
