import { describe, expect, test } from 'vitest'
import { labelOf } from '#src/domain/facts/definitions-by-form.ts'
import { flowLines } from '#src/figures/flow-lines.ts'
import type { FlowLine, MoneyFlow } from '#src/organizations/figures/money-flow.ts'
import { toDrawnFlow } from '#src/web/components/drawn-flow.ts'
import { wrapLabel } from '#src/web/components/text.tsx'
import { organizationTexts } from '#src/web/texts/organization.tsx'

const line = (key: FlowLine['key'], role: FlowLine['role'], value: number): FlowLine => ({
  key,
  role,
  label: key,
  value,
  ref: `990:2022:1:/${key}`,
})

const flowOf = (revenues: FlowLine[], expenses: FlowLine[]): MoneyFlow => ({
  trend: { revenue: [], expenses: [], assets: [], liabilities: [] },
  revenues,
  expenses,
  assets: [],
  liabilities: [],
  fundBalance: [],
  unreadable: [],
})

const sums = (flow: MoneyFlow) => {
  const drawn = toDrawnFlow(flow, EIN)
  const into = drawn?.links.filter(({ to }) => to === 'total') ?? []
  const outOf = drawn?.links.filter(({ from }) => from === 'total') ?? []
  const sum = (links: { value: number }[]) => links.reduce((all, { value }) => all + value, 0)
  return { in: sum(into), out: sum(outOf) }
}

const REVENUE = [line('totalRevenue', 'total', 100), line('contributions', 'part', 70)]
const EXPENSES = [line('totalExpenses', 'total', 80), line('salaries', 'part', 80)]

const EIN = '070000101'

describe('the money flow that is drawn', () => {
  test('balances the total with a surplus', () => {
    const flow = flowOf([...REVENUE, line('programServiceRevenue', 'part', 30)], EXPENSES)
    expect(sums(flow)).toEqual({ in: 100, out: 100 })
    expect(toDrawnFlow(flow, EIN)).toMatchObject({ surplus: 20, negative: [], unequal: [] })
    expect(toDrawnFlow(flow, EIN)?.nodes.at(-1)).toMatchObject({ label: 'Surplus', value: 20 })
  })

  test('balances the total with a deficit', () => {
    const flow = flowOf(
      [line('totalRevenue', 'total', 70), line('contributions', 'part', 70)],
      EXPENSES,
    )
    expect(sums(flow)).toEqual({ in: 80, out: 80 })
    expect(toDrawnFlow(flow, EIN)?.nodes.find(({ key }) => key === 'deficit')?.value).toBe(10)
    expect(toDrawnFlow(flow, EIN)?.nodes.find(({ key }) => key === 'total')?.label).toBe(
      'totalExpenses',
    )
  })

  test('names the rest of a total, and reports lines that do not add up', () => {
    const drawn = toDrawnFlow(flowOf(REVENUE, EXPENSES), EIN)
    expect(drawn?.nodes).toContainEqual(
      expect.objectContaining({ label: organizationTexts.flow.notItemized, value: 30 }),
    )
    expect(drawn?.unequal).toEqual([{ total: REVENUE[0], parts: 70, hasUnreadable: false }])
  })

  test('does not say that an unreadable part has no line', () => {
    const { value: _, ...part } = line('programServiceRevenue', 'part', 0)
    const unreadable = [{ ...part, group: 'revenues' as const }]
    const drawn = toDrawnFlow({ ...flowOf(REVENUE, EXPENSES), unreadable }, EIN)
    expect(drawn?.nodes).toContainEqual(
      expect.objectContaining({ label: organizationTexts.flow.notReadable, value: 30 }),
    )
    expect(drawn?.unequal).toMatchObject([{ parts: 70, hasUnreadable: true }])
  })

  test('leaves out and reports amounts below zero', () => {
    const loss = line('investmentIncome', 'part', -5)
    const drawn = toDrawnFlow(flowOf([...REVENUE, loss], EXPENSES), EIN)
    expect(drawn?.negative).toEqual([loss])
    expect(drawn?.links.every(({ value }) => value > 0)).toBe(true)
  })

  test('adds up the smallest of many lines', () => {
    const keys = [
      'officerCompensation',
      'salaries',
      'pensionAndBenefits',
      'legalFees',
      'accountingFees',
      'interestExpense',
      'taxesPaid',
      'depreciation',
      'occupancy',
    ] as const
    const parts = keys.map((key, at) => line(key, 'part', at + 1))
    const drawn = toDrawnFlow(flowOf(REVENUE, [line('totalExpenses', 'total', 45), ...parts]), EIN)
    expect(drawn?.nodes).toContainEqual(
      expect.objectContaining({ label: '3 other lines', value: 6 }),
    )
  })

  test.each(['990', '990EZ', '990PF'] as const)('cuts no line of the %s on a phone', (form) => {
    const lines = flowLines(form).flatMap(({ key }) => wrapLabel(labelOf(key, form), 20))
    expect(lines.filter((text) => text.includes('…'))).toEqual([])
  })

  test('is undefined if a total is not reported', () => {
    expect(toDrawnFlow(flowOf(REVENUE, EXPENSES.slice(1)), EIN)).toBeUndefined()
    expect(toDrawnFlow(flowOf([], EXPENSES), EIN)).toBeUndefined()
  })
})
