import { expect, test } from 'vitest'
import { toCsvColumns } from '#src/web/components/table.tsx'
import { memoPath } from '#src/web/links.ts'
import { ReportBlock, readReportAddress, reportColumns } from '#src/web/pages/memo.tsx'
import type { MemoEntry } from '#src/web/pages/read-memo.ts'
import { draw } from './draw.ts'

const EINS = Array.from({ length: 27 }, (_, at) => String(70_000_001 + at).padStart(9, '0'))

test('EINs are read in any spelling, each once', () => {
  expect(readReportAddress('07-0000001\r\nEIN 070000002; 70000003,\t07-0000001')).toEqual({
    eins: ['070000001', '070000002', '070000003'],
    faults: [],
    isCanonical: false,
  })
  expect(readReportAddress(['070000001', '070000002']).eins).toHaveLength(2)
  expect(readReportAddress('070000001,070000002').isCanonical).toBe(true)
  expect(readReportAddress(undefined)).toMatchObject({ eins: [], faults: [] })
  expect(memoPath(EINS.slice(0, 2))).toBe('/memo?EINs=070000001,070000002')
})

test('entries that are no EIN, and those beyond the 25th, are named', () => {
  const { eins, faults } = readReportAddress(`food bank\n${EINS.join('\n')}`)
  expect(eins).toEqual(EINS.slice(0, 25))
  expect(faults).toEqual([
    expect.stringMatching(/^“food bank” is not/),
    expect.stringMatching(/ 25 organizations. Left out: 07-0000026, 07-0000027\.$/),
  ])
  expect(readReportAddress(`${'x\n'.repeat(30)}y`).faults.at(-1)).toMatch(/^6 more entries/)
})

const entry: MemoEntry = {
  ein: '070000001',
  found: {
    name: 'MADE FUND',
    state: 'OH',
    readiness: {
      ...{ label: 'Needs review', tone: 'Caution', reviewReasons: ['Diverted.', 'It is old.'] },
      restriction: { status: 'Clear', confirmed: 0, review: 0 },
    },
    latest: { form: '990', taxYear: 2022, taxPeriodEnd: '2022-12-31' },
    revenue: { value: 1_500_000, ref: '990:2022:x:/IRS990/CYTotalRevenueAmt' },
    rating: { score: 61.2, possible: 70, isOld: true },
    recognition: { status: 'NotChecked' },
    lists: [{ list: 'OFAC', asOf: '2026-05' }],
    sources: [
      { what: 'revenue', ref: '990:2022:x:/IRS990/CYTotalRevenueAmt' },
      { what: 'restriction', ref: 'sdn:2026-05:1:Name' },
    ],
  },
}

test('the row says what was checked, and what was not', () => {
  const row = Object.fromEntries(
    toCsvColumns(reportColumns).map(({ name, read }) => [name, read(entry)]),
  )
  expect(row).toMatchObject({
    ...{ Name: 'MADE FUND', EIN: '070000001', State: 'OH', LatestReturn: 'Form 990, 2022' },
    ...{ Revenue: 1_500_000, Rating: '61 of 70 from an old return' },
    Recognition: expect.stringMatching(/^Not checked: the registry/),
    Deductibility: 'Not checked',
    RestrictionLists: 'No match: OFAC May 2026',
    Result: 'Needs review',
  })
  const unknown = toCsvColumns(reportColumns).map(({ read }) => read({ ein: '979999999' }))
  expect(unknown.filter((cell) => cell !== undefined)).toEqual(['979999999'])
})

test('a block numbers its sources after those before it, and cites one for each sentence', () => {
  const props = { entry, firstSource: 4 }
  const $ = draw(ReportBlock, props)
  expect($('ol').attr('start')).toBe('4')
  expect(
    $('ol li')
      .map((_, one) => $(one).find('a').attr('href'))
      .get(),
  ).toEqual([
    ...['/charity/070000001', '/sources'],
    '/charity/070000001/evidence?Ref=sdn:2026-05:1:Name',
  ])
  expect($('p:contains("Findings")').text().trim()).toBe('Findings: Diverted. [4] It is old. [4]')
  const unknown = draw(ReportBlock, { ...props, entry: { ein: '979999999' } })
  expect(unknown('p').text()).toMatch(/^EIN 97-9999999 is in no/)
})

test('a memo cites each sentence once, by the number of its source', () => {
  const [revenue, pay] = [
    { label: 'Revenue', href: '/r' },
    { label: 'Pay', href: '/p' },
  ]
  const memo = {
    taxYear: 2022,
    source: pay,
    figures: [{ value: 11_618_000, unit: 'USD', source: revenue }],
    sentences: [
      { topic: 'people', text: 'Ann Lee, CEO.', sources: [pay, pay] },
      { topic: 'purpose', text: 'It feeds people.', sources: [{ ...revenue, label: 'Mission' }] },
    ],
  } as NonNullable<MemoEntry['memo']>
  const $ = draw(ReportBlock, { entry: { ...entry, memo }, firstSource: 4 })
  const said = $('p:has(strong)').map((_, one) => $(one).text().trim().replace(/\s+/g, ' '))
  expect(said.get().slice(0, 2)).toEqual([
    'Who it is: It feeds people. [5]',
    'Who leads it: Ann Lee, CEO. [4]',
  ])
  expect($('ol > li')).toHaveLength(5)
  expect($('ol > li').last().find('a').attr('href')).toContain('sdn:2026-05:1:Name')
  expect($('dl dd').text()).toBe('$11.6M [5]')
  expect($('dl dd span').attr('title')).toBe('$11,618,000')
})
