import { describe, expect, test } from 'vitest'
import { openClientSlots } from '#src/limits/client-slots.ts'
import { openSemaphore } from '#src/limits/semaphore.ts'
import { ApiError } from '#src/platform/errors.ts'

const { signal } = new AbortController()

describe('a semaphore', () => {
  test('gives out its slots, then serves waiting callers in order of arrival', async () => {
    const semaphore = openSemaphore(2)
    const free = await semaphore.acquire(signal)
    await semaphore.acquire(signal)
    const entered: string[] = []
    for (const name of ['a', 'b', 'c']) {
      void semaphore.acquire(signal).then(() => entered.push(name))
    }
    await Promise.resolve()
    expect([entered, semaphore.waiting()]).toEqual([[], 3])
    free()
    await new Promise(setImmediate)
    expect([entered, semaphore.waiting()]).toEqual([['a'], 2])
  })

  test('frees a slot once when it is freed twice', async () => {
    const semaphore = openSemaphore(1)
    const free = await semaphore.acquire(signal)
    const waiting = [semaphore.acquire(signal), semaphore.acquire(signal)]
    free()
    free()
    await waiting[0]
    expect(semaphore.waiting()).toBe(1)
  })

  test('is free again after every caller has left', async () => {
    const semaphore = openSemaphore(1)
    for (let n = 0; n < 3; n += 1) (await semaphore.acquire(signal))()
    expect(semaphore.isFull()).toBe(false)
  })

  test('keeps no slot for a caller that aborted', async () => {
    const semaphore = openSemaphore(1)
    const free = await semaphore.acquire(signal)
    const aborting = new AbortController()
    const aborted = semaphore.acquire(aborting.signal)
    const next = semaphore.acquire(signal)
    aborting.abort(new Error('gone'))
    await expect(aborted).rejects.toThrow('gone')
    await expect(semaphore.acquire(aborting.signal)).rejects.toThrow('gone')
    expect(semaphore.waiting()).toBe(1)
    free()
    await next
  })
})

const open = (ofOneClient: number, inAll: number) =>
  openClientSlots({ ofOneClient, inAll }, { what: 'exports', retryAfterSeconds: 30 })

const rejection = (words: RegExp) =>
  expect.objectContaining({
    code: 'RateLimited',
    message: expect.stringMatching(words),
    details: expect.objectContaining({ retryAfterSeconds: 30 }),
  })

test('a client at its limit is rejected, and others are not affected', () => {
  const slots = open(2, 10)
  slots.take('a')
  const free = slots.take('a')
  slots.take('b')
  expect(() => slots.take('a')).toThrow(rejection(/^This client .*2 exports/))
  free()
  slots.take('a')
})

test('every client is rejected when all slots are taken', () => {
  const slots = open(2, 2)
  const free = slots.take('a')
  slots.take('b')
  expect(() => slots.take('c')).toThrow(rejection(/exports .*30 seconds/))
  free()
  slots.take('c')
})

test('taken slots are counted, not rejections, and a slot freed twice is freed once', () => {
  const slots = open(1, 2)
  const free = slots.take('a')
  slots.take('b')
  expect(() => slots.take('c')).toThrow(ApiError)
  expect(slots.count()).toBe(2)
  free()
  free()
  expect(slots.count()).toBe(1)
})

test('a slot stays taken until the opened resource is closed, and is free if opening fails', async () => {
  const slots = open(1, 1)
  const failure = new Error('It cannot be opened.')
  await expect(slots.hold('a', () => Promise.reject(failure))).rejects.toBe(failure)
  const close = await slots.hold('a', async (free) => free)
  await expect(slots.hold('a', async () => undefined)).rejects.toThrow(ApiError)
  close()
  expect(slots.count()).toBe(0)
})
