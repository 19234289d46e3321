import { createHash } from 'node:crypto'
import { ApiError } from '../errors.ts'

/** Raised when cursors change their form: an older one is then invalid, not misread. */
const VERSION = 1

/** A cursor is some 60 characters; anything much longer is none of ours. */
const MAX_CURSOR_LENGTH = 200

const hashOf = (parts: readonly (string | number)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 12)

/**
 * The opaque cursor of a place in a list. `request` says which request it belongs to (operation,
 * EIN, section, form, year), `data` what the list is made of (object id, hash of its content).
 */
export const toCursor = (
  request: readonly (string | number)[],
  data: readonly (string | number)[],
  place: number,
): string =>
  Buffer.from(JSON.stringify([VERSION, hashOf(request), hashOf(data), place])).toString('base64url')

/**
 * The place a cursor names, from 0. Throws ApiError InvalidCursor when it does not decode or
 * belongs to another request, StaleCursor when the data it was made on has been replaced.
 */
export function readCursor(
  cursor: string,
  request: readonly (string | number)[],
  data: readonly (string | number)[],
): number {
  const [version, ofRequest, ofData, place] = decode(cursor)
  const isOurs = version === VERSION && ofRequest === hashOf(request)
  if (!isOurs || !Number.isSafeInteger(place) || Number(place) < 0) {
    throw new ApiError('InvalidCursor')
  }
  if (ofData !== hashOf(data)) throw new ApiError('StaleCursor')
  return Number(place)
}

function decode(cursor: string): unknown[] {
  if (cursor.length > MAX_CURSOR_LENGTH || !/^[\w-]+$/.test(cursor)) return []
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}
