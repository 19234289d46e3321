import { expect, test } from 'vitest'
import { addFindings, emptyFindings } from '#src/assistant/grounding/findings.ts'
import { createGround, NOTICES } from '#src/assistant/grounding/ground.ts'
import { readTsv } from '#src/domain/tsv.ts'
import type { Citation } from '#src/tools/cite.ts'
import { cases } from '../../cases.ts'

const HARBOR = '070000111'
const HOPE = '070000122'

type Leaf = [
  label: string,
  value: Citation['value'],
  unit?: 'USD' | 'count' | 'ratio' | 'months',
  year?: number,
]

const read = (ein: string, name: string, leaves: Leaf[]) => {
  const figures = leaves.map(([label, value, unit, taxYear = 2022]) => ({
    ...{ label, value, unit, taxYear },
    citation: {
      ...{ ein, label, value },
      evidence: {
        ...{ ref: `990:${taxYear}:${ein}:${label}`, taxYear },
        ...({ collection: 'filings', form: '990' } as const),
        ...(unit === 'USD' && { sourcePath: '/IRS990/LineAmt' }),
        ...(unit === 'count' && { sourcePath: '/IRS990/LineCnt' }),
        ...((unit === 'ratio' || unit === 'months') && { formula: 'one by the other' }),
        citation: `Form 990 (tax year ${taxYear})`,
      },
    },
  }))
  return {
    filing: { ein, name, taxYear: 2022, taxPeriodEnd: '2022-12-31' },
    figures,
    citations: figures.map(({ citation }) => citation),
    counted: [],
  }
}

const ANSWERS = [
  read(HARBOR, 'Harbor House', cases<Leaf>('figures of Harbor House')),
  read(HOPE, 'Hope Shelter', [
    ['Total revenue', 9_999, 'USD'],
    ['Revenue less expenses', -5_000, 'USD'],
  ]),
  {
    ein: HARBOR,
    name: 'Harbor House',
    taxYear: 2022,
    bottomLine: 'Rated 78 of 100 on its 2022 return, $1 million to $10 million.',
    score: 78,
    raising: [{ label: 'Program ratio', peers: 'Filers, revenue $1 million to $10 million (57)' }],
    citations: [read(HARBOR, 'Harbor House', [['Rating, 0 to 100', 78]]).citations].flat(),
    counted: [{ label: 'Financial Efficiency: points possible', value: 40 }],
  },
  {
    ein: HARBOR,
    name: 'Harbor House',
    items: [{ ein: HOPE, name: 'Hope Shelter', amount: 3_000, grants: 2 }],
    citations: [],
    counted: [{ label: 'Hope Shelter: sum of 2 grants listed in current returns', value: 3_000 }],
  },
  { hits: [], found: 57, citations: [], counted: [{ label: 'Organizations found', value: 57 }] },
]

function isShown(text: string): boolean {
  const findings = emptyFindings()
  for (const answer of ANSWERS) addFindings(findings, answer)
  const ground = createGround(findings, { prompt: 'Keep these rules.', marker: '=data-0=' })
  const events = [...ground.write(`They file returns. ${text}`), ...ground.flush()]
  const shown = events.map((event) => (event.kind === 'text' ? event.text : '')).join('')
  expect(shown.startsWith('They file returns.')).toBe(true)
  return !Object.values(NOTICES).some((notice) => shown.includes(notice))
}

// Untrue sentences contain true numbers.
test.each(readTsv(new URL('./sentences-shown.tsv', import.meta.url)))(
  '%s: %s: %s',
  (expected, _, sentence = '') => {
    expect(isShown(sentence)).toBe(expected === 'shown')
  },
)
