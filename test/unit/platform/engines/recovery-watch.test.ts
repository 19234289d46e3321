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
type Part = LeaseEvent['part']
type State = LeaseEvent['state'] | 'open' | 'closed'

// Each step has a second, a part, and the state of its process or its breaker.
const RECOVERIES = `
no loss | 0:opensearch:warning | never
a recovery in time | 0:postgres:lost 299:postgres:recovered | never
failed restarts, counted from the first loss | 10:postgres:lost 100:postgres:lost 300:postgres:lost | 310
a crash loop with an answer in between, counted from the loss after it | 0:postgres:lost 200:postgres:recovered 210:postgres:lost | 510
the recovery of another engine | 0:postgres:lost 5:opensearch:lost 20:opensearch:recovered | 300
a new supervisor whose engines all answer | 0:postgres:lost 5:supervisor:lost 20:supervisor:recovered | never
an engine that hangs: its process runs, its breaker stays open | 10:opensearch:open | 310
an engine that hangs and answers in time | 10:postgres:open 309:postgres:closed | never
a restarted engine that does not answer, counted from the opening of its breaker | 0:postgres:lost 2:postgres:open 20:postgres:recovered | 302
a new supervisor with an engine that does not answer | 0:supervisor:lost 2:postgres:open 20:supervisor:recovered | 302
a breaker that closes although the process was not reported back | 0:postgres:lost 2:postgres:open 20:postgres:closed | 300
`

test.each(
  RECOVERIES.trim()
    .split('\n')
    .map((line) => line.split(' | ')),
)('%s (%s): the limit of 300 s passes at %s', async (_, steps = '', abortsAt) => {
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

const lost = (part: LeaseEvent['part'], sentence: string): LeaseEvent => {
  return { part, state: 'lost', sentence }
}

test.each<[what: string, lose: (watch: RecoveryWatch) => void, report: string]>([
  [
    'ended',
    ({ onEvent }) => {
      onEvent(lost('postgres', 'One.'))
      onEvent(lost('postgres', 'Two.'))
      onEvent(lost('supervisor', 'Three.'))
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
