import { expect, test } from 'vitest'
import { type GrantRow, toGrantDocument } from '#indexer/index/grants-part.ts'

const FILED = {
  ...{ form: '990', objectId: '202303199349301234', schemaVersion: '2022v5.0' },
  path: '/IRS990ScheduleI/RecipientTable[3]',
}
const MATCHED = { matchMethod: 'FiledEIN', matchConfidence: 'Authoritative' } as const
const ROW: GrantRow = {
  ...{ ...FILED, ...MATCHED, ordinal: 3, isCounted: true, uncounted: null },
  ...{ funderEin: '070000101', funderName: 'Brightwater Foundation, Inc.' },
  ...{ funderCity: 'Akron', funderState: 'OH', funderCountry: 'US' },
  ...{ recipientEin: '080000102', name: 'MAUMEE VALLEY LITERACY COUNCIL', region: null },
  ...{ city: 'TOLEDO', state: 'OH', country: null, purpose: 'ADULT LITERACY PROGRAM' },
  ...{ category: 'ScheduleI', taxYear: 2022, amount: 75_000 },
}

test('a document has the row as filed, and what finds, filters, and sorts it', () => {
  const { name, purpose } = ROW
  const funder = { name: 'Brightwater Foundation, Inc.', city: 'Akron', state: 'OH', country: 'US' }
  const recipient = { name, city: 'TOLEDO', state: 'OH' }
  expect(toGrantDocument(ROW)).toEqual({
    ...{ ein: '070000101', rows: 1, row: '202303199349301234-000003', purpose: 'adult literacy' },
    display: { funder, recipient, purpose, ...MATCHED, ...FILED },
    query: { purpose, funder: 'brightwater foundation', recipient: name?.toLowerCase() },
    filter: {
      ...{ recipient: '080000102', grantee: '080000102', state: 'OH', year: 2022, amount: 75_000 },
      ...{ amountBand: '25KTo100K', category: 'ScheduleI', isCounted: true },
      ...{ city: 'toledo', funderState: 'OH' },
    },
  })
})

test('unknown facts are absent, and an unknown amount is not 0', () => {
  const empty = { recipientEin: null, amount: null, name: null, city: null, state: null }
  const unknown = { ...empty, purpose: null, schemaVersion: null }
  const [category, region] = ['ScheduleF', 'Sub-Saharan Africa']
  const document = toGrantDocument({ ...ROW, ...unknown, category, region })
  expect(document).not.toHaveProperty('purpose')
  expect(document.display.recipient).toEqual({ region })
  expect(document.query).toEqual({ funder: 'brightwater foundation' })
  const grantee = 'unnamed recipient sub saharan africa'
  const filter = { grantee, year: 2022, amountBand: 'None', category, isCounted: true }
  expect(document.filter).toEqual({ ...filter, funderState: 'OH' })
})

test.each([
  ['FoundationApproved', null, 'ApprovedForLater'],
  ['RelatedTransfer', 'LoanOrGuarantee', 'LoanOrGuarantee'],
  ['ScheduleI', null, undefined],
])('a row of %s (%s) has NotCounted %s', (category, uncounted, reason) => {
  expect(toGrantDocument({ ...ROW, category, uncounted }).display.notCounted).toBe(reason)
})

test('an uncertain match is summed under the name as filed, and still found by its EIN', () => {
  const { filter } = toGrantDocument({ ...ROW, matchConfidence: 'Weak' })
  const grantee = 'maumee valley literacy council'
  expect(filter).toMatchObject({ grantee, recipient: '080000102' })
})
