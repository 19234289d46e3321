import { describe, expect, test } from 'vitest'
import type { FieldSource } from '#src/figures/figures.ts'
import { whyUnknown } from '#src/organizations/figures/named-figures.ts'

const REVENUE = 'NotAnAmount /IRS990/CYTotalRevenueAmt'
const BLANK = 'This line is blank on the Form 990. Blank does not mean 0.'

describe('whyUnknown', () => {
  test.each<[FieldSource, string, string, string]>([
    [
      { fact: 'totalRevenue' },
      REVENUE,
      'NotReadable',
      'This line of the Form 990 contains text instead of an amount.',
    ],
    [
      { fact: 'employees' },
      'NotANumber /IRS990/TotalEmployeeCnt',
      'NotReadable',
      'This line of the Form 990 contains text instead of a number.',
    ],
    [
      { fact: 'whistleblowerPolicy' },
      'NotYesOrNo /IRS990/WhistleblowerPolicyInd',
      'NotReadable',
      'This line of the Form 990 contains text instead of yes or no.',
    ],
    [{ fact: 'totalExpenses' }, REVENUE, 'NotReported', BLANK],
    [{ fact: 'totalRevenue' }, 'RepeatedElement /IRS990/CYTotalRevenueAmt', 'NotReported', BLANK],
  ])('describes %o with the warning %s as %s', (source, warning, state, why) => {
    const filing = {
      form: '990',
      taxYear: 2022,
      objectId: '1',
      facts: {},
      warnings: [warning],
    } as const
    const path = warning.split(' ')[1]
    const ref = state === 'NotReadable' ? { ref: `990:2022:1:${path}` } : {}
    expect(whyUnknown(source, filing)).toEqual({ state, why, ...ref })
  })
})
