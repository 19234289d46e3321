import { expect, onTestFinished, test, vi } from 'vitest'
import { showSteps } from '#indexer/commands/progress.ts'
import { showReindexProgress } from '#indexer/commands/reindex.ts'
import { showEngineProgress } from '#src/platform/engines/progress.ts'
import { captureStream } from '../../capture-stream.ts'

test('a line for each step and for every tenth of a download', () => {
  const { stream, text } = captureStream()
  const show = showEngineProgress(stream)
  for (let done = 0; done <= 100; done++) {
    show({ kind: 'bytes', file: 'a.zip', done: done * 1_000_000, total: 100_000_000 })
  }
  show({ kind: 'step', text: 'Starting Postgres.' })
  const lines = text().trimEnd().split('\n')
  expect(lines).toHaveLength(12)
  expect(lines[0]).toBe('a.zip: 0 bytes of 100 MB')
  expect(lines.at(-1)).toBe('Starting Postgres.')
})

test('a small file is shown in bytes', () => {
  const { stream, text } = captureStream()
  const show = showEngineProgress(stream)
  for (const done of [0, 414]) show({ kind: 'bytes', file: 'index.csv', done, total: 414 })
  expect(text()).toBe('index.csv: 0 bytes of 414 bytes\nindex.csv: 414 bytes of 414 bytes\n')
})

test('a reindex shows the end of each kind', () => {
  const { stream, text } = captureStream()
  const show = showReindexProgress(stream)
  show({ kind: 'organizations', done: 0, total: 3, embedded: 0 })
  show({ kind: 'organizations', done: 3, total: 3, embedded: 1 })
  show({ kind: 'organizations', done: 3, total: 3, embedded: 1 })
  expect(text()).toBe('Indexed 3 of 3 organizations, 1 embedded\n')
})

test.each<[says: string, done: number[], lines: string[]]>([
  [
    'a steady rate, and then the time',
    [0, 50, 100],
    ['50 of 900, 10/s', '100 of 900, 10/s, 80 s left'],
  ],
  ['no time after a slow start', [0, 50, 400], ['50 of 900, 10/s', '400 of 900, 40/s']],
  ['no rate that rounds to 0', [0, 1, 2], ['1 of 900', '2 of 900, 75 min left']],
  ['no line twice', [0, 50, 50, 100], ['50 of 900, 10/s', '100 of 900, 7/s']],
])('a step of a command shows %s', (_, steps, lines) => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const { stream, text } = captureStream()
  const line = (progress: { done: number }) => `${progress.done} of 900`
  const { update, stop } = showSteps({ line, interrupted: '' }, stream as NodeJS.WriteStream)
  onTestFinished(stop)
  for (const done of steps) {
    update({ step: 'a', done, total: 900 })
    vi.advanceTimersByTime(5_000)
  }
  expect(text().trimEnd().split('\n')).toEqual(lines)
})
