import { expect, test } from 'vitest'
import { toGrantDocument } from '#indexer/index/grants/grant-document.ts'
import type { GrantRow } from '#indexer/index/grants/grant-row.ts'

const ROW: GrantRow = {
  funderEin: '070000101',
  funderName: 'Brightwater Foundation, Inc.',
  funderCity: 'Akron',
  funderState: 'OH',
  funderCountry: 'US',
  recipientEin: '080000102',
  category: 'ScheduleI',
  taxYear: 2022,
  amount: 75_000,
  objectId: '202303199349301234',
  ordinal: 3,
  matchMethod: 'FiledEIN',
  matchConfidence: 'Authoritative',
  isCounted: true,
  path: '/IRS990ScheduleI/RecipientTable[3]',
  form: '990',
  schemaVersion: '2022v5.0',
  name: 'MAUMEE VALLEY LITERACY COUNCIL',
  city: 'TOLEDO',
  state: 'OH',
  country: null,
  region: null,
  purpose: 'ADULT LITERACY PROGRAM',
  uncounted: null,
}

test('a document has the row as filed, and what finds, filters, and sorts it', () => {
  expect(toGrantDocument(ROW)).toEqual({
    ein: '070000101',
    rows: 1,
    row: '202303199349301234-000003',
    purpose: 'adult literacy',
    display: {
      funder: { name: 'Brightwater Foundation, Inc.', city: 'Akron', state: 'OH', country: 'US' },
      recipient: { name: 'MAUMEE VALLEY LITERACY COUNCIL', city: 'TOLEDO', state: 'OH' },
      purpose: 'ADULT LITERACY PROGRAM',
      matchMethod: 'FiledEIN',
      matchConfidence: 'Authoritative',
      form: '990',
      objectId: '202303199349301234',
      path: '/IRS990ScheduleI/RecipientTable[3]',
      schemaVersion: '2022v5.0',
    },
    query: {
      purpose: 'ADULT LITERACY PROGRAM',
      funder: 'brightwater foundation',
      recipient: 'maumee valley literacy council',
    },
    filter: {
      recipient: '080000102',
      state: 'OH',
      year: 2022,
      amount: 75_000,
      amountBand: '25KTo100K',
      category: 'ScheduleI',
      isCounted: true,
    },
  })
})

test('unknown facts are absent, and an unknown amount is not 0', () => {
  const empty = { recipientEin: null, amount: null, name: null, city: null, state: null }
  const document = toGrantDocument({
    ...ROW,
    ...empty,
    category: 'ScheduleF',
    region: 'Sub-Saharan Africa',
    purpose: null,
    schemaVersion: null,
  })
  expect(document).not.toHaveProperty('purpose')
  expect(document.display.recipient).toEqual({ region: 'Sub-Saharan Africa' })
  expect(document.query).toEqual({ funder: 'brightwater foundation' })
  expect(document.filter).toEqual({
    year: 2022,
    amountBand: 'None',
    category: 'ScheduleF',
    isCounted: true,
  })
})

test.each([
  ['FoundationApproved', null, 'ApprovedForLater'],
  ['RelatedTransfer', 'LoanOrGuarantee', 'LoanOrGuarantee'],
  ['ScheduleI', null, undefined],
])('a row of %s (%s) has NotCounted %s', (category, uncounted, reason) => {
  expect(toGrantDocument({ ...ROW, category, uncounted }).display.notCounted).toBe(reason)
})
