import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { deleteIndices, findLive, listIndices } from '#indexer/index/catalog.ts'
import { createOpenSearch, type OpenSearch } from '#src/platform/clients/opensearch.ts'
import { measureCommand } from '#test/world/measure-command.ts'
import { type Benchmark, medianRound, type Row, type Run, toRow } from './benchmark.ts'
import { type Place, withEngines } from './environment.ts'
import { fillStore } from './store/fill.ts'

// With fewer documents, the command's start, a second, would be much of the time.
const SIZES = {
  whole: { organizations: 61_000, rounds: 3 },
  quick: { organizations: 900, rounds: 1 },
}

/** Made texts do not suit the causes that the registry states, so the checks of a build fail. */
export const REINDEX = ['reindex', '--despite-failed-checks']

/** Measures `npm run reindex` with every vector cached, against a bare bulk of its documents. */
export const reindex: Benchmark = {
  name: 'reindex',
  description: 'documents indexed a second, against bare bulk requests with the same documents',
  run: (run) =>
    withEngines(async (place) => {
      const { organizations, rounds } = SIZES[run.isQuick ? 'quick' : 'whole']
      await fillStore(place, organizations, run)
      // The first one embeds the real texts.
      await measureCommand(place.env, REINDEX, run.stop)
      return [await measureReindex(place, rounds, run)]
    }),
}

/** Measures a reindex of the store, whose documents are written to the place's files. */
export async function measureReindex(
  { files, opensearchUrl, env }: Place,
  wanted: number,
  run: Run,
): Promise<Row> {
  const opensearch = createOpenSearch({ url: opensearchUrl, requestTimeoutMs: 300_000 })
  try {
    const ours = async () => {
      const { seconds } = await measureCommand(env, REINDEX, run.stop)
      await keepNewest(opensearch)
      return seconds
    }
    const before = await listNames(opensearch)
    const first = await ours()
    const built = (await listNames(opensearch)).filter((name) => !before.includes(name))
    const bulks = await dumpBulks(opensearch, built, files)
    const theirs = () => timeBareBulk(opensearch, bulks)
    const rounds: { value: number; reference: number }[] = []
    for (let at = 0; at < wanted; at += 1) {
      // The engine gets faster with every index it builds, so each side goes first in turn.
      const early = at % 2 === 0 ? undefined : await theirs()
      const own = at === 0 ? first : await ours()
      const value = bulks.documents / own
      const reference = bulks.documents / (early ?? (await theirs()))
      run.say(`${value.toFixed(0)} documents/s, bare bulk ${reference.toFixed(0)}`)
      rounds.push({ value, reference })
    }
    return toRow({
      name: 'reindex, cached texts',
      ...medianRound(rounds),
      unit: 'docs/s',
      against: 'bare bulk',
      aim: { atLeast: 0.8 },
    })
  } finally {
    await opensearch.close()
  }
}

/** Deletes older indices, which would take disk and page cache from later rounds. */
async function keepNewest(opensearch: OpenSearch): Promise<void> {
  const indices = await listIndices(opensearch, '')
  const live = findLive(indices)
  const others = indices.filter((entry) => entry !== live).map(({ name }) => name)
  await deleteIndices(opensearch, others)
}

/** The documents of several indices, as files that each contain the body of a bulk request. */
type Bulks = { indices: Dumped[]; documents: number }

type Dumped = { name: string; paths: string[]; documents: number; definition: object }

/** Returns the names of all indices. */
const listNames = async (opensearch: OpenSearch): Promise<string[]> =>
  Object.keys(await opensearch.run((client) => client.indices.get({ index: '*' })))

/** Writes the documents of indices to files, because those of the whole country fill the memory. */
async function dumpBulks(
  opensearch: OpenSearch,
  names: readonly string[],
  folder: string,
): Promise<Bulks> {
  const indices: Dumped[] = []
  for (const name of names) {
    const definition = await readDefinition(opensearch, name)
    indices.push({ name, definition, ...(await dump(opensearch, name, folder)) })
  }
  return { indices, documents: indices.reduce((sum, { documents }) => sum + documents, 0) }
}

// What the engine adds to an index, or a finished build sets.
const OWN_SETTINGS = ['uuid', 'version', 'creation_date', 'provided_name', 'blocks', 'resize']

/** Returns the body that creates an empty index of the same mapping, as a build does. */
async function readDefinition(opensearch: OpenSearch, name: string): Promise<object> {
  const found = await opensearch.run((client) => client.indices.get({ index: name }))
  const { settings, mappings } = found[name] ?? {}
  const kept = Object.entries(settings?.index ?? {}).filter(([key]) => !OWN_SETTINGS.includes(key))
  const building = {
    refresh_interval: '-1',
    auto_expand_replicas: false,
    number_of_replicas: 0,
    translog: { durability: 'async' },
  }
  return { mappings, settings: { index: { ...Object.fromEntries(kept), ...building } } }
}

// Like the bulks of a reindex, but two at a time, which keeps two cores busy.
const BULK_BYTES = 4_000_000
const STREAMS = 2
const PAGE = 1_000

type Page = { _scroll_id: string; hits: { hits: { _id: string; _source: object }[] } }

async function dump(opensearch: OpenSearch, index: string, folder: string) {
  const paths: string[] = []
  let documents = 0
  let pending = ''
  const flush = async () => {
    const path = join(folder, `${index}-${paths.length}.ndjson`)
    await writeFile(path, pending)
    paths.push(path)
    pending = ''
  }
  // In the order in which they were written.
  const body = { size: PAGE, sort: ['_doc'] }
  const scroll = '5m'
  let page = (await opensearch.run((client) => client.search({ index, scroll, body }))) as Page
  while (page.hits.hits.length > 0) {
    for (const { _id, _source } of page.hits.hits) {
      pending += `{"index":{"_id":"${_id}"}}\n${JSON.stringify(_source)}\n`
      if (pending.length >= BULK_BYTES) await flush()
    }
    documents += page.hits.hits.length
    const next = { scroll, scroll_id: page._scroll_id }
    page = (await opensearch.run((client) => client.scroll({ body: next }))) as Page
  }
  if (pending !== '') await flush()
  return { paths, documents }
}

/** Returns the seconds in which two streams put the bulks into new indices of the same mappings. */
async function timeBareBulk(opensearch: OpenSearch, { indices }: Bulks): Promise<number> {
  const started = performance.now()
  for (const { name, definition, paths } of indices) {
    const index = `bare-${name}`
    await opensearch.run((client) => client.indices.create({ index, body: definition }))
    const rest = paths.values()
    await Promise.all(Array.from({ length: STREAMS }, () => sendAll(opensearch, index, rest)))
    await opensearch.run((client) => client.indices.refresh({ index }))
  }
  const seconds = (performance.now() - started) / 1_000
  for (const { name, documents } of indices) {
    const index = `bare-${name}`
    const count = await opensearch.count(index)
    await opensearch.run((client) => client.indices.delete({ index }))
    if (count !== documents)
      throw new Error(`The bare bulk wrote ${count} of ${documents} documents.`)
  }
  return seconds
}

async function sendAll(opensearch: OpenSearch, index: string, paths: Iterable<string>) {
  for (const path of paths) {
    const body = await readFile(path)
    const { errors } = await opensearch.bulk(body, { index, filter_path: 'errors' })
    if (errors) throw new Error('The bare bulk request returned errors.')
  }
}
