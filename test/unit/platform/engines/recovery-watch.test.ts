import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type RecoveryWatch, watchRecovery } from '#src/platform/engines/recovery-watch.ts'
import type { EngineEvent } from '#src/platform/engines/state.ts'
import { testCases } from '../../cases.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-22T10:00:00Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

type Engine = Parameters<RecoveryWatch['onBreaker']>[0]
type Part = EngineEvent['part']
type State = EngineEvent['state'] | 'open' | 'closed'

// Each step has a second, a part, and the state of its process or its breaker.
testCases('recoveries of engines', async (_: string, steps: string, abortsAt: string) => {
  const start = Date.now()
  const { onEvent, onBreaker, signal } = watchRecovery('/data', 300_000)
  let abortedAt: number | undefined
  signal.addEventListener('abort', () => {
    abortedAt = (Date.now() - start) / 1_000
  })
  for (const step of steps.split(' ')) {
    const [second, part, state] = step.split(':') as [string, Part, State]
    await vi.advanceTimersByTimeAsync(start + Number(second) * 1_000 - Date.now())
    if (state === 'open' || state === 'closed') onBreaker(part as Engine, state === 'open')
    else onEvent({ part, state, sentence: `${part} ${state}.` })
  }
  await vi.advanceTimersByTimeAsync(1_000_000)
  expect(String(abortedAt ?? 'never')).toBe(abortsAt)
})

const lost = (part: EngineEvent['part'], sentence: string): EngineEvent => {
  return { part, state: 'lost', sentence }
}

test.each<[what: string, lose: (watch: RecoveryWatch) => void, report: string]>([
  [
    'ended',
    ({ onEvent }) => {
      onEvent(lost('postgres', 'One.'))
      onEvent(lost('postgres', 'Two.'))
      onEvent(lost('watchdog', 'Three.'))
    },
    'Two.',
  ],
  [
    'is silent before its end is reported',
    ({ onEvent, onBreaker }) => {
      onBreaker('postgres', true)
      onEvent(lost('postgres', 'One.'))
    },
    'One.',
  ],
  ['hangs', ({ onBreaker }) => onBreaker('postgres', true), 'Postgres does not respond.'],
])(
  'the reason names the engine that %s, since when, and its last report',
  async (_, lose, report) => {
    const watch = watchRecovery('/data', 300_000)
    lose(watch)
    await vi.advanceTimersByTimeAsync(300_000)
    const { message } = watch.signal.reason as Error
    expect(message).toMatch(
      /^Postgres .*2026-11-22T10:00:00\.000Z.* 5 min.*\/data\/logs\/postgres\.log/,
    )
    expect(message).toContain(report)
  },
)
