import { COMPANION_NAMES, companionAlias } from '#mappings/companions.ts'
import {
  organizationsAlias,
  organizationsProperties,
  organizationsSettings,
} from '#mappings/organizations.ts'
import { countOf } from '#src/domain/money.ts'
import type { OpenSearch } from '#src/platform/clients/opensearch.ts'
import { OperatorError } from '#src/platform/errors.ts'
import { type CompanionMeta, findCompanion, listCompanions } from '../catalog/companion-catalog.ts'
import type { IndexMeta } from '../catalog/index-catalog.ts'

// Nobody reads an index while it is built: no refreshes, no replicas, and a rarely flushed
// translog, because an interrupted build is deleted anyway.
const BUILD_SETTINGS = {
  refresh_interval: '-1',
  // A clone keeps its source's setting, which would override the number of replicas.
  auto_expand_replicas: false,
  number_of_replicas: 0,
  'translog.durability': 'async',
}

/** Creates an empty organizations index; the model sets the vectors' dimension. */
export async function createIndex(opensearch: OpenSearch, meta: IndexMeta): Promise<void> {
  const cause = { ...organizationsProperties.vector.properties.cause, dimension: meta.dimension }
  const properties = { ...organizationsProperties, vector: { properties: { cause } } }
  await createEmpty(opensearch, meta, { settings: organizationsSettings, properties })
}

/** Creates an empty index with a strict mapping. */
export async function createEmpty(
  opensearch: OpenSearch,
  meta: IndexMeta | CompanionMeta,
  { settings, properties }: { settings: { index: object }; properties: object },
): Promise<void> {
  await put(opensearch, `/${meta.index}`, {
    settings: { index: { ...settings.index, ...BUILD_SETTINGS } },
    mappings: { dynamic: 'strict', _meta: meta, properties },
  })
}

/**
 * Creates a writable copy of a finished index under a new name. Segments are linked, not copied, and
 * the source is only read.
 */
export async function cloneIndex(
  opensearch: OpenSearch,
  source: string,
  meta: IndexMeta | CompanionMeta,
): Promise<void> {
  await opensearch.run((client) =>
    client.indices.clone({
      index: source,
      target: meta.index,
      body: { settings: { index: { ...BUILD_SETTINGS, 'blocks.write': null } } },
    }),
  )
  await writeMeta(opensearch, meta)
}

/** Makes what was written searchable. */
export async function refreshIndex(opensearch: OpenSearch, index: string): Promise<void> {
  await opensearch.run((client) => client.indices.refresh({ index }))
}

/**
 * Closes a verified index to writes, gives it `replicas` copies on other nodes (undefined: one, if
 * there is a second node), and marks it as complete. An index is never edited, and only an index
 * without writes can be cloned. The mark comes last, because an interrupted build is recognized by
 * its absence; the write block applies to documents and allows changes of `_meta`. Throws
 * OperatorError when the copies are not ready within four minutes.
 */
export async function completeIndex(
  opensearch: OpenSearch,
  meta: Built,
  replicas?: number,
): Promise<void> {
  const settings = {
    refresh_interval: null,
    'translog.durability': null,
    ...(replicas === undefined
      ? { auto_expand_replicas: '0-1' }
      : { auto_expand_replicas: false, number_of_replicas: replicas }),
    'blocks.write': true,
  }
  await opensearch.run((client) => client.indices.flush({ index: meta.index }))
  await put(opensearch, `/${meta.index}/_settings`, { index: settings })
  // Shorter than the timeout of the indexer's requests. The engine reports the end of the wait as
  // 408.
  const wait = { index: meta.index, wait_for_status: 'green', timeout: '240s' } as const
  const health = await opensearch.run((client) => client.cluster.health(wait, { ignore: [408] }))
  if (health.timed_out) {
    const copies = health.unassigned_shards
    throw new OperatorError(
      `After four minutes, ${countOf(copies, 'copy', 'copies')} of ${meta.index} still had no node, so the live index did not change. OPENSEARCH_REPLICAS must be smaller than the number of nodes. Start the missing nodes or lower OPENSEARCH_REPLICAS, then run npm run reindex again.`,
    )
  }
  await writeMeta(opensearch, { ...meta, complete: true })
}

/** The `_meta` fields of any of our indices. */
type Built = { index: string; complete: boolean }

async function writeMeta(opensearch: OpenSearch, meta: Built): Promise<void> {
  await opensearch.run((client) =>
    client.indices.putMapping({ index: meta.index, body: { _meta: meta } }),
  )
}

// The client's types lack both plugin settings and null, which resets a setting.
const put = (opensearch: OpenSearch, path: string, body: object) =>
  opensearch.run((client) => client.transport.request({ method: 'PUT', path, body }))

/**
 * Points the aliases to an index and to its companions in one request, so that every reader gets the
 * old set or the new one. A companion that the new index lacks, because an older version built it, is
 * not live afterwards.
 */
export async function switchAlias(
  opensearch: OpenSearch,
  prefix: string,
  from: string | undefined,
  to: string,
): Promise<void> {
  const entries = await listCompanions(opensearch, prefix)
  const actions = [
    ...moveAlias(organizationsAlias(prefix), from === undefined ? [] : [from], to),
    ...COMPANION_NAMES.flatMap((companion) => {
      const live = entries.filter((entry) => entry.companion === companion && entry.isLive)
      const own = findCompanion(to, companion, entries)?.name
      const others = live.map(({ name }) => name).filter((name) => name !== own)
      return moveAlias(companionAlias(prefix, companion), others, own)
    }),
  ]
  await opensearch.run((client) => client.indices.updateAliases({ body: { actions } }))
}

const moveAlias = (alias: string, from: string[], to: string | undefined) => [
  ...from.map((index) => ({ remove: { index, alias } })),
  ...(to === undefined ? [] : [{ add: { index: to, alias } }]),
]
