import { afterAll, beforeAll, expect, test } from 'vitest'
import { createModelBackend } from '#src/platform/clients/model-backend.ts'
import type { Server } from '#src/server.ts'
import { ask, openKey, serve } from '#test/integration/assistant/chat-world.ts'
import {
  fail,
  type ModelServer,
  openModelServer,
} from '#test/integration/assistant/model-server.ts'
import { openWorld, type World } from '#test/integration/http/world.ts'

let world: World
let server: Server
let model: ModelServer
let key: { 'X-Service-API-Key': string }
const tally = { sent: 2, failed: 1, abandoned: 0 }

beforeAll(async () => {
  world = await openWorld('model_failures')
  key = await openKey(world.postgres)
  model = await openModelServer()
  const modelBackend = createModelBackend({ baseUrl: model.url, model: 'm', apiKey: 'wrong' })
  const notifier = {
    enqueue: async () => {},
    notify: async () => false,
    tally: () => tally,
    close: async () => {},
  }
  server = await serve(world.deps, { modelBackend, notifier })
})
afterAll(async () => {
  server.app.server.closeAllConnections()
  await server.close()
  await model.close()
  await world.close()
})

const measured = async (name: string): Promise<Record<string, number>> => {
  const body = await (await fetch(`${server.address}/metrics`)).text()
  const lines = body.matchAll(new RegExp(`^${name}\\{\\w+="([^"]+)"\\} (\\d+)$`, 'gm'))
  return Object.fromEntries([...lines].map(([, label, count]) => [label, Number(count)]))
}

test('/metrics counts failures of the model by kind', async () => {
  model.script(fail(401))
  await ask(server.address, key, 'What can you do?')
  expect(await measured('assistant_model_failures_total')).toEqual({
    credential: 1,
    refused: 0,
    busy: 0,
    timeout: 0,
    connection: 0,
    unreadable: 0,
  })
})

test('/metrics counts notifications by outcome at the time of the request', async () => {
  expect(await measured('notifications_total')).toEqual(tally)
  tally.sent += 1
  expect(await measured('notifications_total')).toEqual(tally)
})
