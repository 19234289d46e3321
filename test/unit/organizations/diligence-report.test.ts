import { describe, expect, it, test } from 'vitest'
import type { Diligence } from '#src/organizations/diligence/diligence.ts'
import { toRecognition, toReportFacts } from '#src/organizations/diligence/report.ts'
import { toCheckedLists } from '#src/organizations/store/read-checked-lists.ts'
import { EIN, makeOrganization, makeRegistry } from './made-filing.ts'

const registry = makeRegistry({ name: 'MADE', subsection: '03', deductibility: '1' })
const revokedOn = { revokedOn: '2024-05-15', postedOn: null, reinstatedOn: null, asOf: '2026-04' }

test.each([
  ['no extract', { registryAsOf: null }, { status: 'NotChecked' }],
  ['an extract without it', { registryAsOf: '2026-04' }, { status: 'NotListed', asOf: '2026-04' }],
  [
    'an extract with it',
    { registry, registryAsOf: '2026-04' },
    {
      status: 'Listed',
      asOf: '2026-04',
      subsection: '501(c)(3)',
      ref: `bmf:2026-04:${EIN}:SUBSECTION`,
    },
  ],
  [
    'a revocation',
    { registry, isRevoked: true, revocations: [revokedOn] },
    { status: 'Revoked', asOf: '2024-05-15', ref: expect.stringContaining(EIN) },
  ],
])('recognition with %s', (_, made, expected) => {
  expect(toRecognition(makeOrganization(made))).toEqual(expected)
})

describe('the facts of a report', () => {
  const diligence: Diligence = {
    name: 'Made & Meant',
    latestYear: 2022,
    revenue: { value: 5, ref: '990:2022:x:/IRS990/CYTotalRevenueAmt' },
    readiness: { label: 'Clear', tone: 'Good', reviewReasons: [] },
  }

  it('has a source for each fact that has one', () => {
    const organization = makeOrganization({
      registry,
      registryAsOf: '2026-04',
      publication78: { asOf: '2026-03', name: 'MADE', deductibilityCodes: ['PC'] },
      publication78AsOf: '2026-03',
      screenedLists: ['OFAC'],
    })
    const months = [
      { list: 'OFAC', asOf: '2026-05', entries: 20 },
      { list: 'Revocations', asOf: '2026-05', entries: null },
    ] as const
    const facts = toReportFacts(diligence, organization, toCheckedLists(organization, months))
    expect(facts.sources.map(({ what }) => what)).toEqual(['revenue', 'registry', 'publication78'])
    expect(facts.deductibility).toMatchObject({ status: 'Deductible', codes: ['PC'] })
    expect(facts.lists).toEqual([{ list: 'OFAC', asOf: '2026-05', entries: 20 }])
    expect(facts.latest).toMatchObject({ form: '990', taxYear: 2022 })
    expect(facts.rating).toBeUndefined()
  })

  it('leaves out what is not known', () => {
    const facts = toReportFacts(
      { ...diligence, revenue: {} },
      makeOrganization({ filings: [], registryAsOf: null }),
      [],
    )
    expect(facts).toMatchObject({ recognition: { status: 'NotChecked' }, sources: [], lists: [] })
    expect(Object.keys(facts)).not.toEqual(expect.arrayContaining(['latest']))
    expect(facts.deductibility).toBeUndefined()
  })
})
