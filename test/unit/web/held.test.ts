import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError } from '#src/platform/errors.ts'
import { holdLast } from '#src/web/held.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('reads once a second, and shares a running read', async () => {
  const read = vi.fn(async () => read.mock.calls.length)
  const held = holdLast(read, 0)
  expect(await Promise.all([held(), held()])).toEqual([1, 1])
  expect(await held()).toBe(1)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(await held()).toBe(2)
})

test('returns the last value while the store fails or does not respond', async () => {
  const read = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new ApiError('StoreUnavailable'))
    .mockResolvedValueOnce('read')
    .mockRejectedValueOnce(new ApiError('StoreUnavailable'))
    .mockReturnValue(new Promise(() => undefined))
  const held = holdLast(read, 'first')
  const values: string[] = []
  for (const expected of ['first', 'read', 'read']) {
    values.push(await held())
    expect(values.at(-1)).toBe(expected)
    await vi.advanceTimersByTimeAsync(1_000)
  }
  const slow = held()
  await vi.advanceTimersByTimeAsync(500)
  expect(await slow).toBe('read')
})

test('without an earlier value waits five seconds', async () => {
  const held = holdLast(() => new Promise<string>(() => undefined), 'first')
  const settled = vi.fn()
  void held().then(settled)
  await vi.advanceTimersByTimeAsync(4_900)
  expect(settled).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(settled).toHaveBeenCalledWith('first')
})

test('a defect is not hidden', async () => {
  await expect(holdLast(() => Promise.reject(new TypeError('x')), 0)()).rejects.toThrow(TypeError)
})
