import { type Citable, citeNumber } from '../cite.ts'
import type { FactKey } from '../facts/definitions.ts'

export type Source = 'Contributions' | 'GovernmentGrants' | 'ProgramFees' | 'Investments'

/** The amount from a source of revenue; negative for a loss. */
export type Amount = { name: string; value: number; refs: string[] }
export type SourceAmount = Amount & { source: Source }

/** The name of each source, as a label and within a sentence. */
export const SOURCE_LABELS: Record<Source, string> = {
  Contributions: 'Contributions',
  GovernmentGrants: 'Government grants',
  ProgramFees: 'Program fees',
  Investments: 'Investments',
}

type Lines = Partial<Record<Source, { plus: readonly FactKey[]; minus?: readonly FactKey[] }>>
type Form = '990' | '990EZ' | '990PF'

const SOURCES: Record<Form, Lines> = {
  '990': {
    // Part I, line 8 includes the government grants of Part VIII, line 1e.
    Contributions: { plus: ['contributions'], minus: ['governmentGrants'] },
    GovernmentGrants: { plus: ['governmentGrants'] },
    ProgramFees: { plus: ['programServiceRevenue'] },
    Investments: { plus: ['investmentIncome'] },
  },
  '990EZ': {
    Contributions: { plus: ['contributions'] },
    // Line 3 includes only dues that buy services; dues that are gifts belong on line 1.
    ProgramFees: { plus: ['programServiceRevenue', 'membershipDues'] },
    Investments: { plus: ['investmentIncome', 'assetSaleGain'] },
  },
  '990PF': {
    Contributions: { plus: ['contributions'] },
    Investments: { plus: ['interestIncome', 'dividendIncome', 'grossRents', 'assetSaleGain'] },
  },
}

/** Lines of revenue outside the classes. */
const OTHERS: Record<Form, readonly [FactKey, string][]> = {
  '990': [['otherRevenue', 'other revenue']],
  '990EZ': [
    ['specialEventsNetIncome', 'gaming and fundraising events'],
    ['inventorySalesProfit', 'sales of inventory'],
    ['otherRevenue', 'other revenue'],
  ],
  '990PF': [
    ['inventorySalesProfit', 'sales of inventory'],
    ['otherRevenue', 'other income'],
  ],
}

/** Facts of the sources and the other lines. */
export const REVENUE_KEYS: readonly FactKey[] = [
  'totalRevenue',
  ...Object.values(SOURCES).flatMap((lines) =>
    Object.values(lines).flatMap(({ plus, minus = [] }) => [...plus, ...minus]),
  ),
  ...Object.values(OTHERS).flatMap((lines) => lines.map(([key]) => key)),
]

/** Returns the names of a form's sources: "contributions", "investments". */
export const namesOfSources = (form: Form): string[] =>
  (Object.keys(SOURCES[form]) as Source[]).map((source) => SOURCE_LABELS[source].toLowerCase())

/** Returns the sources with a filed line, and their amounts. */
export const readSources = (form: Form, filing: Citable): SourceAmount[] =>
  (Object.keys(SOURCES[form]) as Source[]).flatMap((source) => {
    const { plus = [], minus = [] } = SOURCES[form][source] ?? {}
    const added = readAmount(filing, plus)
    if (!added) return []
    const taken = readAmount(filing, minus)
    return [
      {
        source,
        name: SOURCE_LABELS[source].toLowerCase(),
        value: added.value - (taken?.value ?? 0),
        refs: [...added.refs, ...(taken?.refs ?? [])],
      },
    ]
  })

/** Returns revenue outside the classes: events, sales, and other revenue, each by its line. */
export const readOthers = (form: Form, filing: Citable): Amount[] =>
  OTHERS[form].flatMap(([key, name]) => {
    const amount = readAmount(filing, [key])
    return amount ? [{ name, ...amount }] : []
  })

function readAmount(filing: Citable, keys: readonly FactKey[]): Omit<Amount, 'name'> | undefined {
  const filed = keys.flatMap((key) => citeNumber(filing, key) ?? [])
  if (filed.length === 0) return undefined
  return {
    value: filed.reduce((sum, { value }) => sum + value, 0),
    refs: filed.map(({ ref }) => ref),
  }
}
