import { describe, expect, it, test } from 'vitest'
import type { Block, FilingBlocks } from '#src/domain/blocks.ts'
import { CATALOGUE, lineOf } from '#src/domain/facts/catalogue.ts'
import { citationOf, listCitationOf, partName } from '#src/domain/facts/citation.ts'
import { labelOf } from '#src/domain/facts/definitions.ts'
import { misreadFacts, readFacts } from '#src/domain/facts/read-facts.ts'
import { REPEATABLE } from '#src/domain/facts/repeatable.ts'
import { namesNobody, unlistedAmong } from '#src/domain/facts/row-facts-names.ts'
import { isRefPath, leafSubject, rowSubject } from '#src/domain/facts/subjects.ts'
import { FORMS, type Form } from '#src/domain/form.ts'
import { toMoneyFlow } from '#src/organizations/figures/money-flow.ts'
import { groupFacts, pickFigures } from '#src/organizations/figures/named-figures.ts'
import { toSeries } from '#src/organizations/figures/series.ts'
import { cases, testCases, testReturns } from '#test/unit/cases.ts'
import { makeFiling, makeOrganization } from '#test/unit/organizations/made-filing.ts'

const return990 = (content: Block, filer: Block = {}): FilingBlocks => [
  { block: 'ReturnHeader', ordinal: 1, content: { Filer: filer } },
  { block: 'IRS990', ordinal: 1, content },
]

describe('readFacts', () => {
  testCases('elements of total revenue', (_era: string, content: Block, path: string) => {
    expect(readFacts('990', return990(content as Block)).facts.totalRevenue).toEqual({
      value: 120,
      path,
    })
  })

  it('keeps a filed zero and a negative amount, and omits what is not filed', () => {
    const { facts, warnings } = readFacts(
      '990',
      return990({
        CYTotalRevenueAmt: '0',
        CYRevenuesLessExpensesAmt: '-45',
        CYOtherRevenueAmt: '',
      }),
    )
    expect(facts.totalRevenue?.value).toBe(0)
    expect(facts.revenueLessExpenses?.value).toBe(-45)
    expect(facts).not.toHaveProperty('otherRevenue')
    expect(facts).not.toHaveProperty('contributions')
    expect(warnings).toEqual([])
  })

  // A text without a value is absent, with a warning that names its line.
  testCases('texts without a value', (element: string, text: string, key: string, code: string) => {
    const { facts, warnings } = readFacts('990', return990({ [element]: text }))
    const path = `/IRS990/${element}`
    expect(facts).not.toHaveProperty(key)
    expect(warnings).toEqual([`${code} ${path}`])
    expect([...misreadFacts('990', warnings)]).toEqual([[key, path]])
  })

  it('returns no warning about another fact for a fact without a value', () => {
    const others = [
      'RepeatedElement /IRS990/CYTotalRevenueAmt',
      'SsnDropped',
      'NotAnAmount (3 more)',
    ]
    expect(misreadFacts('990', others).size).toBe(0)
  })

  it.each(cases<[string, boolean]>('indicators'))('reads the indicator %s as %s', (text, value) => {
    const { facts } = readFacts('990', return990({ WhistleblowerPolicyInd: text }))
    expect(facts.whistleblowerPolicy?.value).toBe(value)
  })

  it('reads a leaf with attributes', () => {
    const leaf = { '@referenceDocumentId': 'R1', '#text': '77' }
    expect(readFacts('990', return990({ CYTotalRevenueAmt: leaf })).facts.totalRevenue).toEqual({
      value: 77,
      path: '/IRS990/CYTotalRevenueAmt',
    })
  })

  it('returns the leaf for a name of one line and the element for one of two', () => {
    const oneLine = readFacts('990', return990({}, { Name: { BusinessNameLine1: 'Elm Fund' } }))
    expect(oneLine.facts.filerName).toEqual({
      value: 'Elm Fund',
      path: '/ReturnHeader/Filer/Name/BusinessNameLine1',
    })
    const lines = { BusinessNameLine1Txt: 'Elm Fund', BusinessNameLine2Txt: 'of Ohio' }
    const twoLines = readFacts('990', return990({}, { BusinessName: lines }))
    expect(twoLines.facts.filerName).toEqual({
      value: 'Elm Fund of Ohio',
      path: '/ReturnHeader/Filer/BusinessName',
    })
  })

  it.each([
    ['QualifyingDistriPartXIIGrp', '2013v4.0', 'Part XII, line 4'],
    ['QualifyingDistriPartXIIGrp', '2020v4.1', 'Part XII, line 4'],
    ['PFQualifyingDistributionsGrp', '2021v4.0', 'Part XI, line 4'],
  ])('takes qualifying distributions from %s in %s, %s', (group, version, line) => {
    const content = {
      [group]: { QualifyingDistributionsAmt: '70' },
      UndistributedIncomeGrp: { QualifyingDistributionsAmt: '71' },
    }
    const { facts } = readFacts('990PF', [{ block: 'IRS990PF', ordinal: 1, content }])
    const path = `/IRS990PF/${group}/QualifyingDistributionsAmt`
    expect(facts.qualifyingDistributions).toEqual({ value: 70, path })
    expect(lineOf(path, version)).toBe(line)
  })

  it('reads a postcard', () => {
    const content = { OrganizationName: 'Elm Club', OrganizationHasTerminated: 'F' }
    const { facts } = readFacts('990N', [{ block: 'IRS990N', ordinal: 1, content }])
    expect(facts.filerName).toEqual({ value: 'Elm Club', path: '/IRS990N/OrganizationName' })
    expect(facts.finalReturn?.value).toBe(false)
  })
})

