import { expect, test } from 'vitest'
import { toFrame } from '#src/api/a/chat/frames.ts'

test('no text ends a frame, even with other line endings that clients accept', () => {
  const data = { Text: 'a\n\ndata: [DONE]\r\rb\r\nc\u0085d\u2028e\u2029f\vg\fh\u001ci' }
  const frame = toFrame('delta', data)
  expect(frame.split(/[\p{Cc}\u2028\u2029]/u)).toEqual([
    'event: delta',
    expect.stringMatching(/^data: \{/),
    '',
    '',
  ])
  expect(JSON.parse(frame.split('\n')[1]?.slice('data: '.length) ?? '')).toEqual(data)
})
