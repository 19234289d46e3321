import { describe, expect, test } from 'vitest'
import { SHOWN_NAME_LENGTH } from '#src/domain/filed-text.ts'
import { readTsv } from '#src/domain/tsv.ts'
import { readableEvidencePath } from '#src/organizations/evidence/cite-evidence.ts'
import type { OpenedEvidence } from '#src/organizations/evidence/read-evidence.ts'
import type { RatingView } from '#src/organizations/page/rating-view.ts'
import { METRICS } from '#src/rating/metrics.ts'
import { BAND_FLOORS } from '#src/rating/rating.ts'
import { Cited, Figure, FiledText, Short, Value } from '#src/web/components/figure.tsx'
import {
  formatExactly,
  formatScore,
  formatValue,
  formatWhole,
  listYears,
  shortenValue,
} from '#src/web/components/formats.ts'
import { Matched } from '#src/web/components/network/by-year.tsx'
import { RatingBand } from '#src/web/components/rating.tsx'
import { cutTexts, DisplayName, LONGEST_TEXT, Name } from '#src/web/components/text.tsx'
import { evidencePath } from '#src/web/links.ts'
import { EvidenceValue } from '#src/web/pages/evidence.tsx'
import { draw, textsOf, toHtml } from './draw.ts'

const EIN = '070000301'

const FORMATS: Record<string, (value: never, unit?: string) => string> = {
  exactly: formatExactly,
  'for people': formatValue,
  'on hover': formatWhole,
  'in short': shortenValue,
  'as years': listYears,
}

test.each(readTsv(new URL('./formats.tsv', import.meta.url)))(
  '%s, %s in %s is %s',
  (how = '', value = '', unit, shown) => {
    expect(FORMATS[how]?.(JSON.parse(value) as never, unit || undefined)).toBe(shown)
  },
)

test('a score is a whole number that never contradicts its band', () => {
  for (const { from } of BAND_FLOORS.filter((floor) => floor.from > 0)) {
    expect(formatScore(from - 0.01)).toBe(String(from - 1))
    expect(formatScore(from)).toBe(String(from))
  }
  const scores = [84.6, 85.5, 79.92, 75.09, 0.3, 100]
  expect(scores.map(formatScore).join()).toBe('84,86,80,75,0,100')
})

test('a lower-is-better metric is ranked so that 100% is best', () => {
  const { administrativeRatio: definition } = METRICS
  const metric = {
    ...definition,
    ...{ key: 'administrativeRatio', value: 0.1, percentile: 0.12, score: 0.88, ref: 'x' },
    peers: { label: 'Form 990', size: 300 },
  }
  const { category: key } = definition
  const rating = {
    verdict: { bottomLine: '' },
    categories: [{ key, label: 'A', weight: 40, score: 0.88, members: [metric.key] }],
    metrics: [metric],
    missing: [],
  } as unknown as RatingView
  const $ = draw(RatingBand, { ein: EIN, rating })
  expect($('table.metrics th').text()).toContain('100%')
  expect(textsOf($, 'table.metrics tr:not(.group) td.number')[1]).toBe('88%')
})

test('the points of categories add up to the score', () => {
  const categories = ['a', 'b', 'c'].map((key) => ({ key, score: 1 / 6, weight: 10, members: [] }))
  const rating = { verdict: {}, categories, metrics: [], missing: [] } as unknown as RatingView
  const $ = draw(RatingBand, { ein: EIN, rating })
  // Rounded alone, each would be 1.67, and the sum 5.01.
  const points = textsOf($, 'table:not(.metrics) tr td:nth-child(4)')
  expect(points).toEqual(['1.67', '1.66', '1.67'])
})

test('the digits of a share are small, after its percent', () => {
  const opened = { target: { value: 1.121443, unit: 'ratio' } } as unknown as OpenedEvidence
  const $ = draw(EvidenceValue, { opened })
  expect(textsOf($, '.large, .large small')).toEqual(['112.1% (1.121443)', '(1.121443)'])
  const short = draw(Short, { value: 3_124_686, unit: 'USD' })
  expect([short('span').text(), short('span').attr('title')]).toEqual(['$3.12M', '$3,124,686'])
})

test.each([
  ['bmf:2026-04:070000301:RULING', 'registry'],
  ['990:2022:202323379349305852:/ReturnHeader/Filer/USAddress', 'filing'],
  ['derived:programRatio:070000301:2022', 'calculation'],
])('the link to %s opens the %s', (ref_, word) => {
  const $ = draw(Cited, { ein: EIN, label: 'It', ref_, children: 'x' })
  expect($('a').attr('title')).toContain(word)
})

