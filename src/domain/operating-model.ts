import { type Citable, type Cited, citeNumber, citeRegistry, type Registered } from './evidence.ts'
import type { FactKey } from './facts/definitions.ts'
import { misreadFacts } from './facts/read-facts.ts'
import { describeDollars, describePart, describeShare } from './money.ts'
import { describeFoundation } from './registry-codes.ts'
import { listInWords } from './words.ts'

/** Forms with lines for revenue and spending. */
const FORMS = ['990', '990EZ', '990PF'] as const
type Form = (typeof FORMS)[number]

/** An organization with the foundation code of its registry row. */
type Classed = Registered & { registry: { foundation: string | null } | null }

/** The use of over half of spending. */
type Delivery = {
  key: 'DirectService' | 'Grantmaking' | 'Mixed' | 'SupportingOrganization'
  label: string
  /**
   * Share (of 1) of the spending that determines the class; absent for a supporting organization,
   * and if program expenses are less than the grants they should include.
   */
  primaryShare?: number
  summary: string
  refs: string[]
}

/** Foundation codes of the registry for section 509(a)(3) (IRS, EO BMF information sheet). */
const SUPPORTING = new Set(['17', '21', '22', '23', '24'])

/**
 * Returns the delivery class: `SupportingOrganization` by the registry's foundation code; otherwise
 * `Grantmaking` if over half of spending is grants, `DirectService` if over half is program
 * spending other than grants, `Mixed` if neither. Undefined if these lines are not filed, or
 * nothing was spent.
 */
const toDelivery = (form: Form, organization: Classed, filing: Citable): Delivery | undefined =>
  toSupporting(organization) ?? toSpent(form, filing)

function toSupporting(organization: Classed): Delivery | undefined {
  const code = organization.registry?.foundation
  const ref = citeRegistry(organization, 'FOUNDATION')
  if (!code || !SUPPORTING.has(code) || !ref) return undefined
  return {
    key: 'SupportingOrganization',
    label: 'Supporting organization',
    summary: `The IRS registry lists it as: ${describeFoundation(code)}. It exists to support other organizations.`,
    refs: [ref],
  }
}

/** The lines of all spending, of grants, and of programs. */
type Spending = readonly [total: FactKey, grants: FactKey, programs: FactKey]
const SPENDING: Spending = ['totalExpenses', 'grantsPaid', 'programExpenses']
// Column (d) is spending on the foundation's purpose; the rest is the cost of investing.
const SPENDING_OF_990PF: Spending = [
  'charitableDisbursements',
  'grantsPaidCashBasis',
  'charitableDisbursements',
]

function toSpent(form: Form, filing: Citable): Delivery | undefined {
  const lines = form === '990PF' ? SPENDING_OF_990PF : SPENDING
  const [total, grants, programs] = lines.map((key) => citeNumber(filing, key))
  if (!total || total.value <= 0) return undefined
  const half = total.value / 2
  // Column (d) is less than the total expenses that the page also shows.
  const words = form === '990PF' ? 'disbursements for charitable purposes' : 'spending'
  if (grants && grants.value > half) return grantmaking(total, grants, words)
  if (!programs || programs.value < 0) return undefined
  const direct = programs.value - Math.max(0, grants?.value ?? 0)
  const refs = [...new Set([total, programs, ...(grants ? [grants] : [])].map(({ ref }) => ref))]
  // Grants are part of program spending; if more grants are filed, the share is unknown.
  if (grants && direct < 0)
    return { ...MIXED, summary: describeExcess(total, grants, programs), refs }
  const share = Math.min(1, direct / total.value)
  const primaryShare = Math.round(share * 10_000) / 10_000
  const figure = describePart(direct, total.value)
  if (direct > half) {
    const rest = grants ? '' : '; Part I reports no grants'
    // Column (d) includes the administration of grants.
    const own = form === '990PF' ? 'Its own programs and administration' : 'Its own programs'
    const summary = `${own} account for ${describeShare(share)} of ${words} (${figure})${rest}.`
    return { key: 'DirectService', label: 'Direct service', primaryShare, summary, refs }
  }
  const summary = `${NEITHER}. Its programs account for ${describeShare(share)} (${figure}).`
  return { ...MIXED, primaryShare, summary, refs }
}

const MIXED = { key: 'Mixed', label: 'Mixed spending' } as const
const NEITHER = 'Neither grants nor its own programs account for over half of spending'

const describeExcess = (total: Cited<number>, grants: Cited<number>, programs: Cited<number>) =>
  `${NEITHER}. Of ${describeDollars(total.value)} spent, the return reports ${describeDollars(grants.value)} as grants, but only ${describeDollars(programs.value)} as program expenses, which should include them.`

function grantmaking(total: Cited<number>, grants: Cited<number>, words: string): Delivery {
  const share = Math.min(1, grants.value / total.value)
  return {
    key: 'Grantmaking',
    label: 'Grantmaking',
    primaryShare: Math.round(share * 10_000) / 10_000,
    summary: `Grants account for ${describeShare(share)} of ${words} (${describePart(grants.value, total.value)}).`,
    refs: [total.ref, grants.ref],
  }
}

type Source = 'Contributions' | 'GovernmentGrants' | 'ProgramFees' | 'Investments'

/** The amount from a source of revenue; negative for a loss. */
type Amount = { name: string; value: number; refs: string[] }
type SourceAmount = Amount & { source: Source }

