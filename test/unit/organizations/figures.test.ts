import { describe, expect, it, test } from 'vitest'
import type { FactKey } from '#src/domain/facts/definitions.ts'
import type { Form } from '#src/domain/form.ts'
import type { ProfileDeps } from '#src/organizations/deps.ts'
import { whyUnknown } from '#src/organizations/figures/named-figures.ts'
import { listFilings } from '#src/organizations/filings/filings.ts'
import type { FilingSummary } from '#src/organizations/organization.ts'
import { readGovernance } from '#src/organizations/people/governance.ts'
import { MAX_PEOPLE, readPeople } from '#src/organizations/people/people.ts'
import { testCases } from '#test/unit/cases.ts'
import { ofYear } from '#test/unit/made-facts.ts'
import { makeFiling, makeSummary } from './made-filing.ts'

testCases(
  'unknown figures',
  (fact: FactKey, warning: string, path: string, kind: string | null) => {
    const warnings = [`${warning} ${path}`]
    const filing = { form: '990', taxYear: 2022, objectId: '1', facts: {}, warnings } as const
    const why = `This line of the Form 990 contains text instead of ${kind}.`
    const blank = 'This line is blank on the Form 990. Blank does not mean 0.'
    expect(whyUnknown({ fact }, filing)).toEqual(
      kind === null
        ? { state: 'NotReported', why: blank }
        : { state: 'NotReadable', why, ref: `990:2022:1:${path}` },
    )
  },
)

it.each([
  ['more than one read returns', MAX_PEOPLE, 1],
  ['no people', 0, 0],
])(
  'people for derived figures are unknown, and not read, with %s',
  async (_, officers, employees) => {
    const rows = {
      '/IRS990EZ/OfficerDirectorTrusteeEmplGrp': officers,
      '/IRS990EZ/CompensationHighestPaidEmplGrp': employees,
    }
    const filing = { ...makeFiling('990EZ', {}), contents: { blocks: [], rows, cut: [] } }
    const noStore = {} as ProfileDeps
    expect(await readPeople(noStore, filing)).toBeUndefined()
  },
)

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
    const [field] = fieldsOf('990', 'executiveCompensationReview=false')
    expect(field).toEqual({
      key: 'compensationReview',
      label: 'Compensation review',
      value: false,
      ref: `derived:compensationReview:${EIN}:2022`,
      formula: expect.stringContaining('15a'),
      derivedFrom: [`990:2022:202303199349301234:${path}`],
    })
  })

  it('is empty for a form that does not ask', () => {
    expect(fieldsOf('990PF', 'totalRevenue=10')).toEqual([])
  })
})

const filing = (one: Partial<FilingSummary>) => makeSummary({ receivedOn: '2023-05-12', ...one })

describe('all filings', () => {
  const organization = {
    ein: '070000001',
    primaryForm: '990' as const,
    filings: [filing({}), filing({ objectId: '202213199349300002', form: '990T' })],
  }

  test('list every form or the requested one, by pages', () => {
    const first = listFilings(organization, { limit: 1 })
    expect([first.total, first.filings.length]).toEqual([2, 1])
    const { nextCursor: cursor } = first
    expect(listFilings(organization, { limit: 1, cursor }).filings[0]?.form).toBe('990T')
    expect(listFilings(organization, { limit: 9, form: '990T' }).total).toBe(1)
    expect(() => listFilings(organization, { limit: 9, form: '990PF' })).toThrow('990, 990T')
  })
})
