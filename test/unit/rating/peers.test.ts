import { describe, expect, test } from 'vitest'
import { describePeers, peerGroups, revenueDecade } from '#src/rating/peers.ts'

describe('revenueDecade', () => {
  test.each([
    [1, 0],
    [999, 2],
    [1_000, 3],
    [999_999, 5],
    [1_000_000, 6],
    [10_000_000_000, 10],
  ])('%d dollars are in decade %d', (revenue, decade) => {
    expect(revenueDecade(revenue)).toBe(decade)
  })

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

test.each([
  ['990:P:6', 'Form 990 filers, Human Services, revenue $1 million to $10 million'],
  ['990EZ:K:4', 'Form 990-EZ filers, Food, Agriculture & Nutrition, revenue $10,000 to $100,000'],
  ['990:B', 'Form 990 filers, Education'],
  ['990', 'Form 990 filers'],
])('group %s is described as %s', (group, words) => {
  expect(describePeers({ group })).toBe(words)
})
