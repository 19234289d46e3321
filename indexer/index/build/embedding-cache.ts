import { createHash } from 'node:crypto'
import type { Postgres, Session } from '#src/platform/clients/postgres.ts'
import type { Embedder } from '#src/platform/embedding/embedder.ts'

/**
 * Opens vectors of texts: from table `embedding` if the model has embedded the text before, otherwise
 * embedded now. New vectors are stored before they are returned, so a killed run loses at most the
 * texts of the last call.
 */
export function openVectorSource(db: Postgres, embedder: Embedder) {
  let embedded = 0
  return {
    /** Returns how many texts had to be embedded so far. */
    embedded: () => embedded,
    /** Returns the vector of each text, by text. */
    read: async (texts: string[]) => {
      const distinct = [...new Set(texts)]
      const known = await readCachedVectors(db, embedder.model, distinct)
      const missing = distinct.filter((text) => !known.has(text))
      const vectors = await embedder.embed(missing)
      await storeVectors(db, embedder.model, missing, vectors)
      embedded += missing.length
      for (const [at, text] of missing.entries()) {
        const vector = vectors[at]
        if (vector) known.set(text, vector)
      }
      return known
    },
  }
}

/** Reads the stored vectors of a model, by text; texts without one are left out. */
export async function readCachedVectors(
  session: Pick<Session, 'query'>,
  model: string,
  texts: string[],
): Promise<Map<string, Float32Array>> {
  if (texts.length === 0) return new Map()
  const hashes = texts.map(hashOf)
  const rows = await session.query<{ hash: Buffer; vector: Buffer }>(
    `select text_sha256 as hash, vector from embedding
     where model = $1 and text_sha256 = any($2::bytea[])`,
    [model, hashes],
  )
  const byHash = new Map(rows.map(({ hash, vector }) => [hash.toString('base64'), vector]))
  return new Map(
    texts.flatMap((text, at) => {
      const bytes = byHash.get(hashes[at]?.toString('base64') ?? '')
      return bytes ? [[text, toVector(bytes)] as const] : []
    }),
  )
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Stores the vectors a model gave texts, one per text; stored ones stay. */
export async function storeVectors(
  db: Postgres,
  model: string,
  texts: string[],
  vectors: Float32Array[],
): Promise<void> {
  if (texts.length === 0) return
  await db.query(
    `insert into embedding (model, text_sha256, vector)
     select $1, * from unnest($2::bytea[], $3::bytea[]) on conflict do nothing`,
    [model, texts.map(hashOf), vectors.map(toBytes)],
  )
}

// The table stores little-endian, as do all machines that Node runs on except some mainframes.
const toBytes = (vector: Float32Array): Buffer =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)

// Copied, because a row's bytes may begin anywhere and floats must be aligned to four bytes.
const toVector = (bytes: Buffer): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer)
