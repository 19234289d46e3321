import { isDeepStrictEqual } from 'node:util'
import { countOf } from '#src/domain/money.ts'
import type { OpenSearch } from '#src/platform/clients/opensearch.ts'
import type { Session } from '#src/platform/clients/postgres.ts'
import type { IndexEntry } from '../build/bulk-writer.ts'
import { type CompanionEntry, findCompanion, listCompanions } from '../catalog/companion-catalog.ts'
import type { CatalogEntry } from '../catalog/index-catalog.ts'
import type { Companion, CompanionContext } from './companion.ts'
import { COMPANIONS } from './table.ts'

/** Counts what the store has for a companion, except the entries of some organizations. */
export async function countStored(
  { byOrganization }: Companion,
  session: Session,
  except: string[],
): Promise<number> {
  if (!byOrganization) return 0
  const [row] = await session.query<{ count: number }>(byOrganization.count, [except])
  return row?.count ?? 0
}

/**
 * Compares the counts of an index with the store's, and with the number of entries written, if it is
 * given.
 */
export async function findCountFaults(
  opensearch: OpenSearch,
  index: string,
  companion: Companion,
  { session }: Pick<CompanionContext, 'session'>,
  except: string[],
  written?: number,
): Promise<string[]> {
  const faults: string[] = []
  const held = await opensearch.count(index)
  if (written !== undefined && except.length === 0 && held !== written) {
    faults.push(`The index contains ${countOf(held, 'entry', 'entries')}; expected ${written}.`)
  }
  const { byOrganization } = companion
  if (!byOrganization) return faults
  const field = byOrganization.countField
  const counted = field === undefined ? held : await sumOf(opensearch, index, field)
  const stored = await countStored(companion, session, except)
  if (counted !== stored) {
    faults.push(
      `The entries of ${index} stand for ${countOf(counted, 'row')} of the store; expected ${stored}.`,
    )
  }
  return faults
}

async function sumOf(opensearch: OpenSearch, index: string, field: string): Promise<number> {
  const body = { size: 0, aggs: { sum: { sum: { field } } } }
  const { aggregations } = await opensearch.search({ index, body })
  return (aggregations as { sum: { value: number } }).sum.value
}

/** Returns, as sentences, which entries an index lacks or holds otherwise. */
export async function findDifferences(
  opensearch: OpenSearch,
  index: string,
  expected: IndexEntry[],
): Promise<string[]> {
  if (expected.length === 0) return []
  const ids = expected.map(({ id }) => id)
  const { docs } = await opensearch.run((client) => client.mget({ index, body: { ids } }))
  const held = new Map(
    (docs as { _id: string; _source?: object }[]).map(({ _id, _source }) => [_id, _source]),
  )
  return expected
    .filter(
      ({ id, document }) =>
        // As JSON, which leaves out undefined fields.
        !isDeepStrictEqual(JSON.parse(JSON.stringify(document)), held.get(id)),
    )
    .map(({ id }) => `Document ${id} of ${index} differs from the store.`)
}

// As many as of the organizations; each has about ten entries.
const SAMPLE = 200

/**
 * Returns what is wrong with the companions of the live index, as sentences. Unless the store is
 * newer, counts and random entries are compared with the store.
 */
export async function findCompanionFaults(
  opensearch: OpenSearch,
  prefix: string,
  { name, meta }: CatalogEntry,
  { session, readVectors }: Pick<CompanionContext, 'session' | 'readVectors'>,
  isBehind: boolean,
): Promise<string[]> {
  const entries = await listCompanions(opensearch, prefix)
  const faults: string[] = []
  for (const companion of COMPANIONS) {
    const own = findCompanion(name, companion.name, entries)
    if (!own) {
      faults.push(`The index has no ${companion.name} index, so what reads it is unavailable.`)
      continue
    }
    if (!own.isLive) faults.push(`The ${companion.name} index ${own.name} is not live.`)
    if (own.meta.release !== meta.release) {
      faults.push(
        `The ${companion.name} index has release ${own.meta.release}; expected ${meta.release}.`,
      )
    } else if (!isBehind) {
      faults.push(...(await compareWithStore(opensearch, companion, own, { session, readVectors })))
    }
  }
  return faults
}

async function compareWithStore(
  opensearch: OpenSearch,
  companion: Companion,
  { name, meta }: CompanionEntry,
  reading: Pick<CompanionContext, 'session' | 'readVectors'>,
): Promise<string[]> {
  const { release = '', builtAt = '', quarantined = [] } = meta
  const { byOrganization, stream } = companion
  const except = quarantined.map(({ ein }) => ein)
  const sample =
    byOrganization &&
    (await reading.session.query<{ ein: string }>(byOrganization.sample, [SAMPLE]))
  const eins = sample?.map(({ ein }) => ein).filter((ein) => !except.includes(ein))
  const expected: IndexEntry[] = []
  for await (const batch of stream({ ...reading, release, builtAt }, eins)) {
    expected.push(...(eins ? batch.filter(({ ein }) => ein !== undefined) : batch))
  }
  const written = byOrganization ? undefined : expected.length
  return [
    ...(await findCountFaults(opensearch, name, companion, reading, except, written)),
    ...(await findDifferences(opensearch, name, expected)),
  ]
}
