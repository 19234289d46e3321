import { LRUCache } from 'lru-cache'
import type { Embedder } from './embedder.ts'

// 1.5 KB each. Turning pages and changing filters repeat the same query.
const KEPT = 1_000

/**
 * Caches the vectors of queries; simultaneous calls for one query share one embedding. Rejects if the
 * model fails.
 */
export function openQueryVectors(
  embedder: Pick<Embedder, 'embed'>,
): (text: string) => Promise<Float32Array> {
  const vectors = new LRUCache<string, Float32Array>({
    max: KEPT,
    fetchMethod: async (text) => (await embedder.embed([text]))[0],
  })
  return async (text) => {
    const vector = await vectors.fetch(text)
    if (!vector) throw new Error('The model returned no vector for a text.')
    return vector
  }
}
