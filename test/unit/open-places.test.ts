import { describe, expect, test } from 'vitest'
import { ApiError } from '#src/errors.ts'
import { openPlaces } from '#src/open-places.ts'

const open = (ofOneClient: number, inAll: number) =>
  openPlaces({ ofOneClient, inAll }, { what: 'exports', retryAfterSeconds: 30 })

function refusalOf(take: () => unknown): ApiError {
  try {
    take()
  } catch (error) {
    if (error instanceof ApiError) return error
  }
  throw new Error('It was not refused.')
}

describe('places of work', () => {
  test('are so many for one client, whatever others have', () => {
    const places = open(2, 10)
    places.take('a')
    const leave = places.take('a')
    places.take('b')
    const refusal = refusalOf(() => places.take('a'))
    expect(refusal.code).toBe('RateLimited')
    expect(refusal.message).toBe(
      '2 exports of this client are under way; wait until one has ended.',
    )
    expect(refusal.details.retryAfterSeconds).toBe(30)
    leave()
    places.take('a')
  })

  test('are so many in all, also for who has none', () => {
    const places = open(2, 2)
    const leave = places.take('a')
    places.take('b')
    const refusal = refusalOf(() => places.take('c'))
    expect(refusal.code).toBe('RateLimited')
    expect(refusal.message).toBe(
      'Too many exports are under way at the moment; ask again in 30 seconds.',
    )
    leave()
    places.take('c')
  })

  test('are given back once, however often that is said', () => {
    const places = open(2, 2)
    const leave = places.take('a')
    places.take('a')
    leave()
    leave()
    expect(places.count()).toBe(1)
    places.take('a')
    refusalOf(() => places.take('a'))
  })

  test('are held by what was opened until it is closed, and not by an opening that failed', async () => {
    const places = open(1, 1)
    const failure = new Error('It cannot be opened.')
    await expect(places.hold('a', () => Promise.reject(failure))).rejects.toBe(failure)
    const close = await places.hold('a', async (leave) => leave)
    await expect(places.hold('a', async () => undefined)).rejects.toThrow(ApiError)
    close()
    expect(places.count()).toBe(0)
  })

  test('are counted, a refusal not', () => {
    const places = open(1, 1)
    expect(places.count()).toBe(0)
    const leave = places.take('a')
    refusalOf(() => places.take('a'))
    refusalOf(() => places.take('b'))
    expect(places.count()).toBe(1)
    leave()
    expect(places.count()).toBe(0)
  })
})
