import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openReceiver, type Receiver, SECRET } from '#test/deep/submissions/receivers.ts'
import {
  countJobs,
  giveFeedback,
  makeDue,
  openNotifierOn,
  passTime,
  readNotified,
} from '#test/deep/submissions/submission-store.ts'
import { type Command, meanwhile, startCommand } from '#test/world/command.ts'
import { createStore, type Store } from '#test/world/store.ts'

const WAIT = { timeout: 60_000, interval: 100 }

let store: Store
let receiver: Receiver
let commands: Command[]

beforeAll(async () => {
  store = await createStore('submissions_kill')
})
afterAll(() => store.drop())
beforeEach(async () => {
  commands = []
  receiver = await openReceiver()
})
afterEach(async () => {
  await Promise.all(commands.map((command) => command.kill()))
  await receiver.close()
  await store.db.query('truncate submission')
})

/** Starts the process and waits for its first output. */
async function start(mode: 'serve' | 'store'): Promise<Command> {
  const args = [mode, store.url, receiver.url]
  const command = startCommand(process.env, 'test/deep/submissions/notify-process.ts', args)
  commands.push(command)
  expect(await meanwhile(command, () => command.said() !== ''), command.said()).toBe(true)
  return command
}

test('a process killed between storing and sending loses nothing, and one notification is sent', async () => {
  await (await start('store')).kill()
  expect(await readNotified(store)).toMatchObject([{ notified_at: null, attempts: 0 }])
  expect(receiver.received).toEqual([])
  await Promise.all([start('serve'), start('serve')])
  await passTime(store)
  await vi.waitFor(async () => expect(await countJobs(store)).toBe(0), WAIT)
  expect(await readNotified(store)).toMatchObject([{ notified_at: expect.any(Date), attempts: 1 }])
  expect(receiver.received.map(({ body }) => body.data.Message)).toEqual(['cut off'])
})

test('a process killed while it sends releases its job, and the next sends with the same id', async () => {
  await (await start('store')).kill()
  receiver.behave((n) => (n === 0 ? undefined : 204))
  const first = await start('serve')
  await passTime(store)
  await vi.waitFor(() => expect(receiver.received).toHaveLength(1), WAIT)
  await first.kill()
  await passTime(store)
  await start('serve')
  await vi.waitFor(async () => expect(await countJobs(store)).toBe(0), WAIT)
  const ids = receiver.received.map(({ id }) => id)
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size, 'a receiver can drop the repeat').toBe(1)
})

test('two processes send forty submissions once each', async () => {
  receiver.behave((n) => (n % 5 === 0 ? 500 : 204))
  const config = { kind: 'webhook', url: receiver.url, secret: SECRET } as const
  const here = openNotifierOn(store, config)
  await start('serve')
  await start('serve')
  const giving = Array.from({ length: 40 }, (_, n) => giveFeedback(store, here, `${n}`))
  const given = await Promise.all(giving)
  for (let round = 0; round < 40 && (await countJobs(store)) > 0; round += 1) {
    await makeDue(store)
    await new Promise((resolve) => setTimeout(resolve, 250))
  }
  await vi.waitFor(async () => expect(await countJobs(store)).toBe(0), WAIT)
  const notified = await readNotified(store)
  expect(notified.filter(({ notified_at }) => notified_at)).toHaveLength(40)
  const taken = receiver.received.filter((_, n) => n % 5 !== 0).map(({ id }) => id)
  expect(taken.toSorted()).toEqual(given.map(({ id }) => id).toSorted())
  await here.close()
})
