import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { deleteIndices, listIndices } from '#indexer/index/catalog/index-catalog.ts'
import { createOpenSearch } from '#src/platform/clients/opensearch.ts'
import { TSX } from '#src/platform/engines/tsx.ts'
import { addRegistry } from '#test/integration/indices/store.ts'
import { createStore, type Store } from '#test/world/store.ts'

const PREFIX = 'refresh-test-'

const opensearch = createOpenSearch({ url: inject('opensearchUrl'), requestTimeoutMs: 60_000 })
const namesOf = async () => (await listIndices(opensearch, PREFIX)).map(({ name }) => name)
let store: Store

beforeAll(async () => {
  store = await createStore('refresh_test')
  await addRegistry(store.db, 1, 3)
})
afterAll(async () => {
  await deleteIndices(opensearch, await namesOf())
  await Promise.all([store.drop(), opensearch.close()])
})

/** Runs `npm run refresh` with these options, on the store of this file. */
async function refresh(...options: string[]) {
  const script = fileURLToPath(new URL('../../../indexer/cli.ts', import.meta.url))
  const child = spawn(process.execPath, [...TSX, script, 'refresh', ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      DATABASE_URL: store.url,
      OPENSEARCH_URL: inject('opensearchUrl'),
      INDEX_PREFIX: PREFIX,
    },
  })
  const [output, errors, exitCode] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.on('exit', resolve)),
  ])
  return { output, errors, exitCode }
}

test('changes are indexed even if websites cannot be read, which the command reports', async () => {
  // The lock of a concurrent run.
  const { output, errors, exitCode } = await store.db.withLock('enrich', () =>
    refresh('--websites'),
  )
  expect(errors).toContain('Another npm run enrich is using this store')
  expect(exitCode).toBe(1)
  expect(output).toContain('is live with 3 organizations')
  expect(await namesOf()).toHaveLength(1)
})