describe('the catalogue', () => {
  it('lists every place once for a fact, with its line', () => {
    for (const { key, paths } of CATALOGUE) {
      for (const [form, places] of Object.entries(paths)) {
        const all = places.map(({ path }) => path)
        expect(new Set(all).size, `${key} on ${form}`).toBe(all.length)
        for (const { path, line } of places) expect(line, path).not.toBe('')
      }
    }
  })

  it('reads no fact from a repeating row', () => {
    const places = CATALOGUE.flatMap(({ paths }) => Object.values(paths).flat())
    for (const { path } of places) {
      const above = path.split('/').map((_, at, steps) => steps.slice(0, at + 1).join('/'))
      expect(
        above.filter((step) => REPEATABLE.has(step)),
        path,
      ).toEqual([])
    }
  })
})

const cite = (form: Form, path: string, schemaVersion = '2022v5.0') =>
  citationOf({ form, taxYear: 2022, path, schemaVersion })

test('the table of a row is that of its path', () => {
  expect(rowSubject('/IRS990ScheduleI/RecipientTable[3]')?.table).toBe('grantsToOrganizations')
  expect(rowSubject('/IRS990ScheduleI')).toBeUndefined()
})

describe("a label has the words of the form's line", () => {
  it('exists separately only for facts on the form', () => {
    for (const { key, paths, label } of CATALOGUE) {
      for (const form of FORMS) if (!paths[form]) expect(labelOf(key, form), key).toBe(label)
    }
  })

  it('is the same for a leaf on its own and for the fact', () => {
    // Some leaves are two facts, the summary's and the statement's; the label is the first's.
    const seen = new Set<string>()
    for (const { key, paths } of CATALOGUE) {
      for (const form of FORMS) {
        for (const { path } of paths[form] ?? []) {
          if (!seen.has(path)) expect(leafSubject(path)?.label, path).toBe(labelOf(key, form))
          seen.add(path)
        }
      }
    }
  })
})

describe('the label of the form', () => {
  const filing = makeFiling('990PF', {
    AnalysisOfRevenueAndExpenses: { OthEmplSlrsWgsRevAndExpnssAmt: '10' },
  })

  it('is used in flows, in records, and for named figures', () => {
    const label = labelOf('salaries', '990PF')
    expect(toMoneyFlow([filing], filing).expenses.map((line) => line.label)).toEqual([label])
    expect(groupFacts(filing)[0]?.facts[0]?.label).toBe(label)
    const sources = { organization: makeOrganization(), filing, derived: {} }
    expect(pickFigures({ pay: { fact: 'salaries' } }, sources).pay?.label).toBe(label)
  })

  it('is used in series', () => {
    const grants = makeFiling('990PF', {
      AnalysisOfRevenueAndExpenses: { ContriPaidRevAndExpnssAmt: '10' },
    })
    const year = { ...grants, isAmended: false, isGroupReturn: false }
    expect(toSeries(makeOrganization(), [year])[0]?.figures.grantsPaid?.label).toBe(
      labelOf('grantsPaid', '990PF'),
    )
  })
})

const isListed = (name: string, listed: string) =>
  unlistedAmong([{ name, path: '/row' }], ['MARTHA ROE', listed]).length === 0

testCases('names of the same person', (name: string, listed: string) => {
  expect(isListed(name, listed)).toBe(true)
  expect(isListed(listed, name), 'and the other way around').toBe(true)
})

// A first name is not a family name.
testCases(
  'unlisted names, and the one with the same family name',
  (name: string, listed: string, listedAs?: string) => {
    const unlisted = unlistedAmong([{ name, path: '/row' }], [listed])
    expect(unlisted.map((row) => row.listedAs)).toEqual([listedAs])
  },
)

test('long lists are compared within the time of a test', () => {
  const names = Array.from({ length: 10_000 }, (_, at) => `Person${at} Common${at % 2000}`)
  const others = names.map((name, at) => ({ name: `Other${name}`, path: `/row[${at + 1}]` }))
  expect(unlistedAmong(others, names)).toHaveLength(10_000)
})

testReturns({
  'citations of paths': cite,
  'citations of parts that the IRS moved': (path: string, version: string) =>
    cite('990PF', path, version),
  'citations of lists': listCitationOf,
  'subjects of leaves': leafSubject,
  'texts that name no person': [namesNobody, true],
  'names that look like a reference': [namesNobody, false],
  'names of parts': partName,
  'paths that a Ref may or may not have': isRefPath,
  'labels on forms': labelOf,
  'names of other people': [isListed, false],
})