/** The name of each source, as a label and within a sentence. */
const SOURCE_LABELS: Record<Source, string> = {
  Contributions: 'Contributions other than government grants',
  GovernmentGrants: 'Government grants',
  ProgramFees: 'Program fees',
  Investments: 'Investments',
}

type Lines = Partial<Record<Source, { plus: readonly FactKey[]; minus?: readonly FactKey[] }>>

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
const REVENUE_KEYS: readonly FactKey[] = [
  'totalRevenue',
  ...Object.values(SOURCES).flatMap((lines) =>
    Object.values(lines).flatMap(({ plus, minus = [] }) => [...plus, ...minus]),
  ),
  ...Object.values(OTHERS).flatMap((lines) => lines.map(([key]) => key)),
]

/** Returns the names of a form's sources: "contributions", "investments". */
const namesOfSources = (form: Form): string[] =>
  (Object.keys(SOURCES[form]) as Source[]).map((source) => SOURCE_LABELS[source].toLowerCase())

/** Returns the sources with a filed line, and their amounts. */
const readSources = (form: Form, filing: Citable): SourceAmount[] =>
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
const readOthers = (form: Form, filing: Citable): Amount[] =>
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

/** The source of over half of revenue. */
type Resource = {
  key: Source | 'Mixed'
  label: string
  /** Share (of 1) of revenue from the largest class. */
  primaryShare: number
  summary: string
  refs: string[]
}

/** The total that shares refer to: its value, words, and Refs. */
type Whole = { value: number; words: string; refs: string[] }

/**
 * Returns the resource class. Shares are of total revenue or, if losses make it less than income,
 * of all income. `Mixed` if no class has over half, or if other revenue does. Undefined if there
 * was no revenue or no line of a class is filed.
 */
function toResource(form: Form, filing: Citable): Resource | undefined {
  const total = citeNumber(filing, 'totalRevenue')
  const sources = readSources(form, filing)
  const others = readOthers(form, filing)
  if (!total || total.value <= 0) return undefined
  const largest = largestOf(sources)
  if (!largest || largest.value <= 0) return undefined
  const whole = toWhole(total, [...sources, ...others])
  const share = Math.round((largest.value / whole.value) * 10_000) / 10_000
  if (largest.value > whole.value / 2) return toLeading(largest, share, whole)
  const first = largestOf([largest, ...others]) ?? largest
  const [lead, part] = [`The largest source, ${first.name}, accounts for`, partOf(first, whole)]
  const isOther = first.value > whole.value / 2
  return {
    key: 'Mixed',
    label: isOther
      ? `${first.name.charAt(0).toUpperCase()}${first.name.slice(1)}`
      : 'Mixed sources',
    primaryShare: share,
    summary: isOther
      ? `${lead} ${part.replace(' (', ` of ${whole.words} (`)}.`
      : `${noneOf(form)} for over half of ${whole.words}. ${lead} ${part}.`,
    refs: distinct([...whole.refs, ...sources.flatMap(({ refs }) => refs), ...first.refs]),
  }
}

const largestOf = <One extends Amount>(amounts: readonly One[]): One | undefined =>
  amounts.toSorted((a, b) => b.value - a.value)[0]

const distinct = (refs: string[]): string[] => [...new Set(refs)]

function toWhole(total: Cited<number>, parts: readonly Amount[]): Whole {
  const brought = parts.filter(({ value }) => value > 0)
  const income = brought.reduce((sum, { value }) => sum + value, 0)
  if (income <= total.value) return { value: total.value, words: 'revenue', refs: [total.ref] }
  const refs = [total.ref, ...brought.flatMap((part) => part.refs)]
  return { value: income, words: 'revenue before losses', refs }
}

const partOf = ({ value }: Amount, whole: Whole): string =>
  `${describeShare(value / whole.value)} (${describePart(value, whole.value)})`

const toLeading = (largest: SourceAmount, share: number, whole: Whole): Resource => ({
  key: largest.source,
  label: SOURCE_LABELS[largest.source],
  primaryShare: share,
  summary: `${SOURCE_LABELS[largest.source]} account for ${describeShare(largest.value / whole.value)} of ${whole.words} (${describePart(largest.value, whole.value)}).`,
  refs: distinct([...whole.refs, ...largest.refs]),
})

function noneOf(form: Form): string {
  const names = namesOfSources(form)
  return names.length === 2
    ? `Neither ${names.join(' nor ')} account`
    : `None of ${listInWords(names)} accounts`
}

export type OperatingClasses = {
  form: Form
  resource: Resource
  delivery: Delivery
}

/** Facts that `classifyOperation` reads. */
export const OPERATING_KEYS: readonly FactKey[] = [
  ...new Set([...REVENUE_KEYS, ...SPENDING, ...SPENDING_OF_990PF]),
]

/**
 * Classifies revenue and spending from the lines of one filing. Undefined for other forms, if a
 * line is unreadable, or if revenue or spending is zero or blank.
 */
export function classifyOperation(
  organization: Classed,
  filing: Citable,
): OperatingClasses | undefined {
  const form = FORMS.find((one) => one === filing.form)
  const misread = misreadFacts(filing.form, filing.warnings ?? [])
  if (OPERATING_KEYS.some((key) => misread.has(key))) return undefined
  const resource = form && toResource(form, filing)
  const delivery = form && toDelivery(form, organization, filing)
  return form && resource && delivery ? { form, resource, delivery } : undefined
}
