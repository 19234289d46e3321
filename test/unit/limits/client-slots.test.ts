import { describe, expect, test } from 'vitest'
import { openClientSlots } from '#src/limits/client-slots.ts'
import { ApiError } from '#src/platform/errors.ts'

const open = (ofOneClient: number, inAll: number) =>
  openClientSlots({ ofOneClient, inAll }, { what: 'exports', retryAfterSeconds: 30 })

function errorOf(
  take: () => unknown,
): Pick<ApiError, 'code' | 'message'> & { retry: number | undefined } {
  try {
    take()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { code, message, details } = error
    return { code, message, retry: details.retryAfterSeconds }
  }
  throw new Error('A slot was granted.')
}

describe('client slots', () => {
  test('reject a client at its limit, and do not affect others', () => {
    const slots = open(2, 10)
    slots.take('a')
    const free = slots.take('a')
    slots.take('b')
    expect(errorOf(() => slots.take('a'))).toEqual({
      code: 'RateLimited',
      message: 'This client already has 2 exports running. Wait until one ends.',
      retry: 30,
    })
    free()
    slots.take('a')
  })

  test('reject every client when all slots are taken', () => {
    const slots = open(2, 2)
    const free = slots.take('a')
    slots.take('b')
    expect(errorOf(() => slots.take('c'))).toEqual({
      code: 'RateLimited',
      message: 'Too many exports are running. Try again in 30 seconds.',
      retry: 30,
    })
    free()
    slots.take('c')
  })

  test('count taken slots, not rejections, and free a slot once when it is freed twice', () => {
    const slots = open(1, 2)
    const free = slots.take('a')
    slots.take('b')
    errorOf(() => slots.take('c'))
    expect(slots.count()).toBe(2)
    free()
    free()
    expect(slots.count()).toBe(1)
  })

  test('keep a slot taken until the opened resource is closed, and free it when opening fails', async () => {
    const slots = open(1, 1)
    const failure = new Error('It cannot be opened.')
    await expect(slots.hold('a', () => Promise.reject(failure))).rejects.toBe(failure)
    const close = await slots.hold('a', async (free) => free)
    await expect(slots.hold('a', async () => undefined)).rejects.toThrow(ApiError)
    close()
    expect(slots.count()).toBe(0)
  })
})