const named = { ein: EIN, label: 'Name', ref_: 'bmf:2026-04:070000301:NAME' }

test.each([
  ['EXAMPLE YMCA OF THE VALLEY', undefined, 'Example YMCA of the Valley'],
  ['eXample Inc', undefined, 'eXample Inc'],
  ['EXAMPLE FUND', 8, 'Example…'],
])('the name "%s" in %s letters is %s, with the filed form on hover', (name, length, shown) => {
  const $ = draw(DisplayName, { name, ...(length && { length }) })
  const hover = name === shown ? undefined : name
  expect([$('bdi').text(), $('bdi').attr('title')]).toEqual([shown, hover])
})

test('a name as a link or a cell is shown the same way', () => {
  for (const $ of [
    draw(Cited, { ...named, isName: true, children: 'JANE MCDOE' }),
    draw(Value, { ...named, isName: true, value: 'JANE MCDOE' }),
  ])
    expect([$('a').text(), $('bdi').attr('title')]).toEqual(['Jane McDoe', 'JANE MCDOE'])
  // Only a quotation stays as filed.
  expect(draw(Value, { ...named, value: 'JO MCDOE' })('a').text()).toBe('JO MCDOE')
})

const LONG = 'word '.repeat(LONGEST_TEXT)
const cited = { ein: EIN, label: 'Mission', ref_: '990:2022:1:/IRS990/MissionDesc' }

test.each([
  ['a text', toHtml(FiledText, { ...cited, text: LONG })],
  ['a value', toHtml(Value, { ...cited, value: LONG })],
  ['a figure', toHtml(Figure, { ...cited, figure: { value: LONG, ref: cited.ref_ } })],
  ['a cited text', toHtml(Cited, { ...cited, children: LONG })],
])('a long filed text is cut as %s, with a link to the whole', (_, html) => {
  expect(html).toContain('word …')
  expect(html.length).toBeLessThan(4 * LONGEST_TEXT)
  expect(html).toContain(encodeURIComponent(cited.ref_))
})

test('a text is whole up to the limit, and a name is cut after it', () => {
  const text = 'a'.repeat(LONGEST_TEXT)
  const shown = draw(FiledText, { ...cited, text }).text()
  expect(shown).toContain(text)
  expect(shown).not.toContain('…')
  expect(draw(Name, { children: LONG }).text()).toHaveLength(LONGEST_TEXT + 1)
})

describe('the props of a page', () => {
  test.each([
    ['a name', (text: string) => ({ organization: { name: text } }), SHOWN_NAME_LENGTH],
    ['a name with its Ref', (text: string) => ({ name: { value: text } }), SHOWN_NAME_LENGTH],
    ['a city in a list', (text: string) => [{ city: text }], SHOWN_NAME_LENGTH],
    ['a text', (text: string) => ({ mission: { value: text } }), 2 * LONGEST_TEXT],
    ['a text by a key', (text: string) => new Map([['/a', text]]), 2 * LONGEST_TEXT],
  ])('have %s cut', (_, toModel, longest) => {
    expect(cutTexts<unknown>(toModel(LONG))).toEqual(toModel(`${LONG.slice(0, longest)}…`))
  })

  test('stay the same object without a long text', () => {
    const shown = { name: 'Lark', rows: [{ cells: { name: { value: 'Ohio', path: '/a' } } }] }
    expect(cutTexts(shown)).toBe(shown)
    expect(cutTexts({ shown, text: LONG }).shown).toBe(shown)
  })
})

const FILING = '990:2023:202413429349300770'

test.each([`${FILING}:/IRS990ScheduleK[2]/@name`, 'award:A&B=C #+% ü', 'bmf:2026-02:1:NAME'])(
  'the address that people can type leads where the link to %s does',
  (ref) => {
    const open = (path: string) => new URL(path, 'http://made.example')
    const [typed, linked] = [open(readableEvidencePath(EIN, ref)), open(evidencePath(EIN, ref))]
    expect(typed.pathname).toBe(linked.pathname)
    expect([...typed.searchParams]).toEqual([...linked.searchParams])
  },
)

test('a small share of grants is not shown as none', () => {
  const year = { taxYear: 2022, rowCount: 9, returnCount: 1, unidentifiedRowCount: 8 }
  const known = { reported: { value: 900, evidenceRefs: [] }, identifiedShare: 0.0088 }
  expect(draw(Matched, { years: [{ ...year, ...known }] }).text()).toContain('under 1%')
})
