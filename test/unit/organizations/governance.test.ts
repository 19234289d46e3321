import { describe, expect, it } from 'vitest'
import type { Facts } from '#src/domain/facts/read-facts.ts'
import type { Form } from '#src/domain/form.ts'
import { GOVERNANCE_KEYS, readGovernance } from '#src/organizations/people/governance.ts'

const EIN = '070000001'

const fieldsOf = (form: Form, facts: Facts) =>
  readGovernance(
    { ein: EIN, primaryForm: form, filings: [] },
    {
      objectId: '202303199349301234',
      form,
      taxYear: 2022,
      taxPeriodBegin: '2022-01-01',
      taxPeriodEnd: '2022-12-31',
      facts,
    },
  )

describe('governance of a filing', () => {
  it('has the twelve fields of the interface', () => {
    expect(GOVERNANCE_KEYS).toHaveLength(12)
  })

  it('returns answers with their leaves, and keeps a no', () => {
    const path = '/IRS990/WhistleblowerPolicyInd'
    expect(fieldsOf('990', { whistleblowerPolicy: { value: false, path } })).toEqual([
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
    const [field] = fieldsOf('990', { executiveCompensationReview: { value: true, path } })
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
    const path = '/IRS990PF/AnalysisOfRevenueAndExpenses/TotalRevAndExpnssAmt'
    expect(fieldsOf('990PF', { totalRevenue: { value: 10, path } })).toEqual([])
  })
})
