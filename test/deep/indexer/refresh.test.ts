import { expect, inject, test } from 'vitest'
import { openIndices } from '#test/integration/indices/open-indices.ts'
import { addRegistry, SECOND_RELEASE } from '#test/integration/indices/store.ts'
import { startCommand } from '#test/world/command.ts'

const indices = openIndices('refresh', (db) => addRegistry(db, 1, 3))

test('changes are indexed even if websites cannot be read, which the command reports', async () => {
  await addRegistry(indices.db, 4, 5, SECOND_RELEASE)
  const own = { DATABASE_URL: indices.store.url, INDEX_PREFIX: indices.prefix }
  // The lock of a concurrent run.
  await indices.db.withLock('enrich', async () => {
    const env = { ...process.env, OPENSEARCH_URL: inject('opensearchUrl'), ...own }
    const command = startCommand(env, 'indexer/cli.ts', ['refresh', '--websites'])
    expect(await command.ended, command.said()).toBe(1)
    expect(command.said()).toContain('npm run enrich')
  })
  expect(await indices.opensearch.count(indices.alias)).toBe(5)
})
