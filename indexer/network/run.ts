import type { Postgres } from '#src/clients/postgres.ts'
import type { MatchMethod } from '#src/domain/network.ts'

export type NetworkProgress = {
  /** `keys`: names of organizations; `match`: rows of filings. */
  step: 'keys' | 'match'
  done: number
  total: number
}

export type NetworkOptions = { onProgress?: (progress: NetworkProgress) => void }

export type NetworkResult = {
  /** Organizations whose rows were resolved anew. */
  funders: number
  /** Their rows. */
  rows: number
  /** Those rows by the method their recipient was found by. */
  methods: Record<MatchMethod, number>
  /** Organizations whose edges, given or received, differ from before. */
  changed: number
  /** The release minted for what changed. */
  release: string | undefined
}

/** Resolves the edges of filings; nothing yet. */
export async function resolveNetwork(
  _db: Postgres,
  _options: NetworkOptions = {},
): Promise<NetworkResult> {
  const methods = { FiledEIN: 0, RelatedEIN: 0, NameCityState: 0, NameState: 0, Unresolved: 0 }
  return { funders: 0, rows: 0, methods, changed: 0, release: undefined }
}
