import type { Postgres } from '#src/clients/postgres.ts'

export type ScreenOptions = {
  /** Only these; all when left out. */
  eins?: readonly string[]
}

export type ScreenResult = {
  /** Organizations whose matches differ from before. */
  changed: number
  /** The release minted for them; undefined when nothing differs. */
  release: string | undefined
}

/**
 * Screens organizations and the officers of their latest filing against the restriction lists, and
 * writes the matches that differ. Throws ApiError StoreUnavailable; nothing is changed then.
 */
export async function screenOrganizations(
  _db: Postgres,
  _options: ScreenOptions = {},
): Promise<ScreenResult> {
  return { changed: 0, release: undefined }
}
