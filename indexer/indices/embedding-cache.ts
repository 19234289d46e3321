import { createHash } from 'node:crypto'
import type { Postgres, Session } from '#src/clients/postgres.ts'
import type { Embedder } from '#src/embedding/embedder.ts'

/** Vectors of texts: from the store where the model has seen the text before, else embedded. */
export type VectorSource = {
  /** The vector of each text, by text. */
  read(texts: string[]): Promise<Map<string, Float32Array>>
  /** How many texts had to be embedded so far. */
  embedded(): number
}

/**
 * Vectors through table `embedding`. What was embedded is stored before it is handed out, so a
 * killed run loses the last call's texts and no more.
 */
export function openVectorSource(db: Postgres, embedder: Embedder): VectorSource {
  let embedded = 0
  return {
    embedded: () => embedded,
    read: async (texts) => {
      const distinct = [...new Set(texts)]
      const known = await readCachedVectors(db, embedder.model, distinct)
      const missing = distinct.filter((text) => !known.has(text))
      const vectors = await embedder.embed(missing)
      await storeVectors(db, embedder.model, missing, vectors)
      embedded += missing.length
      missing.forEach((text, place) => {
        const vector = vectors[place]
        if (vector) known.set(text, vector)
      })
      return known
    },
  }
}

/** The stored vectors of a model, by text; texts it has not seen are left out. */
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
    texts.flatMap((text, place) => {
      const bytes = byHash.get(hashes[place]?.toString('base64') ?? '')
      return bytes ? [[text, toVector(bytes)] as const] : []
    }),
  )
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Stores what a model makes of texts, one vector a text; what is stored already stays. */
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

// The table says little-endian; so are all machines Node runs on but some mainframes.
const toBytes = (vector: Float32Array): Buffer =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)

// Copied, because a row's bytes begin anywhere and floats must lie on multiples of four.
const toVector = (bytes: Buffer): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer)
