import { describe, expect, test } from 'vitest'
import { openSemaphore } from '#src/limits/semaphore.ts'

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
