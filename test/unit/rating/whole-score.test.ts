import { expect, it } from 'vitest'
import { wholeScore } from '#src/rating/rating.ts'
import { openCases } from '#test/unit/cases.ts'

const cases = openCases(new URL('./cases.tsv', import.meta.url))

it.each(cases<[number, number]>('whole scores'))(
  'shows %f as %i, and never as the next band',
  (score, shown) => {
    expect(wholeScore(score)).toBe(shown)
  },
)
