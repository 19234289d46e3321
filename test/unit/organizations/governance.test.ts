import { describe, expect, it } from 'vitest'
import type { Form } from '#src/domain/form.ts'
import { readGovernance } from '#src/organizations/people/governance.ts'
import { ofYear } from '#test/unit/made-facts.ts'

const EIN = '070000001'

const fieldsOf = (form: Form, filed: string) =>
  readGovernance({ ein: EIN, primaryForm: form, filings: [] }, ofYear(2022, form, filed))

describe('governance of a filing', () => {
  it('returns answers with their leaves, and keeps a no', () => {
    const path = '/IRS990/WhistleblowerPolicyInd'
    expect(fieldsOf('990', 'whistleblowerPolicy=false')).toEqual([
      {
        key: 'whistleblowerPolicy',
        label: 'Whistleblower policy',
        value: false,
        ref: `990:2022:202303199349301234:${path}`,
      },
    ])
  })

  it('derives a field from several lines', () => {
    const path = '/IRS990/CompensationProcessCEOInd'
    const [field] = fieldsOf('990', 'executiveCompensationReview=true')
    expect(field).toEqual({
      key: 'compensationReview',
      label: 'Compensation review',
      value: true,
      ref: `derived:compensationReview:${EIN}:2022`,
      formula: expect.stringContaining('15a'),
      derivedFrom: [`990:2022:202303199349301234:${path}`],
    })
  })

  it('is empty for a form that does not ask', () => {
    expect(fieldsOf('990PF', 'totalRevenue=10')).toEqual([])
  })
})
