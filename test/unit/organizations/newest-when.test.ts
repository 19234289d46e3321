import { describe, expect, test } from 'vitest'
import { listFilings, newestWhen } from '#src/organizations/filings/filings.ts'
import type { FilingSummary } from '#src/organizations/organization.ts'
import { sectionOfRef } from '#src/organizations/sections/find-section.ts'
import { testReturns } from '#test/unit/cases.ts'
import { makeSummary } from './made-filing.ts'

const filing = (one: Partial<FilingSummary>) => makeSummary({ receivedOn: '2023-05-12', ...one })

const of2021 = { taxYear: 2021, taxPeriodEnd: '2021-12-31' }

describe('newestWhen', () => {
  test('returns the latest period received by a day, and an amended return in place of the first', () => {
    const filings = [
      filing({ objectId: 'c', receivedOn: '2023-11-01', isAmended: true }),
      filing({ objectId: 'b', receivedOn: '2023-05-12', isCurrent: false }),
      filing({ objectId: 'a', receivedOn: '2022-05-10', ...of2021 }),
    ]
    expect(newestWhen(filings).map(({ from, filing: { objectId } }) => [from, objectId])).toEqual([
      ['2023-11-01', 'c'],
      ['2023-05-12', 'b'],
      ['2022-05-10', 'a'],
    ])
  })

  test('leaves out late earlier years, unknown days, and excluded filings', () => {
    const filings = [
      filing({ objectId: 'b' }),
      filing({ objectId: 'late', receivedOn: '2024-01-01', ...of2021 }),
      filing({ objectId: 'unknown', receivedOn: null }),
      filing({ objectId: 'excluded', receivedOn: '2024-02-01', isCurrent: false, exclusion: 'x' }),
    ]
    expect(newestWhen(filings).map((one) => one.filing.objectId)).toEqual(['b'])
  })
})

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

testReturns({
  'sections of Refs': (ref: string) => sectionOfRef(ref, '990'),
})
