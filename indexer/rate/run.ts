import type { Postgres } from '#src/clients/postgres.ts'
import { BANDS, type Band } from '#src/rating/rating.ts'

export type RateProgress = {
  /** `read`: inputs of organizations; `score`: ratings made of them. */
  step: 'read' | 'score'
  done: number
  total: number
}

export type RateOptions = { onProgress?: (progress: RateProgress) => void }

export type RateResult = {
  /** Organizations whose inputs were read anew. */
  read: number
  scored: number
  notEnoughData: number
  bands: Record<Band, number>
  /** Organizations whose rating is new or shows otherwise, and those that have none any more. */
  changed: number
  removed: number
  /** The release minted for what changed. */
  release: string | undefined
}

/** Rates every organization whose primary form is rated. Throws ApiError StoreUnavailable. */
export async function rateOrganizations(
  _db: Postgres,
  _options: RateOptions = {},
): Promise<RateResult> {
  const bands = Object.fromEntries(BANDS.map((band) => [band, 0])) as Record<Band, number>
  return {
    read: 0,
    scored: 0,
    notEnoughData: 0,
    bands,
    changed: 0,
    removed: 0,
    release: undefined,
  }
}
