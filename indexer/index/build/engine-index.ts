import { setTimeout as sleep } from 'node:timers/promises'
import { INDEX_KINDS, indexAlias } from '#mappings/companions.ts'
import { countOf } from '#src/domain/money.ts'
import type { OpenSearch } from '#src/platform/clients/opensearch.ts'
import { OperatorError } from '#src/platform/errors.ts'
import { findInSet, type IndexMeta, listAll } from '../catalog.ts'
import type { IndexPart } from '../part.ts'

// Nobody reads an index while it is built: no refreshes, no replicas, and a rarely flushed
// translog, because an interrupted build is deleted anyway.
const BUILD_SETTINGS = {
  refresh_interval: '-1',
  number_of_replicas: 0,
  'translog.durability': 'async',
}

/** Creates an empty index of so many primary shards with a strict mapping. */
export async function createIndex(
  opensearch: OpenSearch,
  { settings, properties }: IndexPart,
  meta: IndexMeta,
  shards = 1,
): Promise<void> {
  await put(opensearch, `/${meta.index}`, {
    settings: { index: { ...settings.index, ...BUILD_SETTINGS, number_of_shards: shards } },
    mappings: { dynamic: 'strict', _meta: meta, properties: properties(meta.dimension) },
  })
}

/** Makes what was written searchable. */
export async function refreshIndex(opensearch: OpenSearch, index: string): Promise<void> {
  await opensearch.run((client) => client.indices.refresh({ index }))
}

// Each segment looks up every word again. Among 1.9 million names, 4 segments instead of 19 take a
// third off a search; a single one gains little more.
const SEGMENTS = 4
const LONGEST_PAUSE_MS = 2_000

/** Merges the segments of an index that was written, which takes minutes with many vectors. */
export async function mergeIndex(opensearch: OpenSearch, index: string): Promise<void> {
  // A proxy would cut one long request.
  const merge = { index, max_num_segments: SEGMENTS, wait_for_completion: false }
  const { task = '' } = await opensearch.run((client) => client.indices.forcemerge(merge))
  for (let pause = 10; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const { completed } = await opensearch.run((client) => client.tasks.get({ task_id: task }))
    if (completed) break
    await sleep(pause)
  }
  await refreshIndex(opensearch, index)
}

/**
 * Closes a verified index to writes, gives it `replicas` copies on other nodes (undefined: one, if
 * there is a second node), and marks it as complete. An index is never edited. The mark comes last,
 * because an interrupted build is recognized by its absence; the write block applies to documents and
 * allows changes of `_meta`. Throws OperatorError when the copies are not ready within four minutes.
 */
export async function completeIndex(
  opensearch: OpenSearch,
  meta: Pick<IndexMeta, 'index'>,
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
      `After four minutes, ${countOf(copies, 'copy', 'copies')} of ${meta.index} still had no node, so the live index did not change. OPENSEARCH_REPLICAS must be smaller than the number of nodes. Start the missing nodes or lower OPENSEARCH_REPLICAS, then run the command again.`,
    )
  }
  const body = { _meta: { ...meta, complete: true } }
  await opensearch.run((client) => client.indices.putMapping({ index: meta.index, body }))
}

// The client's types lack both plugin settings and null, which resets a setting.
const put = (opensearch: OpenSearch, path: string, body: object) =>
  opensearch.run((client) => client.transport.request({ method: 'PUT', path, body }))

/**
 * Points the aliases to an organizations index and to its companions in one request, so that every
 * reader gets the old set or the new one. A companion that the new set lacks, because an older version
 * built it, is not live afterwards.
 */
export async function switchAlias(
  opensearch: OpenSearch,
  prefix: string,
  organizations: string,
): Promise<void> {
  const entries = await listAll(opensearch, prefix)
  const actions = INDEX_KINDS.flatMap((kind) => {
    const alias = indexAlias(prefix, kind)
    const own =
      kind === 'organizations' ? organizations : findInSet(organizations, kind, entries)?.name
    const others = entries.filter(
      (entry) => entry.kind === kind && entry.isLive && entry.name !== own,
    )
    return [
      ...others.map(({ name }) => ({ remove: { index: name, alias } })),
      ...(own === undefined ? [] : [{ add: { index: own, alias } }]),
    ]
  })
  await opensearch.run((client) => client.indices.updateAliases({ body: { actions } }))
}
