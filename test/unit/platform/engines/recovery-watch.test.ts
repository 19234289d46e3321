import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LeaseEvent } from '#src/platform/engines/held-engines.ts'
import { type RecoveryWatch, watchRecovery } from '#src/platform/engines/recovery-watch.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-22T10:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

type Engine = Parameters<RecoveryWatch['onBreaker']>[0]
type Step =
  | [second: number, part: LeaseEvent['part'], state: LeaseEvent['state']]
  | [second: number, part: Engine, breaker: 'open' | 'closed']

test.each<{ what: string; steps: Step[]; abortsAt: number | undefined }>([
  { what: 'no loss', steps: [[0, 'opensearch', 'warning']], abortsAt: undefined },
  {
    what: 'a recovery in time',
    steps: [
      [0, 'postgres', 'lost'],
      [299, 'postgres', 'recovered'],
    ],
    abortsAt: undefined,
  },
  {
    what: 'failed restarts, counted from the first loss',
    steps: [
      [10, 'postgres', 'lost'],
      [100, 'postgres', 'lost'],
      [300, 'postgres', 'lost'],
    ],
    abortsAt: 310,
  },
  {
    what: 'a crash loop with an answer in between, counted from the loss after it',
    steps: [
      [0, 'postgres', 'lost'],
      [200, 'postgres', 'recovered'],
      [210, 'postgres', 'lost'],
    ],
    abortsAt: 510,
  },
  {
    what: 'the recovery of another engine',
    steps: [
      [0, 'postgres', 'lost'],
      [5, 'opensearch', 'lost'],
      [20, 'opensearch', 'recovered'],
    ],
    abortsAt: 300,
  },
  {
    what: 'a new supervisor whose engines all answer',
    steps: [
      [0, 'postgres', 'lost'],
      [5, 'supervisor', 'lost'],
      [20, 'supervisor', 'recovered'],
    ],
    abortsAt: undefined,
  },
  {
    what: 'an engine that hangs: its process runs, its breaker stays open',
    steps: [[10, 'opensearch', 'open']],
    abortsAt: 310,
  },
  {
    what: 'an engine that hangs and answers in time',
    steps: [
      [10, 'postgres', 'open'],
      [309, 'postgres', 'closed'],
    ],
    abortsAt: undefined,
  },
  {
    what: 'a restarted engine that does not answer, counted from the opening of its breaker',
    steps: [
      [0, 'postgres', 'lost'],
      [2, 'postgres', 'open'],
      [20, 'postgres', 'recovered'],
    ],
    abortsAt: 302,
  },
  {
    what: 'a new supervisor with an engine that does not answer',
    steps: [
      [0, 'supervisor', 'lost'],
      [2, 'postgres', 'open'],
      [20, 'supervisor', 'recovered'],
    ],
    abortsAt: 302,
  },
  {
    what: 'a breaker that closes although the process was not reported back',
    steps: [
      [0, 'postgres', 'lost'],
      [2, 'postgres', 'open'],
      [20, 'postgres', 'closed'],
    ],
    abortsAt: 300,
  },
])('$what: the limit of 300 s passes at $abortsAt', async ({ steps, abortsAt }) => {
  const start = Date.now()
  const { onEvent, onBreaker, signal } = watchRecovery('/data', 300_000)
  let abortedAt: number | undefined
  signal.addEventListener('abort', () => {
    abortedAt = (Date.now() - start) / 1_000
  })
  for (const [second, part, state] of steps) {
    await vi.advanceTimersByTimeAsync(start + second * 1_000 - Date.now())
    if (state === 'open' || state === 'closed') onBreaker(part as Engine, state === 'open')
    else onEvent({ part, state, sentence: `${part} ${state}.` })
  }
  await vi.advanceTimersByTimeAsync(1_000_000)
  expect(abortedAt).toBe(abortsAt)
})

test.each<{ what: string; lose: (watch: RecoveryWatch) => void; lastReport: string }>([
  {
    what: 'ended',
    lose: ({ onEvent }) => {
      onEvent({ part: 'postgres', state: 'lost', sentence: 'Postgres ended.' })
      onEvent({ part: 'postgres', state: 'lost', sentence: 'Postgres did not start.' })
      onEvent({ part: 'supervisor', state: 'lost', sentence: 'The supervisor ended.' })
    },
    lastReport: 'Postgres did not start.',
  },
  {
    what: 'is silent before its end is reported',
    lose: ({ onEvent, onBreaker }) => {
      onBreaker('postgres', true)
      onEvent({ part: 'postgres', state: 'lost', sentence: 'Postgres ended.' })
    },
    lastReport: 'Postgres ended.',
  },
  {
    what: 'hangs',
    lose: ({ onBreaker }) => onBreaker('postgres', true),
    lastReport: 'Postgres does not respond.',
  },
])(
  'the reason names the engine that $what, since when, its last report, and what to do',
  async ({ lose, lastReport }) => {
    const watch = watchRecovery('/data', 300_000)
    lose(watch)
    await vi.advanceTimersByTimeAsync(300_000)
    expect((watch.signal.reason as Error).message).toBe(
      `Postgres has been unavailable since 2026-11-22T10:00:00.000Z and did not recover within 5 min, so the service stops. The last report was: ${lastReport} Correct the cause (see /data/logs/postgres.log) and start the service again.`,
    )
  },
)
