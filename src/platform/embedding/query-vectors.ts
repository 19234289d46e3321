import { LRUCache } from 'lru-cache'
import type { Embedder } from './embedder.ts'

// 1.5 KB each. A reader turns pages and toggles filters of one query, which all need its vector.
const KEPT = 1_000

/**
 * The vector of a query, embedded at its first asking; the same query asked again, or by two at
 * once, costs nothing more. Rejects when the model gives none.
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
    if (!vector) throw new Error('The model gave no vector for a text.')
    return vector
  }
}
