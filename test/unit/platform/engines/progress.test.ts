import { expect, test } from 'vitest'
import { showReindexProgress } from '#indexer/commands/reindex.ts'
import { showEngineProgress } from '#src/platform/engines/progress.ts'
import { captureStream } from '../../capture-stream.ts'

test('without a terminal: a line for each step and for every tenth of a download', () => {
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

test('on a terminal: a small file in bytes, and the time left from the first update on', () => {
  const { stream, text } = captureStream({ isTTY: true })
  const show = showEngineProgress(stream)
  show({ kind: 'bytes', file: 'index.csv', done: 0, total: 414 })
  show({ kind: 'bytes', file: 'index.csv', done: 414, total: 414 })
  expect(text()).toContain('0% of 414 bytes, … left')
  expect(text()).toContain('100% of 414 bytes, 0 s left')
})

test('on a terminal a reindex shows no endless time', () => {
  const { stream, text } = captureStream({ isTTY: true })
  const show = showReindexProgress(stream)
  show({ kind: 'organizations', done: 0, total: 3, embedded: 0 })
  show({ kind: 'organizations', done: 3, total: 3, embedded: 1 })
  expect(text()).toContain('… left')
  expect(text()).toContain('0 s left')
})
