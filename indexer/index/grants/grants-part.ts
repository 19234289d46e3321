import { createHash } from 'node:crypto'
import { grantsProperties, grantsSettings, type PurposeDocument } from '#mappings/grants.ts'
import { toPurposeKey } from '#src/domain/grant-purpose.ts'
import { roundVector } from '#src/platform/embedding/round-vector.ts'
import type { IndexEntry, IndexPart, PartContext } from '../part.ts'
import { COUNT_GRANTS, streamGrantRows, streamPurposes, toGrantDocument } from './grant-document.ts'

// Embedding takes two to ten minutes for this many, once; later builds read them from the store. In
// ten million rows, they cover most of those whose purpose is not unique.
const MAX_PURPOSES = 100_000
// About two seconds of embedding.
const PURPOSES_AT_ONCE = 1_000

/** Rows of current returns that report money given, and the vectors of their purposes. */
export const grantsPart: IndexPart = {
  kind: 'grants',
  settings: grantsSettings,
  properties: (dimension) => ({
    ...grantsProperties,
    vector: {
      properties: { purpose: { ...grantsProperties.vector.properties.purpose, dimension } },
    },
  }),
  async *stream(context) {
    for await (const rows of streamGrantRows(context.session)) {
      yield rows.map((row) => {
        const document = toGrantDocument(row)
        return { id: document.row, ein: document.ein, document }
      })
    }
    yield* streamVectors(context)
  },
  count: COUNT_GRANTS,
  countField: 'rows',
}

/** Yields the most frequent purposes with their vectors. They belong to no organization. */
async function* streamVectors({ session, readVectors }: PartContext): AsyncGenerator<IndexEntry[]> {
  let keys: string[] = []
  const flush = async (): Promise<IndexEntry[]> => {
    const vectors = await readVectors(keys)
    keys = []
    return [...vectors].map(([purpose, vector]) => toPurposeEntry(purpose, vector))
  }
  for await (const key of distinctKeys(session)) {
    keys.push(key)
    if (keys.length === PURPOSES_AT_ONCE) yield await flush()
  }
  if (keys.length > 0) yield await flush()
}

async function* distinctKeys(session: PartContext['session']): AsyncGenerator<string> {
  const seen = new Set<string>()
  for await (const purpose of streamPurposes(session)) {
    const key = toPurposeKey(purpose)
    if (key === undefined || seen.has(key)) continue
    seen.add(key)
    yield key
    if (seen.size === MAX_PURPOSES) return
  }
}

// A hash, because an id has at most 512 bytes.
function toPurposeEntry(purpose: string, vector: Float32Array): IndexEntry {
  const id = `purpose-${createHash('sha256').update(purpose).digest('base64url')}`
  const document: PurposeDocument = { rows: 0, purpose, vector: { purpose: roundVector(vector) } }
  return { id, document }
}
