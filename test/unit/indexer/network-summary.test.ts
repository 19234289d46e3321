import { expect, test } from 'vitest'
import { describeNetwork } from '#indexer/commands/network.ts'

const methods = {
  FiledEIN: 28_901_234,
  RelatedEIN: 0,
  NameCityState: 12_345_678,
  NameState: 1_234_567,
  Unresolved: 21_234_567,
}

test('shows the methods that found recipients, in 80 columns', () => {
  const text = describeNetwork({
    funders: 345_678,
    rows: 63_716_046,
    methods,
    changed: 790_123,
    release: undefined,
  })
  expect(text?.replaceAll('\n', ' ')).toBe(
    'Network: 63,716,046 rows resolved (FiledEIN 28,901,234, NameCityState 12,345,678, ' +
      'NameState 1,234,567, Unresolved 21,234,567); 790,123 organizations changed.',
  )
  for (const line of text?.split('\n') ?? []) expect(line.length).toBeLessThanOrEqual(80)
})

test('is empty when nothing was due, and reports rows that were only removed', () => {
  const none = { FiledEIN: 0, RelatedEIN: 0, NameCityState: 0, NameState: 0, Unresolved: 0 }
  const nothing = { funders: 0, rows: 0, methods: none, changed: 0, release: undefined }
  expect(describeNetwork(nothing)).toBeUndefined()
  expect(describeNetwork({ ...nothing, funders: 1, changed: 2 })).toBe(
    'Network: 0 rows resolved; 2 organizations changed.',
  )
})
