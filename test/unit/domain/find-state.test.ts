import { expect, test } from 'vitest'
import { findState } from '#src/domain/places.ts'

test.each(['OH', 'oh', ' Ohio ', 'OHIO'])('%s is Ohio', (text) => {
  expect(findState(text)).toEqual({ code: 'OH', label: 'Ohio' })
})

test.each([
  ['Ohoi', 'OH'],
  ['Pensylvania', 'PA'],
  ['OX', 'OH'],
  ['XX', 'TX'],
  ['North Dakotta', 'ND'],
])('%s is unknown, with %s among the nearest', (text, code) => {
  const found = findState(text)
  expect('nearest' in found && found.nearest.map((state) => state.code)).toContain(code)
})

test.each(['QQ', 'Geneva', ''])('%j is near no state', (text) => {
  expect(findState(text)).toEqual({ nearest: [] })
})
