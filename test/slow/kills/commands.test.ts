import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEMO_FOLDER } from '#indexer/demo/folder.ts'
import type { OpenSearch } from '#src/platform/clients/opensearch.ts'
import { createPostgres, type Postgres } from '#src/platform/clients/postgres.ts'
import type { EngineLease } from '#src/platform/engines/lease.ts'
import { basesAt, readDemoMirror } from '#test/deep/indexer/demo-mirror.ts'
import { deleteAll } from '#test/integration/indices/builds.ts'
import { about, momentsOf } from './moments.ts'
import { openService, type Service } from './service.ts'
import { openIndex, readIndex, readStore, wipeStore } from './state.ts'

/** How often each command is killed. */
const KILLS = Number(process.env.KILLS ?? 3)
const LIMIT_MS = KILLS * 300_000

let service: Service
let lease: EngineLease
let db: Postgres
let opensearch: OpenSearch
const files = new Map<string, Buffer>()
const mirror = createServer((request, response) => {
  const bytes = files.get(decodeURIComponent(request.url ?? '').replace(/&api_key=.*/, ''))
  response.writeHead(bytes ? 200 : 404, { etag: '"1"' }).end(bytes)
})

beforeAll(async () => {
  await new Promise<void>((resolve) => mirror.listen(0, '127.0.0.1', resolve))
  const address = mirror.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const settings = { ...basesAt(`http://127.0.0.1:${port}/`), SAM_API_KEY: 'hidden' }
  service = openService('commands', settings)
  for (const [name, bytes] of Object.entries(await readDemoMirror(service.dataDir)))
    files.set(`/${name}`, bytes)
  lease = await service.lease('postgres', 'opensearch')
  db = createPostgres({ url: lease.databaseUrl ?? '', statementTimeoutMs: 0 })
  opensearch = openIndex(lease.opensearchUrl)
})
afterAll(async () => {
  await Promise.all([db.close(), opensearch.close()])
  await lease.release()
  await service.remove()
  mirror.close()
})

async function wipe(): Promise<void> {
  await wipeStore(db)
  await deleteAll(opensearch, '')
  rmSync(join(service.dataDir, 'downloads'), { recursive: true, force: true })
}

test.each([
  ['load', ['load', DEMO_FOLDER], () => readStore(db)],
  [
    'refresh --monthly',
    ['refresh', '--monthly'],
    async () => [await readStore(db), await readIndex(opensearch)],
  ],
] as const)(
  'after kill -9 of %s at any moment, the next run gives the same store and index',
  async (name, args, read) => {
    await wipe()
    const started = performance.now()
    await service.finish('indexer/cli.ts', ...args)
    const span = performance.now() - started
    const undisturbed = await read()
    for (let kills = 0, round = 1; kills < KILLS; round += 1) {
      await wipe()
      const label = `${name}, round ${round}`
      const command = service.start('indexer/cli.ts', ...args)
      await sleep(momentsOf(label).int(0, Math.floor(span)))
      // A run may be faster than the first one.
      if (await command.kill()) kills += 1
      const said = await service.finish('indexer/cli.ts', ...args)
      expect(await read(), about(label, said)).toEqual(undisturbed)
    }
  },
  LIMIT_MS,
)
