import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { deleteIndices } from '#indexer/index/catalog.ts'
import { addPlugins } from '#src/api/shared/plugins.ts'
import { openQueryVectors } from '#src/platform/embedding/query-vectors.ts'
import { OperatorError } from '#src/platform/errors.ts'
import { checkInvariants } from '#src/search/invariants/check.ts'
import { measureInvariants } from '#src/search/invariants/watch.ts'
import { openIndices } from '#test/integration/indices/open-indices.ts'
import { addFilers, addRegistry, SECOND_RELEASE } from '#test/integration/indices/store.ts'

const RED_CROSS = '530196605'
const indices = openIndices('invariants', async (db) => {
  await addRegistry(db, 1, 5)
  await addFilers(db, 1, 3)
  await db.query(
    `update organization set ein = $1, name = 'American National Red Cross', state = 'DC'
     where ein = '070000001'`,
    [RED_CROSS],
  )
})
const { opensearch, prefix, query, reindex, liveIndex } = indices
const depsOf = () => ({
  ...{ opensearch, store: indices.db, indexPrefix: prefix },
  ...{ embeddingModel: indices.embedder.model, embed: openQueryVectors(indices.embedder) },
})
/** Gives the organization another name than the one it is known by. */
const rename = (name: string) =>
  query('update organization set name = $1 where ein = $2', [name, RED_CROSS])
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  )

test('applies to what the store has, and skips the rest', async () => {
  const checked = await checkInvariants(depsOf())
  expect(checked).toMatchObject({ failures: [] })
  // Three names, four absent ones, and twelve counts.
  expect(checked.passed).toBe(19)
  expect(checked.skipped).toBeGreaterThan(40)
})

test('an index that fails stays out; the live one stays; both are named with the reason', async () => {
  const live = await liveIndex()
  await rename('Society of Lanterns')
  const failure = await failureOf(reindex())
  expect(failure).toBeInstanceOf(OperatorError)
  expect(String(failure)).toMatch(
    new RegExp(`-2 .*${live}.*"American Red Cross" State=DC: .*53-0196605.*despite`, 's'),
  )
  expect(await indices.liveSet()).toBe(live)
  expect(await indices.names('organizations')).toHaveLength(2)

  await rename('American National Red Cross')
  expect(await reindex()).toMatchObject({ isBuilt: true })
  expect(indices.notes, 'the index that failed is removed').toEqual([expect.stringContaining('-2')])
})

test.each([
  ['the operator accepts the failures', true, false],
  ['no other index is live', false, true],
])('an index that fails goes live with a note if %s', async (_, despiteFailedChecks, isFirst) => {
  await rename('Society of Lanterns')
  if (isFirst) await deleteIndices(opensearch, await indices.names())
  const { index } = await reindex(false, { despiteFailedChecks })
  expect(await indices.liveSet()).toBe(index)
  expect(indices.notes.join()).toContain('53-0196605')
})

test.each([
  ['a document is missing', `{"term":{"ein":"${RED_CROSS}"}}`, /53-0196605/],
  ['counts differ', `{"term":{"filter.form":"990"}}`, /PrimaryForm=990: .*3.*0/],
])('finds that %s', async (_, lost, failure) => {
  const index = await liveIndex()
  await opensearch.run((client) =>
    client.indices.putSettings({ index, body: { 'blocks.write': false } }),
  )
  await opensearch.run((client) =>
    client.deleteByQuery({ index, refresh: true, body: { query: JSON.parse(lost) } }),
  )
  expect((await checkInvariants(depsOf())).failures.join('\n')).toMatch(failure)
  // Otherwise, the next test would start from it.
  await deleteIndices(opensearch, [index])
})

test('counts nothing that changed after the release of the index', async () => {
  const before = await checkInvariants(depsOf())
  await addRegistry(indices.db, 6, 8, SECOND_RELEASE)
  await query('update organization set changed_release = $1, name = $2 where ein = $3', [
    SECOND_RELEASE,
    'New Name',
    RED_CROSS,
  ])
  const { failures, passed } = await checkInvariants(depsOf())
  expect(failures).toEqual([])
  expect(before.passed - passed).toBe(12 + 3)
})

test('the service reports the last check as a metric', async () => {
  const app = Fastify()
  await addPlugins(app)
  const check = measureInvariants(app, depsOf())
  const read = async () =>
    (await app.metrics.client.register.metrics()).match(/^search_invariants.*$/gm)
  expect(await read()).toBeNull()
  const { signal } = new AbortController()
  await check(AbortSignal.abort())
  expect(await read(), 'a check that was stopped has no outcome').toBeNull()
  await check(signal)
  expect(await read()).toEqual(
    expect.arrayContaining([
      'search_invariants{outcome="passed"} 19',
      'search_invariants{outcome="failed"} 0',
    ]),
  )
  expect((await read())?.join()).toMatch(/checked_timestamp_seconds 1\d{9}/)
  await app.close()
})
