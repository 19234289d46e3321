import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { ApiError } from '../platform/errors.ts'

/** Raised when cursors change their form: an older one is then invalid, not misread. */
const VERSION = 1

/** The cursor of a place is some 60 characters; anything much longer is none of ours. */
const MAX_PLACE_CURSOR = 200
/** That of a row holds names, which the index it is read by limits to 2,700 bytes with all else. */
const MAX_ROW_CURSOR = 4_000

type Parts = readonly (string | number)[]

const hashOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 12)

/**
 * The opaque cursor of a place in a list. `request` says which request it belongs to (operation,
 * EIN, section, form, year), `data` what the list is made of (object id, hash of its content).
 */
export const toCursor = (request: Parts, data: Parts, place: number): string =>
  encode([VERSION, hashOf(request), hashOf(data), place])

/**
 * The place a cursor names, from 0. Throws ApiError InvalidCursor when it does not decode or
 * belongs to another request, StaleCursor when the data it was made on has been replaced.
 */
export function readCursor(cursor: string, request: Parts, data: Parts): number {
  const [version, ofRequest, ofData, place] = decode(cursor, MAX_PLACE_CURSOR)
  const isOurs = version === VERSION && ofRequest === hashOf(request)
  if (!isOurs || !Number.isSafeInteger(place) || Number(place) < 0) {
    throw new ApiError('InvalidCursor')
  }
  if (ofData !== hashOf(data)) throw new ApiError('StaleCursor')
  return Number(place)
}

/**
 * The opaque cursor of a row in an ordered list, whose next page begins behind it: `key` is what
 * the row is ordered by. `request` and `data` are as in `toCursor`.
 */
export const toRowCursor = (request: Parts, data: Parts, key: readonly unknown[]): string =>
  encode([VERSION, hashOf([request, key]), hashOf(data), key])

/** A row's key, and what tells whether the list is still the one it was read from. */
export type RowCursor<Key> = {
  key: Key
  /** Throws ApiError StaleCursor when `data` is not what the cursor was made on. */
  requireData(data: Parts): void
}

/**
 * The row a cursor names; undefined without a cursor. What the list is made of can so be read in
 * one statement with the rows behind it. Throws ApiError InvalidCursor when it does not decode,
 * was altered, or belongs to another request.
 */
export function readRowCursor<Key>(
  cursor: string | undefined,
  request: Parts,
  keyOf: z.ZodType<Key>,
): RowCursor<Key> | undefined {
  if (cursor === undefined) return undefined
  const [version, ofRequest, ofData, given] = decode(cursor, MAX_ROW_CURSOR)
  const key = keyOf.safeParse(given)
  if (version !== VERSION || !key.success || ofRequest !== hashOf([request, given])) {
    throw new ApiError('InvalidCursor')
  }
  return {
    key: key.data,
    requireData(data) {
      if (ofData !== hashOf(data)) throw new ApiError('StaleCursor')
    },
  }
}

const encode = (parts: readonly unknown[]): string =>
  Buffer.from(JSON.stringify(parts)).toString('base64url')

function decode(cursor: string, mostCharacters: number): unknown[] {
  if (cursor.length > mostCharacters || !/^[\w-]+$/.test(cursor)) return []
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    return Array.isArray(parts) ? parts : []
  } catch {
    return []
  }
}
