import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LeaseEvent } from '#src/engines/held-engines.ts'
import { watchRecovery } from '#src/engines/recovery-watch.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-22T10:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

type Step = [second: number, part: LeaseEvent['part'], state: LeaseEvent['state']]

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
])('$what: the limit of 300 s passes at $abortsAt', async ({ steps, abortsAt }) => {
  const start = Date.now()
  const { onEvent, signal } = watchRecovery('/data', 300_000)
  let abortedAt: number | undefined
  signal.addEventListener('abort', () => {
    abortedAt = (Date.now() - start) / 1_000
  })
  for (const [second, part, state] of steps) {
    await vi.advanceTimersByTimeAsync(start + second * 1_000 - Date.now())
    onEvent({ part, state, sentence: `${part} ${state}.` })
  }
  await vi.advanceTimersByTimeAsync(1_000_000)
  expect(abortedAt).toBe(abortsAt)
})

test('the reason says what is lost, since when, the last report, the log and what to do', async () => {
  const { onEvent, signal } = watchRecovery('/data', 300_000)
  onEvent({ part: 'postgres', state: 'lost', sentence: 'Postgres ended.' })
  onEvent({ part: 'postgres', state: 'lost', sentence: 'Postgres did not start.' })
  await vi.advanceTimersByTimeAsync(300_000)
  expect((signal.reason as Error).message).toBe(
    'Postgres has been unavailable since 2026-11-22T10:00:00.000Z and was not recovered within 5 min, so the service stops. The last report was: Postgres did not start. Read /data/logs/postgres.log, correct the cause and start the service again.',
  )
})
