import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { ApiError } from '../platform/errors.ts'

/** Raised when the format changes, so that older cursors are invalid and not misread. */
const VERSION = 1

/** The cursor of a place has about 60 characters. */
const MAX_PLACE_CURSOR = 200
/**
 * The cursor of a row contains names, which, together with all other keys, their index limits to
 * 2,700 bytes.
 */
const MAX_ROW_CURSOR = 4_000

type Parts = readonly (string | number)[]

const hashOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 12)

/**
 * Returns the opaque cursor of a place in a list. `request` identifies the request (operation, EIN,
 * section, form, year), `data` the content of the list (object id, hash of its content).
 */
export const toCursor = (request: Parts, data: Parts, place: number): string =>
  encode([VERSION, hashOf(request), hashOf(data), place])

/**
 * Returns the place of a cursor, from 0. Throws ApiError InvalidCursor if it does not decode or belongs
 * to another request, StaleCursor if the data has been replaced.
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
 * Returns the opaque cursor of a row in an ordered list; the next page begins after it. `key` is the
 * sort key of the row. `request` and `data` are as in `toCursor`.
 */
export const toRowCursor = (request: Parts, data: Parts, key: readonly unknown[]): string =>
  encode([VERSION, hashOf([request, key]), hashOf(data), key])

/** The key of a row, and a check that the list has not changed. */
type RowCursor<Key> = {
  key: Key
  /** Throws ApiError StaleCursor if `data` differs from the cursor's. */
  requireData(data: Parts): void
}

/**
 * Returns the row of a cursor; undefined without a cursor. The data is checked later, so that one
 * statement can read it together with the rows. Throws ApiError InvalidCursor if it does not
 * decode, was altered, or belongs to another request.
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
