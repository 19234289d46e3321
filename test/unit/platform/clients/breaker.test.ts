import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Breaker, createBreaker } from '#src/platform/clients/breaker.ts'

type Server = 'answers' | 'fails' | 'is silent'

const PROBE_MS = 1_500
let server: Server
let probes: number
let changes: string[]
let breaker: Breaker

beforeEach(() => {
  vi.useFakeTimers()
  server = 'answers'
  probes = 0
  changes = []
  breaker = createBreaker('StoreUnavailable', async () => {
    probes += 1
    const limit = performance.now() + PROBE_MS
    while (server === 'is silent' && performance.now() < limit) {
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    if (server !== 'answers') throw new Error(`It ${server}.`)
  })
  breaker.onChange((failure) => changes.push(failure ? `open: ${failure}` : 'closed'))
})
afterEach(() => vi.useRealTimers())

const unavailable = { code: 'StoreUnavailable', details: { retryAfterSeconds: 1, isLogged: true } }
const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds)

/** A call that returns after a delay, and its outcome. */
function call(milliseconds: number) {
  const outcome: { value?: unknown; error?: unknown } = {}
  breaker
    .guard(() => new Promise((resolve) => setTimeout(resolve, milliseconds, 'answer')))
    .then(
      (value) => Object.assign(outcome, { value }),
      (error) => Object.assign(outcome, { error }),
    )
  return outcome
}

test.each([
  ['quick: no probe', 'is silent', 290, 2_000, 0, false],
  ['slow, of a living server: a probe a second', 'answers', 9_000, 4_400, 4, false],
  ['of a silent server, before its probe ends', 'is silent', 60_000, 1_700, 1, false],
  ['of a silent server: open after 1.8 seconds', 'is silent', 60_000, 1_900, 1, true],
  ['of a failing server: open after the first probe', 'fails', 60_000, 310, 1, true],
  ['of a failing server: a probe a second', 'fails', 60_000, 5_600, 6, true],
] as const)('a call without a response, %s', async (_, state, takes, after, expected, isOpen) => {
  server = state
  call(takes)
  await pass(after)
  expect([probes, breaker.isOpen()]).toEqual([expected, isOpen])
})

test('opens once, rejects waiting and new calls, and closes when the server answers', async () => {
  server = 'is silent'
  const waiting = [call(60_000), call(60_000)]
  await pass(1_810)
  const late = vi.fn(async () => 'answer')
  await expect(breaker.guard(late)).rejects.toMatchObject(unavailable)
  expect(late).not.toHaveBeenCalled()
  expect(waiting).toMatchObject([{ error: unavailable }, { error: unavailable }])
  await pass(20_000)
  expect(changes).toEqual(['open: Error: It is silent.'])
  server = 'answers'
  await pass(1_000)
  expect(changes).toEqual(['open: Error: It is silent.', 'closed'])
  expect(await breaker.guard(late)).toBe('answer')
})

test('suspicions during a probe, and for a second after it succeeds, start no other', async () => {
  for (const [wait, expected] of [
    [0, 1],
    [900, 1],
    [200, 2],
  ] as const) {
    await pass(wait)
    breaker.suspect()
    breaker.suspect()
    expect(probes).toBe(expected)
  }
})

test('a failed call affects only itself, and a slow one gets its answer', async () => {
  const slow = call(9_000)
  await pass(9_000)
  expect([slow, changes]).toEqual([{ value: 'answer' }, []])
  probes = 0
  const failing = breaker.guard(async () => {
    throw new Error('a wrong statement')
  })
  await expect(failing).rejects.toThrow('a wrong statement')
  await pass(5_000)
  expect({ probes, changes }).toEqual({ probes: 0, changes: [] })
})
