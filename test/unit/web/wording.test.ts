import { load } from 'cheerio'
import { h } from 'preact'
import { render } from 'preact-render-to-string'
import { expect, test } from 'vitest'
import type { OpenedEvidence } from '#src/organizations/evidence/read-evidence.ts'
import type { RatingView } from '#src/organizations/page/rating-view.ts'
import { describeTable } from '#src/organizations/sections/describe-tables.ts'
import { METRICS } from '#src/rating/metrics.ts'
import type { Hit } from '#src/search/params.ts'
import { EvidenceValue } from '#src/web/components/evidence/value.tsx'
import { Cited } from '#src/web/components/figure.tsx'
import { RatingData } from '#src/web/components/rating.tsx'
import { RowsTable } from '#src/web/components/rows/rows-table.tsx'
import { WhyMatched } from '#src/web/components/search/hit.tsx'

const EIN = '070000301'

test('a section ranks a lower-is-better metric like the overview: 100% is best', () => {
  const metric = {
    ...METRICS.administrativeRatio,
    key: 'administrativeRatio',
    value: 0.1,
    percentile: 0.12,
    score: 0.88,
    peers: { label: 'Form 990', size: 300 },
    ref: 'x',
  }
  const rating = {
    verdict: { bottomLine: '' },
    categories: [
      { key: metric.category, label: 'A', weight: 40, score: 0.88, members: [metric.key] },
    ],
    metrics: [metric],
    missing: [],
  } as unknown as RatingView
  const $ = load(render(h(RatingData, { ein: EIN, rating, evidence: [] })))
  expect($('table.metrics th').text()).toContain('Rank, 100% is best')
  const [, rank] = $('table.metrics tr:not(.group) td.number').toArray()
  expect($(rank).text()).toBe('88%')
})

test('growth over three years is labeled as a rate per year', () => {
  expect(METRICS.revenueGrowthThreeYears.label).toBe('Three-year revenue growth, per year')
  expect(METRICS.programExpenseGrowthThreeYears.label).toContain('per year')
})

test('the digits of a share are small, after its percent', () => {
  const opened = { target: { value: 1.121443, unit: 'ratio' } } as unknown as OpenedEvidence
  const $ = load(render(h(EvidenceValue, { opened })))
  expect($('.large').text()).toBe('112.1% (1.121443)')
  expect($('.large small').text()).toBe('(1.121443)')
})

test.each([
  ['bmf:2026-04:070000301:RULING', 'registry'],
  ['990:2022:202323379349305852:/ReturnHeader/Filer/USAddress', 'filing'],
  ['derived:programRatio:070000301:2022', 'calculation'],
])('the link to %s opens the %s', (ref_, word) => {
  const html = render(h(Cited, { ein: EIN, label: 'It', ref_, children: 'x' }))
  expect(load(html)('a').attr('title')).toBe(`It: see the ${word}`)
})

test('many empty columns are collapsed, and a few are listed', () => {
  const table = describeTable({ schemaVersion: '2022v5.0' }, 'officers990', 1)
  const filing = { form: '990', taxYear: 2022, objectId: '1' } as never
  const show = (columns: typeof table.columns) => {
    const row = { cells: { name: { value: 'Ada', path: '/x' } } }
    const rows = [{ table: 'officers990', row }] as never
    return load(render(h(RowsTable, { ein: EIN, filing, table: { ...table, columns }, rows })))
  }
  const many = show(table.columns)
  expect(many('.rows > .note').first().text()).toBe('A dash means not reported.')
  expect(many('details').text()).toContain('Empty in all of these rows:')
  const few = show(table.columns.slice(0, 3))
  expect(few('details')).toHaveLength(0)
  expect(few('.note').text()).toContain('Empty in all of these rows:')
})

test('a classification is shown once if nothing else is known', () => {
  const hit = {
    ein: EIN,
    display: { name: 'A made organization' },
    match: { kind: 'Cause' },
    explanation: 'It is classified as Youth Development Programs.',
    reasons: [{ kind: 'Classification', label: 'Youth Development Programs', isInferred: false }],
  } as unknown as Hit
  const text = load(render(h(WhyMatched, { hit })))('.why').text()
  expect(text).toBe('Classified as Youth Development Programs')
})
