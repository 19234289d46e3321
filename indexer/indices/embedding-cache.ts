import { createHash } from 'node:crypto'
import type { Postgres } from '#src/clients/postgres.ts'
import type { Embedder } from '#src/embedding/embedder.ts'

/** Vectors of texts: from the store where the model has seen the text before, else embedded. */
export type VectorSource = {
  /** The vector of each text, by text. */
  read(texts: string[]): Promise<Map<string, Float32Array>>
  /** How many texts had to be embedded so far. */
  embedded(): number
}

type Entry = { text: string; hash: Buffer }

/**
 * Vectors through table `embedding`. What was embedded is stored before it is handed out, so a
 * killed run loses the last call's texts and no more.
 */
export function openVectorSource(db: Postgres, embedder: Embedder): VectorSource {
  let embedded = 0
  return {
    embedded: () => embedded,
    read: async (texts) => {
      const entries = [...new Set(texts)].map((text): Entry => ({ text, hash: hashOf(text) }))
      const known = await readCached(db, embedder.model, entries)
      const missing = entries.filter(({ hash }) => !known.has(hash.toString('base64')))
      const vectors = await embedder.embed(missing.map(({ text }) => text))
      await store(db, embedder.model, missing, vectors)
      embedded += missing.length
      missing.forEach(({ hash }, place) => {
        const vector = vectors[place]
        if (vector) known.set(hash.toString('base64'), vector)
      })
      return new Map(
        entries.flatMap(({ text, hash }) => {
          const vector = known.get(hash.toString('base64'))
          return vector ? [[text, vector] as const] : []
        }),
      )
    },
  }
}

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest()

async function readCached(
  db: Postgres,
  model: string,
  entries: Entry[],
): Promise<Map<string, Float32Array>> {
  if (entries.length === 0) return new Map()
  const rows = await db.query<{ hash: Buffer; vector: Buffer }>(
    `select text_sha256 as hash, vector from embedding
     where model = $1 and text_sha256 = any($2::bytea[])`,
    [model, entries.map(({ hash }) => hash)],
  )
  return new Map(rows.map(({ hash, vector }) => [hash.toString('base64'), toVector(vector)]))
}

async function store(
  db: Postgres,
  model: string,
  entries: Entry[],
  vectors: Float32Array[],
): Promise<void> {
  if (entries.length === 0) return
  await db.query(
    `insert into embedding (model, text_sha256, vector)
     select $1, * from unnest($2::bytea[], $3::bytea[]) on conflict do nothing`,
    [model, entries.map(({ hash }) => hash), vectors.map(toBytes)],
  )
}

// The table says little-endian; so are all machines Node runs on but some mainframes.
const toBytes = (vector: Float32Array): Buffer =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength)

// Copied, because a row's bytes begin anywhere and floats must lie on multiples of four.
const toVector = (bytes: Buffer): Float32Array => new Float32Array(Uint8Array.from(bytes).buffer)
