import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { isUnpacked, packJson, readPacked, unpackJson } from '#src/domain/packed-json.ts'

const json = (value: unknown) => Buffer.from(JSON.stringify(value))

it.each([
  ['IRS990', { TotalRevenueGrp: { TotalRevenueColumnAmt: '1200', ExclusionAmt: '' } }],
  ['IRS990ScheduleO', { SupplementalInformationDetail: [{ ExplanationTxt: 'Ünïcode — “text”' }] }],
  ['IRS990N', {}],
  ['AnUnknownPart', []],
  ['IRS990PF', { Text: 'long '.repeat(100_000) }],
])('a packed %s is read back as it was', (block, value) => {
  const packed = packJson(block, json(value))
  expect(isUnpacked(packed)).toBe(false)
  expect(unpackJson(packed)).toEqual(json(value))
})

it('a text that is not packed is read as it is', () => {
  expect(readPacked(json({ a: '1' }))).toEqual({ a: '1' })
  expect(readPacked(json(['1']))).toEqual(['1'])
})

it.each([[[]], [[99, 1, 2]]])('bytes %s are neither', (bytes) => {
  expect(() => unpackJson(Buffer.from(bytes))).toThrow(/dictionary/)
})

// A store cannot be read without them.
it('the dictionaries in use never change', () => {
  const file = readFileSync(new URL('../../../src/domain/packing.tsv', import.meta.url), 'utf8')
  const lines = file.split('\n').slice(1, 10).join('\n')
  expect(createHash('sha256').update(lines).digest('hex')).toBe(
    '9dd25379a9edbbd111915127f4fa456c913d42d25139f31290ef8055c7a7d3bc',
  )
})
