import { describe, expect, it } from 'vitest'
import { CATALOGUE } from '#src/domain/facts/catalogue.ts'
import { labelOf } from '#src/domain/facts/definitions.ts'
import { leafSubject } from '#src/domain/facts/subjects.ts'
import { FORMS } from '#src/domain/form.ts'
import { toMoneyFlow } from '#src/organizations/figures/money-flow.ts'
import { groupFacts, pickFigures } from '#src/organizations/figures/named-figures.ts'
import { toSeries } from '#src/organizations/figures/series.ts'
import { testReturns } from '#test/unit/cases.ts'
import { makeFiling, makeOrganization } from '#test/unit/organizations/made-filing.ts'

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

testReturns({
  'labels on forms': labelOf,
})
