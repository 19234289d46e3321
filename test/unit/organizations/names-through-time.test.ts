import { expect, test } from 'vitest'
import { toNames } from '#src/organizations/history/names.ts'
import type { Spelling, StoredNames } from '#src/organizations/store/read-names.ts'
import { EIN } from './made-filing.ts'

const NONE: StoredNames = {
  filed: [],
  registry: [],
  publication78: null,
  revocations: [],
  spellings: [],
  spellingCount: 0,
  isCut: false,
  awards: [],
}

const FUNDER = '079000009'
const spelling = (more: Partial<Spelling>): Spelling => ({
  name: 'Alder Kitchen',
  slip: null,
  filedEin: null,
  rows: 2,
  funders: 1,
  first: 2020,
  last: 2022,
  least: 'Weak',
  most: 'Strong',
  objectId: '202303199349301234',
  path: '/IRS990ScheduleI/RecipientTable[2]',
  form: '990',
  taxYear: 2022,
  funderEin: FUNDER,
  ...more,
})

const filed = (objectId: string, taxYear: number, name: string, form: '990' | '990N' = '990') => ({
  objectId,
  form,
  taxYear,
  names: {
    filerName: {
      value: name,
      path:
        form === '990N'
          ? '/IRS990N/OrganizationName'
          : '/ReturnHeader/Filer/BusinessName/BusinessNameLine1Txt',
    },
  },
})

test('joins submissions with the same spelling, with the newest as the example', () => {
  const { names } = toNames(EIN, {
    ...NONE,
    filed: [
      filed('202303199349301234', 2022, 'Alder Kitchen'),
      filed('202203199349301234', 2021, 'ALDER KITCHEN'),
      filed('202103199349301234', 2020, 'Alder Kitchen'),
      filed('202003199349301234', 2019, 'Alder Kitchen', '990N'),
    ],
  })
  expect(names.map(({ name, source, first, last, count }) => [name, source, first, last, count]))
    // The spelling in capitals is a name of its own.
    .toEqual([
      ['Alder Kitchen', 'Return', '2020', '2022', 2],
      ['ALDER KITCHEN', 'Return', '2021', '2021', 1],
      ['Alder Kitchen', 'Postcard', '2019', '2019', 1],
    ])
  expect(names[0]?.ref).toBe(
    '990:2022:202303199349301234:/ReturnHeader/Filer/BusinessName/BusinessNameLine1Txt',
  )
  expect(names[2]?.ref).toBe('990N:2019:202003199349301234:/OrganizationName')
})

test('cites each list by its month, and a former name by the last month that had it', () => {
  const { names } = toNames(EIN, {
    ...NONE,
    registry: [
      { name: 'ALDER KITCHEN', kind: 'name', first: '2026-04', last: '2026-04' },
      { name: 'ALDER SOUP', kind: 'name', first: '2020-07', last: '2021-05' },
      { name: 'FRIENDS', kind: 'sort_name', first: '2020-07', last: '2026-04' },
    ],
    publication78: { name: 'Alder Kitchen', asOf: '2026-04' },
    revocations: [{ name: 'ALDER SOUP', dbaName: 'SOUP', revokedOn: '2019-05-15' }],
  })
  expect(names.map(({ role, ref }) => [role, ref])).toEqual([
    ['Name', `bmf:2026-04:${EIN}:NAME`],
    ['SecondLine', `bmf:2026-04:${EIN}:SORT_NAME`],
    ['Name', `bmf:2021-05:${EIN}:NAME`],
    ['Name', `pub78:2026-04:${EIN}:LegalName`],
    ['Name', `revocation:${EIN}:2019-05-15:LegalName`],
    ['DoingBusinessAs', `revocation:${EIN}:2019-05-15:DbaName`],
  ])
})

test('separates rows whose EIN does not fit, and opens the rows with the EIN of the funder', () => {
  const { names, slips, isCut } = toNames(EIN, {
    ...NONE,
    spellings: [
      spelling({ slip: 'OtherEin', filedEin: '079000008' }),
      spelling({ slip: 'UnlikeName', name: 'Birch', least: 'Weak', most: 'Weak' }),
      spelling({}),
    ],
    spellingCount: 4,
  })
  expect(slips.map(({ slip, filedEin }) => [slip, filedEin])).toEqual([
    ['OtherEin', '079000008'],
    ['UnlikeName', undefined],
  ])
  expect(names).toMatchObject([
    {
      source: 'Funder',
      count: 2,
      confidence: { least: 'Weak', most: 'Strong' },
      ref: '990:2022:202303199349301234:/IRS990ScheduleI/RecipientTable[2]',
      refEin: FUNDER,
    },
  ])
  expect(isCut).toBe(true)
})

test('gives awards the score of their match', () => {
  const award = { name: 'ALDER', isDba: false, rows: 3, first: 2021, last: null, score: 0.9 }
  const { names } = toNames(EIN, {
    ...NONE,
    awards: [
      { ...award, kind: 'award', key: 'ASST_NON_1' },
      { ...award, kind: 'subaward', key: 'k1', isDba: true },
    ],
  })
  expect(names).toMatchObject([
    {
      source: 'Award',
      first: '2021',
      count: 3,
      score: 0.9,
      ref: 'award:ASST_NON_1:recipient_name',
    },
    { source: 'Subaward', role: 'DoingBusinessAs', ref: 'subaward:k1:subawardee_dba_name' },
  ])
  expect(names[0]).not.toHaveProperty('last')
})
