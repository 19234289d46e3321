import { describe, expect, it } from 'vitest'
import type { Block, FilingBlocks } from '#src/domain/blocks.ts'
import { CATALOGUE, lineOf } from '#src/domain/facts/catalogue.ts'
import { misreadFacts, readFacts } from '#src/domain/facts/read-facts.ts'
import { REPEATABLE } from '#src/domain/facts/repeatable.ts'
import { cases } from '#test/unit/cases.ts'

const return990 = (content: Block, filer: Block = {}): FilingBlocks => [
  { block: 'ReturnHeader', ordinal: 1, content: { Filer: filer } },
  { block: 'IRS990', ordinal: 1, content },
]

describe('readFacts', () => {
  it.each(cases<[string, Block, string]>('elements of total revenue'))(
    'finds an amount under names of %s',
    (_era, content, path) => {
      expect(readFacts('990', return990(content as Block)).facts.totalRevenue).toEqual({
        value: 120,
        path,
      })
    },
  )

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

  it.each(['RESTRICTED', '9999999999999999', '-99999999999999999999999999', '12.50', '1e3'])(
    'warns of %s in an amount and returns no value',
    (text) => {
      const { facts, warnings } = readFacts('990', return990({ CYTotalRevenueAmt: text }))
      expect(facts).not.toHaveProperty('totalRevenue')
      expect(warnings).toEqual(['NotAnAmount /IRS990/CYTotalRevenueAmt'])
      expect([...misreadFacts('990', warnings)]).toEqual([
        ['totalRevenue', '/IRS990/CYTotalRevenueAmt'],
      ])
    },
  )

  it('warns of a count that is not a whole number and returns no value', () => {
    const { facts, warnings } = readFacts('990', return990({ TotalEmployeeCnt: '2.5' }))
    expect(facts).not.toHaveProperty('employees')
    expect(warnings).toEqual(['NotANumber /IRS990/TotalEmployeeCnt'])
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

  it.each(['constructor', 'toString', '__proto__', 'yes'])(
    'warns of the indicator %s and returns no value',
    (text) => {
      const { facts, warnings } = readFacts('990', return990({ WhistleblowerPolicyInd: text }))
      expect(facts).not.toHaveProperty('whistleblowerPolicy')
      expect(warnings).toEqual(['NotYesOrNo /IRS990/WhistleblowerPolicyInd'])
    },
  )

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
