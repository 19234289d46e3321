import { describeDollars, describeShare } from '../../domain/money.ts'
import { type Citable, type Cited, citeNumber } from '../cite.ts'

/** Where over half of revenue comes from. */
export type Resource = {
  key: 'Contributions' | 'GovernmentGrants' | 'ProgramFees' | 'Investments' | 'Mixed'
  label: string
  /** Share of 1 that the largest source has of revenue. */
  primaryShare: number
  summary: string
  refs: string[]
}

type Source = Exclude<Resource['key'], 'Mixed'>
type Amount = { value: number; refs: string[] }

const LABELS: Record<Resource['key'], string> = {
  Contributions: 'Contributions',
  GovernmentGrants: 'Government grants',
  ProgramFees: 'Program fees',
  Investments: 'Investments',
  Mixed: 'Mixed sources',
}

/**
 * The resource class of a filing. Shares are of total revenue or, where losses make it less than
 * what came in, of all that came in. Undefined when there was no revenue or no source is filed.
 */
export function toResource(form: '990' | '990EZ' | '990PF', filing: Citable): Resource | undefined {
  const total = citeNumber(filing, 'totalRevenue')
  const sources = SOURCES[form](filing)
  if (!total || total.value <= 0 || sources.length === 0) return undefined
  const income = sources.reduce((sum, [, { value }]) => sum + Math.max(0, value), 0)
  const whole = Math.max(total.value, income)
  const [largest] = sources.sort(([, a], [, b]) => b.value - a.value)
  if (!largest || largest[1].value <= 0) return undefined
  const [source, amount] = largest
  const primaryShare = Math.round((amount.value / whole) * 10_000) / 10_000
  const key = amount.value > whole / 2 ? source : 'Mixed'
  const refs = key === 'Mixed' ? sources.flatMap(([, one]) => one.refs) : amount.refs
  const share = describeShare(amount.value / whole)
  const figure = `${describeDollars(amount.value)} of ${describeDollars(whole)}`
  return {
    key,
    label: LABELS[key],
    primaryShare,
    summary:
      key === 'Mixed'
        ? `No source brings over half of revenue; the largest, ${LABELS[source].toLowerCase()}, brings ${share} (${figure}).`
        : `${LABELS[source]} bring ${share} of revenue (${figure}).`,
    refs: [...new Set([total.ref, ...refs])],
  }
}

type Sources = [Source, Amount][]

const SOURCES: Record<'990' | '990EZ' | '990PF', (filing: Citable) => Sources> = {
  '990': (filing) => {
    const contributions = citeNumber(filing, 'contributions')
    const government = citeNumber(filing, 'governmentGrants')
    return withKnown([
      // Part I, line 8 holds the government grants of Part VIII, line 1e as well.
      ['Contributions', less(contributions, government)],
      ['GovernmentGrants', government && { value: government.value, refs: [government.ref] }],
      ['ProgramFees', add([citeNumber(filing, 'programServiceRevenue')])],
      ['Investments', add([citeNumber(filing, 'investmentIncome')])],
    ])
  },
  '990EZ': (filing) => {
    const of = (...keys: Parameters<typeof citeNumber>[1][]) =>
      add(keys.map((key) => citeNumber(filing, key)))
    return withKnown([
      ['Contributions', of('contributions')],
      // Line 3 takes only dues that buy services; dues that are gifts go on line 1.
      ['ProgramFees', of('programServiceRevenue', 'membershipDues')],
      ['Investments', of('investmentIncome', 'assetSaleGain')],
    ])
  },
  '990PF': (filing) => {
    const investments = (
      ['interestIncome', 'dividendIncome', 'grossRents', 'assetSaleGain'] as const
    ).map((key) => citeNumber(filing, key))
    return withKnown([
      ['Contributions', add([citeNumber(filing, 'contributions')])],
      ['Investments', add(investments)],
    ])
  },
}

const withKnown = (sources: [Source, Amount | undefined][]): Sources =>
  sources.flatMap(([source, amount]) => (amount ? [[source, amount] as [Source, Amount]] : []))

function add(parts: (Cited<number> | undefined)[]): Amount | undefined {
  const filed = parts.filter((part) => part !== undefined)
  if (filed.length === 0) return undefined
  return {
    value: filed.reduce((sum, { value }) => sum + value, 0),
    refs: filed.map(({ ref }) => ref),
  }
}

function less(whole: Cited<number> | undefined, part: Cited<number> | undefined) {
  if (!whole) return undefined
  if (!part) return { value: whole.value, refs: [whole.ref] }
  return { value: whole.value - part.value, refs: [whole.ref, part.ref] }
}
