import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { withResolvers } from '#src/domain/es2024.ts'
import type { Notifier } from '#src/submissions/notifier.ts'
import { storeFeedback } from '#src/submissions/store.ts'
import { createStore, type Store } from '#test/world/store.ts'
import { openReceiver, type Receiver, SECRET } from './receivers.ts'
import {
  countJobs,
  giveFeedback,
  NOTHING,
  openNotifierOn,
  passTime,
  readNotified,
} from './submission-store.ts'

// The queue is polled every two seconds; a busy machine needs time.
const PATIENCE = { timeout: 30_000, interval: 100 }

let store: Store
let receiver: Receiver
let notifier: Notifier
let failures: string[]

const open = (url = receiver.url) =>
  openNotifierOn(store, { kind: 'webhook', url, secret: SECRET }, failures)

beforeAll(async () => {
  store = await createStore('capture_webhook')
})
afterAll(() => store.drop())
beforeEach(async () => {
  failures = []
  receiver = await openReceiver('/hook/secret-path?token=secret-token')
  notifier = await open()
})
afterEach(async () => {
  await notifier.close()
  await receiver.close()
  await store.db.query('truncate submission; truncate graphile_worker._private_jobs')
})

describe('a submission is sent at once', () => {
  test('in one signed message with all of it', async () => {
    const given = {
      ...NOTHING,
      message: 'Grüße, 読者 🙂\n"quoted"',
      email: 'owner@agents.example',
      feedbackType: 'idea',
      metadata: { a: [1, null] },
    }
    const { id, isNotified } = await storeFeedback({ postgres: store.db, notifier }, given)
    expect(isNotified).toBe(true)
    expect(receiver.received).toHaveLength(1)
    const [{ body, id: sentId, url, headers } = expect.fail()] = receiver.received
    expect(sentId).toBe(id)
    expect(url).toBe('/hook/secret-path?token=secret-token')
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(body).toEqual({
      type: 'feedback.received',
      timestamp: expect.stringMatching(/^20\d\d-.*Z$/),
      data: {
        FeedbackID: id,
        Message: given.message,
        Email: given.email,
        FeedbackType: 'idea',
        Metadata: given.metadata,
      },
    })
    expect(await readNotified(store)).toMatchObject([
      { id, notified_at: expect.any(Date), attempts: 1, last_failure: null },
    ])
  })

  test('and the job stored with it sends nothing more', async () => {
    await giveFeedback(store, notifier)
    expect(await countJobs(store)).toBe(1)
    await passTime(store)
    await vi.waitFor(async () => expect(await countJobs(store)).toBe(0), PATIENCE)
    expect(receiver.received).toHaveLength(1)
  })

  test('with the user and password of the address, as Basic authorization', async () => {
    const url = new URL(receiver.url)
    url.username = 'us er'
    url.password = 'p@ss'
    const other = await open(url.href)
    expect((await giveFeedback(store, other)).isNotified).toBe(true)
    const pair = Buffer.from('us er:p@ss').toString('base64')
    expect(receiver.received[0]?.headers.authorization).toBe(`Basic ${pair}`)
    await other.close()
  })
})

