import { ApiError } from '#src/platform/errors.ts'

/**
 * What a filing `f` was loaded from and by which rules it was derived, as SQL. An answer is read in
 * several statements; between two of them a load may replace the filing, or derive cut it anew.
 */
export const FILING_VERSION = `encode(f.content_sha256, 'hex') || ' ' || f.derived_version`

/** Throws ApiError StoreUnavailable where a statement read another version than the ones before. */
export function requireVersion(expected: string, read: string | null | undefined): void {
  if (read !== expected) throw replaced()
}

/** As `requireVersion`, of a filing among the years of its form. */
export function requireVersionIn(
  filing: { objectId: string; version: string },
  years: readonly { objectId: string; version: string }[],
): void {
  requireVersion(
    filing.version,
    years.find(({ objectId }) => objectId === filing.objectId)?.version,
  )
}

export const replaced = (): ApiError =>
  new ApiError('StoreUnavailable', { message: 'The filing is being replaced; try again.' })
