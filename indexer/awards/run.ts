import type { Postgres } from '#src/clients/postgres.ts'

export type MapAwardsOptions = {
  /** Loads brought, changed or took away awards or subawards since the last time. */
  haveAwardsChanged?: boolean
}

export type MapAwardsResult = {
  /** Pairs of UEI and EIN that came, went or are judged otherwise than before. */
  changed: number
  /** Organizations with such a pair, used now or before: whom a UEI may find on a restriction list. */
  eins: string[]
  /** The release minted; undefined when nothing differs. */
  release: string | undefined
}

/** Maps unique entity identifiers to EINs by what audits say. */
export async function mapAwards(
  _db: Postgres,
  _options: MapAwardsOptions = {},
): Promise<MapAwardsResult> {
  return { changed: 0, eins: [], release: undefined }
}