describe('a receiver that rejects', () => {
  test.each([500, 410, 404, 429])('with %i gets a retry, which succeeds', async (status) => {
    receiver.behave((n) => (n === 0 ? status : 204))
    const { id, isNotified } = await giveFeedback(store, notifier)
    expect(isNotified).toBe(false)
    expect(await readNotified(store)).toMatchObject([
      { notified_at: null, attempts: 1, last_failure: expect.stringContaining(`${status}`) },
    ])
    await passTime(store)
    await vi.waitFor(async () => {
      expect(await readNotified(store)).toMatchObject([{ id, attempts: 2, last_failure: null }])
    }, PATIENCE)
    expect(receiver.received.map((one) => one.id)).toEqual([id, id])
    expect(await readNotified(store)).toMatchObject([{ notified_at: expect.any(Date) }])
  })

  test('with a redirect is not followed', async () => {
    receiver.behave((n, response) => {
      if (n > 0) return 204
      response.writeHead(307, { location: '/elsewhere' }).end()
      return undefined
    })
    expect((await giveFeedback(store, notifier)).isNotified).toBe(false)
    expect(receiver.received).toHaveLength(1)
    expect((await readNotified(store))[0]?.last_failure).toMatch(/307, a redirect/)
  })

  test('with an endless response is not read to its end', async () => {
    receiver.behave((_, response) => {
      response.writeHead(200)
      const feed = setInterval(() => response.write(Buffer.alloc(65_536)), 1)
      response.on('close', () => clearInterval(feed))
      return undefined
    })
    expect((await giveFeedback(store, notifier)).isNotified).toBe(true)
  })

  test('every time is abandoned after 14 tries, and the submission stays in the inbox', async () => {
    receiver.behave(() => 500)
    await giveFeedback(store, notifier)
    await store.db.query('update graphile_worker._private_jobs set attempts = 13')
    await passTime(store)
    await vi.waitFor(async () => {
      expect(await countJobs(store), 'nothing is left to try it a 15th time').toBe(0)
    }, PATIENCE)
    expect(receiver.received).toHaveLength(2)
    expect(await readNotified(store)).toMatchObject([
      { attempts: 2, notified_at: null, last_failure: expect.stringContaining('500') },
    ])
  })
})

describe('a slow receiver', () => {
  test('does not delay the response, and its later acceptance counts', async () => {
    const late = withResolvers<void>()
    receiver.behave((_, response) => {
      late.promise.then(() => response.writeHead(204).end())
      return undefined
    })
    const started = performance.now()
    expect((await giveFeedback(store, notifier)).isNotified).toBe(false)
    const waited = performance.now() - started
    expect(waited).toBeGreaterThan(2_900)
    expect(waited).toBeLessThan(8_000)
    expect(await readNotified(store)).toMatchObject([{ notified_at: null, last_failure: null }])
    late.resolve()
    await vi.waitFor(async () => {
      expect(await readNotified(store)).toMatchObject([
        { notified_at: expect.any(Date), attempts: 1 },
      ])
    }, PATIENCE)
    expect(receiver.received).toHaveLength(1)
  })

  test('does not delay the shutdown; the next service process notifies it', async () => {
    receiver.behave(() => undefined)
    const giving = giveFeedback(store, notifier)
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), PATIENCE)
    const started = performance.now()
    await notifier.close()
    expect(performance.now() - started).toBeLessThan(5_000)
    expect((await giving).isNotified).toBe(false)
    expect((await readNotified(store))[0]?.last_failure).toMatch(/the service was stopped/)
    receiver.behave(() => 204)
    notifier = await open()
    await passTime(store)
    await vi.waitFor(async () => {
      expect(await readNotified(store)).toMatchObject([{ notified_at: expect.any(Date) }])
    }, PATIENCE)
  })

  test('gets at most eight requests at once; the others wait in the queue', async () => {
    receiver.behave(() => undefined)
    const giving = Array.from({ length: 10 }, () => giveFeedback(store, notifier))
    await Promise.all(giving)
    expect(receiver.received).toHaveLength(8)
    expect(await countJobs(store)).toBe(10)
  })
})

test('a submission that its job sent meanwhile is not sent again', async () => {
  const { id } = await giveFeedback(store, undefined)
  await store.db.query('update submission set notified_at = now()')
  expect(await notifier.notify(id)).toBe(true)
  expect(receiver.received).toEqual([])
})

test('an absent receiver is notified when it is back; no secret is stored or logged', async () => {
  const { port } = new URL(receiver.url)
  await receiver.close()
  const { isNotified } = await giveFeedback(store, notifier)
  expect(isNotified).toBe(false)
  const [notified] = await readNotified(store)
  expect(notified?.last_failure).toMatch(/cannot be reached \(ECONNREFUSED\)/)
  const jobs = await store.db.query('select * from graphile_worker._private_jobs')
  const kept = JSON.stringify([notified, failures, jobs])
  expect(kept).not.toMatch(/secret-|whsec/)
  expect(kept).not.toContain(port)
  expect(failures).toHaveLength(1)
  receiver = await openReceiver()
})
