import { describe, expect, test } from 'vitest'
import { describePeers, peerGroups, revenueDecade } from '#src/rating/peers.ts'
import { openCases } from '#test/unit/cases.ts'

const cases = openCases(new URL('./cases.tsv', import.meta.url))

describe('revenueDecade', () => {
  test.each(cases<[number, number]>('decades of revenues'))(
    '%d dollars are in decade %d',
    (revenue, decade) => {
      expect(revenueDecade(revenue)).toBe(decade)
    },
  )

  test('is exact at every power of ten', () => {
    for (let power = 0; power < 13; power++) expect(revenueDecade(10 ** power)).toBe(power)
  })

  test.each([0, -5_000, undefined])('is undefined for %s', (revenue) => {
    expect(revenueDecade(revenue)).toBeUndefined()
  })
})

describe('peer groups, narrowest first', () => {
  test('drop the decade, then the major group', () => {
    expect(peerGroups({ form: '990', majorGroup: 'P', decade: 6 })).toEqual([
      '990:P:6',
      '990:P',
      '990',
    ])
  })

  test('leave out an unknown decade', () => {
    const groups = ['990EZ:A', '990EZ']
    expect(peerGroups({ form: '990EZ', majorGroup: 'A', decade: null })).toEqual(groups)
  })

  test('contain the whole form when the major group is unknown', () => {
    expect(peerGroups({ form: '990', majorGroup: null, decade: 6 })).toEqual(['990'])
  })
})

test.each(cases<[string, string]>('peer groups in words'))(
  'group %s is described as %s',
  (group, words) => {
    expect(describePeers({ group })).toBe(words)
  },
)
