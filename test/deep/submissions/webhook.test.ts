import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { withResolvers } from '#src/domain/es2024.ts'
import type { Notifier } from '#src/submissions/notifier.ts'
import { storeFeedback } from '#src/submissions/store.ts'
import { openLoads } from '#test/integration/indexer/loads.ts'
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

const made = openLoads('capture_webhook')
let receiver: Receiver
let notifier: Notifier
let failures: string[]

const open = (url = receiver.url) =>
  openNotifierOn(made.store, { kind: 'webhook', url, secret: SECRET }, failures)

beforeEach(async () => {
  failures = []
  receiver = await openReceiver('/hook/secret-path?token=secret-token')
  notifier = open()
})
afterEach(async () => {
  await notifier.close()
  await made.query('truncate submission')
})

/** Waits until the stored notifications match. */
const untilNotified = (...expected: object[]) =>
  vi.waitFor(async () => expect(await readNotified(made.store)).toMatchObject(expected), PATIENCE)
const untilNoJobs = () =>
  vi.waitFor(async () => expect(await countJobs(made.store)).toBe(0), PATIENCE)
const SENT = { notified_at: expect.any(Date) }

describe('a submission is sent at once', () => {
  test('in one signed message with all of it, and leaves the queue', async () => {
    const own = { message: 'Grüße, 読者 🙂\n"quoted"', email: 'owner@agents.example' }
    const given = { ...NOTHING, ...own, feedbackType: 'idea', metadata: { a: [1, null] } }
    const { id, isNotified } = await storeFeedback({ postgres: made.store.db, notifier }, given)
    expect(isNotified).toBe(true)
    expect(await countJobs(made.store)).toBe(0)
    expect(receiver.received).toHaveLength(1)
    const [{ body, id: sentId, url, headers } = expect.fail()] = receiver.received
    expect(sentId).toBe(id)
    expect(url).toBe('/hook/secret-path?token=secret-token')
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(body).toEqual({
      type: 'feedback.received',
      timestamp: expect.stringMatching(/^20\d\d-.*Z$/),
      data: {
        ...{ FeedbackID: id, Message: own.message, Email: own.email },
        ...{ FeedbackType: 'idea', Metadata: given.metadata },
      },
    })
    await untilNotified({ id, ...SENT, attempts: 1, last_failure: null })
  })

  test('with the user and password of the address, as Basic authorization', async () => {
    const url = Object.assign(new URL(receiver.url), { username: 'us er', password: 'p@ss' })
    const other = open(url.href)
    expect((await giveFeedback(made.store, other)).isNotified).toBe(true)
    const pair = Buffer.from('us er:p@ss').toString('base64')
    expect(receiver.received[0]?.headers.authorization).toBe(`Basic ${pair}`)
    await other.close()
  })
})

describe('a receiver that rejects', () => {
  test.each([500, 410, 404, 429])('with %i gets a retry, which succeeds', async (status) => {
    receiver.behave((n) => (n === 0 ? status : 204))
    const { id, isNotified } = await giveFeedback(made.store, notifier)
    expect(isNotified).toBe(false)
    const last_failure = expect.stringContaining(`${status}`)
    expect(await readNotified(made.store)).toMatchObject([
      { notified_at: null, attempts: 1, last_failure },
    ])
    await passTime(made.store)
    await untilNotified({ id, ...SENT, attempts: 2, last_failure: null })
    expect(receiver.received.map((one) => one.id)).toEqual([id, id])
  })

  test('with a redirect is not followed', async () => {
    receiver.behave((n, response) => {
      if (n > 0) return 204
      response.writeHead(307, { location: '/elsewhere' }).end()
      return undefined
    })
    expect((await giveFeedback(made.store, notifier)).isNotified).toBe(false)
    expect(receiver.received).toHaveLength(1)
    expect((await readNotified(made.store))[0]?.last_failure).toContain('307')
  })

  test('with an endless response is not read to its end', async () => {
    receiver.behave((_, response) => {
      response.writeHead(200)
      const feed = setInterval(() => response.write(Buffer.alloc(65_536)), 1)
      response.on('close', () => clearInterval(feed))
    })
    expect((await giveFeedback(made.store, notifier)).isNotified).toBe(true)
  })

  test('every time is abandoned after 14 tries, and the submission stays in the inbox', async () => {
    receiver.behave(() => 500)
    await giveFeedback(made.store, notifier)
    await made.query('update submission set attempts = 13')
    await passTime(made.store)
    await untilNoJobs()
    expect(receiver.received).toHaveLength(2)
    const last_failure = expect.stringContaining('500')
    await untilNotified({ attempts: 14, notified_at: null, last_failure })
  })
})

describe('a slow receiver', () => {
  test('does not delay the response, and its later acceptance counts', async () => {
    const late = withResolvers<void>()
    receiver.behave((_, response) => {
      late.promise.then(() => response.writeHead(204).end())
    })
    expect((await giveFeedback(made.store, notifier)).isNotified).toBe(false)
    await untilNotified({ notified_at: null, last_failure: null })
    late.resolve()
    await untilNotified({ ...SENT, attempts: 1 })
    expect(receiver.received).toHaveLength(1)
  })

  test('does not delay the shutdown; the next service process notifies it', async () => {
    receiver.behave(() => undefined)
    const giving = giveFeedback(made.store, notifier)
    await vi.waitFor(() => expect(receiver.received).toHaveLength(1), PATIENCE)
    await notifier.close()
    expect((await giving).isNotified).toBe(false)
    await untilNotified({ last_failure: expect.stringContaining('stopped') })
    receiver.behave(() => 204)
    notifier = open()
    await passTime(made.store)
    await untilNotified(SENT)
  })

  test('gets at most eight requests at once; the others wait in the queue', async () => {
    receiver.behave(() => undefined)
    await Promise.all(Array.from({ length: 10 }, () => giveFeedback(made.store, notifier)))
    expect(receiver.received).toHaveLength(8)
    expect(await countJobs(made.store)).toBe(10)
  })
})

test('a submission that its job sent meanwhile is not sent again', async () => {
  const { id } = await giveFeedback(made.store, undefined)
  await made.query('update submission set notified_at = now()')
  expect(await notifier.notify(id)).toBe(true)
  expect(receiver.received).toEqual([])
})

test('an absent receiver is notified when it is back; no secret is stored or logged', async () => {
  const { port } = new URL(receiver.url)
  await receiver.close()
  expect((await giveFeedback(made.store, notifier)).isNotified).toBe(false)
  const [notified] = await readNotified(made.store)
  expect(notified?.last_failure).toContain('ECONNREFUSED')
  const kept = JSON.stringify([notified, failures])
  expect(kept).not.toMatch(/secret-|whsec/)
  expect(kept).not.toContain(port)
  expect(failures).toHaveLength(1)
})
