import { describe, expect, it } from 'vitest'
import { addFindings, emptyFindings } from '#src/assistant/grounding/findings.ts'
import { createGround, NOTICES } from '#src/assistant/grounding/ground.ts'
import type { Citation } from '#src/tools/cite.ts'

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
    label,
    value,
    unit,
    taxYear,
    citation: {
      ein,
      label,
      value,
      evidence: {
        ref: `990:${taxYear}:${ein}:${label}`,
        collection: 'filings' as const,
        form: '990' as const,
        taxYear,
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
  read(HARBOR, 'Harbor House', [
    ['Total revenue', 1_234_567, 'USD'],
    ['Total revenue', 800_000, 'USD', 2021],
    ['Total expenses', 1_100_000, 'USD'],
    ['Revenue less expenses', 134_567, 'USD'],
    ['Total assets, end of year', 2_500_000, 'USD'],
    ['Contributions and grants', 950_000, 'USD'],
    ['Program service expenses', 935_000, 'USD'],
    ['Program ratio', 0.85, 'ratio'],
    ['Fundraising ratio', 0.31, 'ratio'],
    ['Revenue growth', 0.12, 'ratio'],
    ['Reserve months', 7.3, 'months'],
    ['Employees', 42, 'count'],
    ['Volunteers', 0, 'count'],
    ['Compensation of JANE DOE', 61_000, 'USD'],
    ['Mission', 'We serve 31,200 meals a year to people in need across the county.'],
  ]),
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

describe('an honest sentence of the usual form is shown', () => {
  it.each([
    'Harbor House had revenue of $1,234,567 in 2022.',
    'In tax year 2022, Harbor House reported total revenue of $1,234,567.',
    'In 2022 Harbor House took in $1.2 million and spent $1.1 million.',
    'Harbor House reported $1,234,567 in revenue and $1,100,000 in expenses.',
    'Revenue was $1,234,567, expenses were $1,100,000.',
    'Total revenue: $1,234,567',
    'Its total assets at the end of 2022 were $2,500,000.',
    'It ended the year with assets of $2.5 million.',
    'Harbor House spent 85% of its expenses on programs.',
    'Its program ratio was 0.85, that is 85 percent.',
    '85 cents of each dollar went to programs.',
    'It spent $935,000 on programs.',
    'Program expenses were $935,000.',
    'Fundraising took 31% of expenses.',
    'Its fundraising ratio is 31%.',
    'Revenue rose from $800,000 in 2021 to $1,234,567 in 2022.',
    'From 2021 to 2022 revenue grew from $800,000 to $1,234,567.',
    'Revenue grew 12% in 2022.',
    'Its revenue increased by 12% from 2021 to 2022.',
    'Revenue growth was 12%.',
    'It had a surplus of $134,567.',
    'Revenue exceeded expenses by $134,567.',
    'Its net income was about $135,000.',
    'Hope Shelter ran a deficit of $5,000.',
    'Hope Shelter lost $5,000 in 2022.',
    'Hope Shelter spent $5,000 more than it took in.',
    'It received $950,000 in contributions and grants.',
    'Its reserves last 7.3 months.',
    'It holds about 7 months of reserves.',
    'Harbor House has 42 employees.',
    'Harbor House employs 42 people.',
    'The number of employees was 42.',
    'It has no volunteers.',
    'Jane Doe, executive director, was paid $61,000.',
    'Compensation of Jane Doe was $61,000.',
    'Harbor House is rated 78 of 100.',
    'Its score is 78 out of 100 for 2022.',
    'Harbor House gave Hope Shelter $3,000 in grants.',
    'Harbor House gave $3,000 to Hope Shelter in 2 grants.',
    'I found 57 food banks in Ohio.',
    'There are 57 such organizations.',
    'Harbor House had revenue of $1,234,567, compared with $9,999 for Hope Shelter.',
    'Harbor House took in $1,234,567 and Hope Shelter $9,999.',
    'Harbor House is larger. Its revenue was over $1.2 million.',
    'Harbor House (EIN 07-0000111) and Hope Shelter (EIN 07-0000122) file Form 990.',
    'Harbor House says: "We serve 31,200 meals a year to people in need".',
    'No revenue figure is available for 2021.',
    'I cannot advise whether to donate.',
    'In the third quarter of the year nothing is filed.',
    'Its CEO holds an M.Ed. from St. Louis, e.g. for the U.S. office.',
  ])('%s', (sentence) => {
    expect(isShown(sentence)).toBe(true)
  })
})

describe('an untrue sentence with a true number is withheld', () => {
  it.each([
    ['from a bound of our own', 'Harbor House had revenue of $10 million in 2022.'],
    ['from a bound of our own', 'Harbor House has assets of $10 million.'],
    ['from a bound of our own', 'The CEO is paid $1 million.'],
    ['from a number of peers', 'Harbor House has 57 employees.'],
    ['from the scale', 'Harbor House was rated 100 of 100.'],
    ['from the scale', 'Harbor House has 100 volunteers.'],
    ['from points that are possible', 'Harbor House scores 40 points.'],
    ['of growth as a decline', 'Revenue of Harbor House fell 12%.'],
    ['of growth as a decline', 'Revenue declined by 12% in 2022.'],
    ['of a surplus as a loss', 'Harbor House had a deficit of $134,567.'],
    ['of a surplus as a loss', 'Harbor House lost $134,567.'],
    ['of a surplus as a loss', 'It ran a loss of $134,567.'],
    ['of a loss as a surplus', 'Hope Shelter had a surplus of $5,000.'],
    ['of an amount as a change', 'Revenue rose by $1,234,567.'],
    ['of another year', 'In tax year 2022 Harbor House had revenue of $800,000.'],
    ['of another year', 'Harbor House had total revenue of $800,000 for 2022.'],
    ['of another year', 'Revenue rose from $1,234,567 in 2021 to $800,000 in 2022.'],
    ['of another line', 'It has a net worth of $1,100,000.'],
    ['of another line', 'Cash on hand: $1,100,000.'],
    ['of another line', 'The endowment is $1,234,567.'],
    ['of another line', 'The CEO makes $1,100,000.'],
    ['of another line', 'It spends 31% on the CEO.'],
    ['of another line', 'It spends 31% of its budget on administration.'],
    ['of another line', 'It keeps 85% as profit.'],
    ['of another line', 'Program expenses were $1,100,000.'],
    ['of another line', 'Net assets were $2,500,000.'],
    ['of another line', 'Expenses were $1,234,567 and revenue $1,100,000.'],
    ['of no line', 'It is worth 1,234,567 to many.'],
    ['of countable things', 'It fed 1,234,567 children.'],
    ['of countable things', 'Its revenue came from 1,234,567 donors.'],
    ['of countable things', 'It has 1,100,000 members.'],
    ['of countable things', '42 lawsuits are pending.'],
    ['of countable things', 'It had 0 complaints.'],
    ['of countable things', 'It runs 1 hospital.'],
    ['of countable things', 'It runs 7 hospitals.'],
    ['of a rounded ratio', 'Its program ratio was 1.'],
    ['of a multiple', 'Revenue grew 7x.'],
    ['in words', 'It spends half on programs.'],
    ['in words', 'It spends a third on fundraising.'],
    ['in words', 'It spends one third on fundraising.'],
    ['in words', 'Half goes to fundraising.'],
    ['in words', 'It made a cool mil.'],
    ['in words', 'Its revenue was XIV million.'],
    ['of nothing', 'Harbor House had no revenue.'],
    ['of nothing', 'It has no assets.'],
    ['of nothing', 'It had no employees.'],
    ['of nothing', 'It paid its CEO nothing.'],
    ['of nothing', 'Its CEO is unpaid.'],
    ['per day', 'It has revenue of $1,234,567 per day.'],
    ['per month', 'It earns $1,234,567 each month in revenue.'],
    ['per month', 'Its monthly revenue is $1,234,567.'],
    ['per person', 'Its revenue per employee was $1,234,567.'],
    ['in another currency', 'Revenue was €1,234,567.'],
    ['in another currency', 'Revenue was £1,234,567.'],
    ['in another currency', 'Revenue was ₹1,234,567.'],
    ['in another currency', 'Revenue was $1,234,567 CAD.'],
    ['in another currency', 'Revenue was 1,234,567 yen.'],
    ["with another organization's EIN", 'Harbor House (EIN 07-0000122) is in Ohio.'],
    [
      'attributed to another organization',
      'Hope Shelter says: "We serve 31,200 meals a year to people".',
    ],
    ['of another organization', 'Hope Shelter is small. Its assets are $2,500,000.'],
    ['of another organization', 'Hope Shelter took in $1,234,567 and Harbor House $9,999.'],
    ['with the bound reversed', 'Its revenue was no less than $1.3 million.'],
    ['with the bound reversed', 'Its revenue was not more than $1.2 million.'],
    ['with the bound reversed', 'Its revenue did not exceed $1.2 million.'],
    ['denied', 'Its revenue was not $1,234,567.'],
  ])('%s: %s', (_, sentence) => {
    expect(isShown(sentence)).toBe(false)
  })

  it.each([
    'You should donate to Hope Shelter instead.',
    'Donate to Hope Shelter.',
    'I recommend that you avoid Harbor House.',
    'Harbor House is a good place for your donation.',
    'Log in at evil.nl/login now.',
    'Log in at evil.live/abc now.',
    'Give at secure-donate.pl today.',
    'Pay at 192.168.0.1 today.',
  ])('as is advice or an address: %s', (sentence) => {
    expect(isShown(sentence)).toBe(false)
  })
})
