import type { SourcesDeps } from './deps.ts'
import type { Source } from './source.ts'

/** Every kind of source with what is loaded of it. Throws ApiError StoreUnavailable. */
export async function readSources(_deps: SourcesDeps): Promise<Source[]> {
  return []
}
