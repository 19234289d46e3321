import type { FiledEdge } from '../records/filed-edges.ts'
import type { BinaryValue } from './copy.ts'

/** Takes rows of `toEdgeRow` into a table of the columns of filed_edge. */
export const copyEdges = (table: string): string => `copy ${table} (
  object_id, ordinal, category, path, name, name_key, words_key, ein, is_ein_related, street, city, city_key,
  state, zip, country, region, amount, purpose, uncounted) from stdin (format binary)`

// The IRS's schemas bear 1,000 characters in these elements; what is far above was never checked
// by them, and stands whole in the return's part.
const MOST_CHARACTERS = 4_000

const clip = (text: string | null): string | null => text?.slice(0, MOST_CHARACTERS) ?? null

/** An edge as a row of table filed_edge. */
export const toEdgeRow = (objectId: string, edge: FiledEdge): BinaryValue[] => [
  objectId,
  { int4: edge.ordinal },
  edge.category,
  edge.path,
  clip(edge.name),
  edge.nameKey,
  edge.wordsKey,
  edge.ein,
  edge.isEinRelated,
  clip(edge.street),
  clip(edge.city),
  edge.cityKey,
  edge.state,
  clip(edge.zip),
  edge.country,
  clip(edge.region),
  edge.amount === null ? null : { float8: edge.amount },
  clip(edge.purpose),
  edge.uncounted,
]
