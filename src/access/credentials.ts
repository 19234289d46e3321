import type { IncomingHttpHeaders } from 'node:http'
import { ApiError } from '../errors.ts'
import { isKeyShaped } from './keys.ts'

const BEARER = /^Bearer +(\S+)$/i

/**
 * The key a request carries in `X-Service-API-Key` or as a bearer token, if any.
 * Throws ApiError InvalidCredential for both at once or one that cannot be a key.
 */
export function readCredential(headers: IncomingHttpHeaders): string | undefined {
  const own = headers['x-service-api-key']
  const { authorization } = headers
  if (own === undefined && authorization === undefined) return undefined
  if (own !== undefined && authorization !== undefined) {
    throw new ApiError('InvalidCredential', {
      message: 'Send the key in X-Service-API-Key or as a bearer token, not both.',
    })
  }
  const key = typeof own === 'string' ? own.trim() : BEARER.exec(authorization ?? '')?.[1]
  if (key === undefined || !isKeyShaped(key)) throw new ApiError('InvalidCredential')
  return key
}
