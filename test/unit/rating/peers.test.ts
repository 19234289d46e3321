import { describe, expect, test } from 'vitest'
import { revenueDecade } from '#src/rating/peers.ts'
import { peerGroups } from './peer-groups.ts'

describe('the decade of a revenue', () => {
  test.each([
    [1, 0],
    [999, 2],
    [1_000, 3],
    [999_999, 5],
    [1_000_000, 6],
    [10_000_000_000, 10],
  ])('of %d dollars is %d', (revenue, decade) => {
    expect(revenueDecade(revenue)).toBe(decade)
  })

  test('is exact at every power of ten', () => {
    for (let power = 0; power < 13; power++) expect(revenueDecade(10 ** power)).toBe(power)
  })

  test.each([0, -5_000, undefined])('of %s is not known', (revenue) => {
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

  test('leave out the level of a revenue that is not known', () => {
    const groups = ['990EZ:A', '990EZ']
    expect(peerGroups({ form: '990EZ', majorGroup: 'A', decade: null })).toEqual(groups)
  })

  test('are all of the form where the registry has no code: a decade alone is no kinship', () => {
    expect(peerGroups({ form: '990', majorGroup: null, decade: 6 })).toEqual(['990'])
  })
})
