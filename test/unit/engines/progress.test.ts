import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { showEngineProgress } from '#src/engines/progress.ts'

function capture() {
  let text = ''
  const stream = new Writable({
    write(chunk, _encoding, callback) {
      text += String(chunk)
      callback()
    },
  })
  return { stream, text: () => text }
}

test('without a terminal: a line a step and one for every tenth of a download', () => {
  const { stream, text } = capture()
  const show = showEngineProgress(stream)
  for (let done = 0; done <= 100; done++) {
    show({ kind: 'bytes', file: 'a.zip', done: done * 1_000_000, total: 100_000_000 })
  }
  show({ kind: 'step', text: 'Starting Postgres.' })
  const lines = text().trimEnd().split('\n')
  expect(lines).toHaveLength(12)
  expect(lines[0]).toBe('a.zip: 0 of 100 MB')
  expect(lines.at(-1)).toBe('Starting Postgres.')
})
