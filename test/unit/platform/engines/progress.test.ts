import { expect, test } from 'vitest'
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
  expect(text()).toMatch(/^Indexed 3 of 3 organizations, .* 1 embedded\n$/)
})
