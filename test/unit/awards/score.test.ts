import { describe, it } from 'vitest'
import { type Standing, scorePair } from '#indexer/awards/judge.ts'
import { fc } from '#test/random.ts'
import { testReturns } from '../cases.ts'

const pair: fc.Arbitrary<Standing> = fc.record({
  years: fc.integer({ min: 1, max: 12 }),
  share: fc.double({ min: 0.01, max: 1, noNaN: true }),
  nameAgrees: fc.boolean(),
  coversOthers: fc.boolean(),
})
const holds = (claim: (one: Standing) => boolean) => fc.assert(fc.property(pair, claim))

describe('the score of a pair of UEI and EIN', () => {
  it('is between 0 and 1', () => {
    holds((one) => scorePair(one) > 0 && scorePair(one) < 1)
  })

  it('never falls with another year, a larger share, an agreeing name, or fewer entities', () => {
    holds((one) => scorePair({ ...one, years: one.years + 1 }) >= scorePair(one))
    holds((one) => scorePair({ ...one, share: 1 }) >= scorePair(one))
    holds((one) => scorePair({ ...one, nameAgrees: true }) >= scorePair(one))
    holds((one) => scorePair({ ...one, coversOthers: false }) >= scorePair(one))
  })

  it('is above a half only if a name agrees', () => {
    holds((one) => scorePair({ ...one, nameAgrees: false }) < 0.5)
    holds((one) => scorePair({ ...one, nameAgrees: true, coversOthers: false, share: 1 }) > 0.5)
  })
})

testReturns({
  'scores by years and names that agree': (years: number, nameAgrees: boolean) =>
    scorePair({ years, share: 1, nameAgrees, coversOthers: false }),
})
