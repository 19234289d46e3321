import { createHash } from 'node:crypto'
import {
  type GrantDocument,
  grantsProperties,
  grantsSettings,
  type PurposeDocument,
} from '#mappings/grants.ts'
import { AMOUNT_BANDS, toBand } from '#src/domain/bands.ts'
import { cutAtWord } from '#src/domain/description.ts'
import { cutShort, SHOWN_NAME_LENGTH } from '#src/domain/filed-text.ts'
import { toPurposeKey } from '#src/domain/grant-purpose.ts'
import { knownFields } from '#src/domain/known-fields.ts'
import { toCityKey } from '#src/domain/name-keys.ts'
import { normalizeName } from '#src/domain/names.ts'
import { nameAsFiled } from '#src/domain/recipients.ts'
import type { Session } from '#src/platform/clients/postgres.ts'
import { roundVector } from '#src/platform/embedding/round-vector.ts'
import type { IndexEntry, IndexPart, PartContext } from './part.ts'

/** A row of a current return that reports money given, with its funder. Null is unknown. */
export type GrantRow = {
  funderEin: string
  funderName: string | null
  funderCity: string | null
  funderState: string | null
  funderCountry: string | null
  recipientEin: string | null
  category: string
  taxYear: number
  amount: number | null
  objectId: string
  ordinal: number
  matchMethod: string
  matchConfidence: string
  isCounted: boolean
  path: string
  form: string
  schemaVersion: string | null
  /** Name and place of the recipient as filed; `state` is the USPS code of a U.S. address. */
  name: string | null
  city: string | null
  state: string | null
  country: string | null
  region: string | null
  purpose: string | null
  uncounted: string | null
}

// A load may have replaced the rows of a filing that the network has not resolved again. Such rows
// are left out until it has.
const FROM = `from money_edge m
join filed_edge e on e.object_id = m.object_id and e.ordinal = m.ordinal
  and e.category = m.category and e.amount is not distinct from m.amount`

const ROWS = `select m.funder_ein as "funderEin", o.name as "funderName", o.city as "funderCity",
  o.state as "funderState", o.country as "funderCountry", m.recipient_ein as "recipientEin",
  m.category, m.tax_year as "taxYear", m.amount, m.object_id as "objectId", m.ordinal,
  m.match_method as "matchMethod", m.match_confidence as "matchConfidence",
  m.is_counted as "isCounted", e.path, f.form, f.schema_version as "schemaVersion", e.name, e.city,
  e.state, e.country, e.region, e.purpose, e.uncounted
${FROM}
join filing f on f.object_id = m.object_id
left join organization o on o.ein = m.funder_ein`

// About 4 MB of documents.
const BATCH = 4_000

/** Reads all rows in batches. */
export const streamGrantRows = (session: Session): AsyncGenerator<GrantRow[]> =>
  session.stream<GrantRow>(ROWS, [], BATCH)

/** Reads purposes as filed, the most frequent first. */
export async function* streamPurposes(session: Session): AsyncGenerator<string> {
  const sql = `select e.purpose ${FROM} group by e.purpose
    having e.purpose is not null order by count(*) desc, e.purpose`
  for await (const rows of session.stream<{ purpose: string }>(sql, [], BATCH)) {
    for (const { purpose } of rows) yield purpose
  }
}

/** Selects the number of rows, except those of the funders in $1. */
export const COUNT_GRANTS = `select count(*) ${FROM} where m.funder_ein <> all($1::text[])`

/** A purpose is a sentence or two; a few filers paste whole agreements. */
const PURPOSE_LENGTH = 1_000

/** Returns the index document of one row. Unknown facts are absent, never null or 0. */
export function toGrantDocument(row: GrantRow): GrantDocument {
  const { amount, recipientEin: recipient, state, schemaVersion } = row
  const purpose = row.purpose ? cutAtWord(row.purpose, PURPOSE_LENGTH) : undefined
  const names = { funder: textOf(row.funderName), recipient: textOf(row.name) }
  return knownFields({
    ein: row.funderEin,
    rows: 1 as const,
    row: toGrantId(row),
    display: knownFields({
      funder: toParty(names.funder, row.funderCity, row.funderState, row.funderCountry),
      recipient: knownFields({
        ...toParty(names.recipient, row.city, row.state, row.country),
        region: textOf(row.region),
      }),
      purpose,
      notCounted: notCountedOf(row),
      schemaVersion,
      matchMethod: row.matchMethod,
      matchConfidence: row.matchConfidence,
      form: row.form,
      objectId: row.objectId,
      path: row.path,
    }),
    query: knownFields({
      purpose,
      funder: names.funder && normalizeName(names.funder),
      recipient: names.recipient && normalizeName(names.recipient),
    }),
    filter: knownFields({
      year: row.taxYear,
      amountBand: toBand(AMOUNT_BANDS, amount ?? undefined),
      category: row.category,
      isCounted: row.isCounted,
      recipient,
      // A sum under an EIN that may be another organization's would be wrong.
      grantee:
        row.matchConfidence === 'Weak' || !recipient
          ? normalizeName(nameAsFiled({ filedName: row.name, region: row.region }))
          : recipient,
      state,
      city: row.city ? toCityKey(row.city) : undefined,
      funderState: row.funderState,
      amount,
    }),
    purpose: purpose && toPurposeKey(purpose),
  })
}

const toParty = (
  name: string | undefined,
  city: string | null,
  state: string | null,
  country: string | null,
) => knownFields({ name, city: textOf(city), state: textOf(state), country: textOf(country) })

/** Returns the id of a row: a return numbers its rows from 1. */
const toGrantId = ({ objectId, ordinal }: Pick<GrantRow, 'objectId' | 'ordinal'>): string =>
  `${objectId}-${String(ordinal).padStart(6, '0')}`

const notCountedOf = ({ category, uncounted }: GrantRow): string | undefined =>
  category === 'FoundationApproved' ? 'ApprovedForLater' : (uncounted ?? undefined)

const textOf = (filed: string | null): string | undefined =>
  filed ? cutShort(filed, SHOWN_NAME_LENGTH) : undefined

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
