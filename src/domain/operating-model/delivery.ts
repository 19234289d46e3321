import { type Citable, type Cited, citeNumber, citeRegistry, type Registered } from '../cite.ts'
import type { FactKey } from '../facts/definitions.ts'
import { describeDollars, describeShare } from '../money.ts'
import { describeFoundation } from '../registry-codes.ts'

/** An organization with the foundation code of its registry row. */
export type Classed = Registered & { registry: { foundation: string | null } | null }

/** The use of over half of spending. */
export type Delivery = {
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

type Spending = {
  total: Cited<number>
  grants: Cited<number> | undefined
  programs: Cited<number> | undefined
}

/** Foundation codes of the registry for section 509(a)(3) (IRS, EO BMF information sheet). */
const SUPPORTING = new Set(['17', '21', '22', '23', '24'])

/**
 * Returns the delivery class: `SupportingOrganization` by the registry's foundation code; otherwise
 * `Grantmaking` if over half of spending is grants, `DirectService` if over half is program
 * spending other than grants, `Mixed` if neither. Undefined if these lines are not filed, or
 * nothing was spent.
 */
export function toDelivery(
  form: '990' | '990EZ' | '990PF',
  organization: Classed,
  filing: Citable,
): Delivery | undefined {
  return toSupporting(organization) ?? toSpent(readSpending(form, filing))
}

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

/** Facts that `readSpending` reads. */
export const SPENDING_KEYS: readonly FactKey[] = [
  'totalExpenses',
  'grantsPaid',
  'programExpenses',
  'charitableDisbursements',
  'grantsPaidCashBasis',
]

function readSpending(form: '990' | '990EZ' | '990PF', filing: Citable): Partial<Spending> {
  if (form === '990PF') {
    // Column (d) is spending on the foundation's purpose; the rest is the cost of investing.
    const total = citeNumber(filing, 'charitableDisbursements')
    return {
      ...(total && { total }),
      grants: citeNumber(filing, 'grantsPaidCashBasis'),
      programs: total,
    }
  }
  const total = citeNumber(filing, 'totalExpenses')
  return {
    ...(total && { total }),
    grants: citeNumber(filing, 'grantsPaid'),
    programs: citeNumber(filing, 'programExpenses'),
  }
}

function toSpent({ total, grants, programs }: Partial<Spending>): Delivery | undefined {
  if (!total || total.value <= 0) return undefined
  const half = total.value / 2
  if (grants && grants.value > half) return grantmaking(total, grants)
  if (!programs || programs.value < 0) return undefined
  const direct = programs.value - Math.max(0, grants?.value ?? 0)
  const refs = [...new Set([total, programs, ...(grants ? [grants] : [])].map(({ ref }) => ref))]
  // Grants are part of program spending; if more grants are filed, the share is unknown.
  if (grants && direct < 0)
    return { ...MIXED, summary: describeExcess(total, grants, programs), refs }
  const share = Math.min(1, direct / total.value)
  const primaryShare = Math.round(share * 10_000) / 10_000
  const figure = `${describeDollars(direct)} of ${describeDollars(total.value)}`
  if (direct > half) {
    const rest = grants ? '' : '; no grants are reported'
    const summary = `Its own programs account for ${describeShare(share)} of spending (${figure})${rest}.`
    return { key: 'DirectService', label: 'Direct service', primaryShare, summary, refs }
  }
  const summary = `${NEITHER}. Its programs account for ${describeShare(share)} (${figure}).`
  return { ...MIXED, primaryShare, summary, refs }
}

const MIXED = { key: 'Mixed', label: 'Mixed' } as const
const NEITHER = 'Neither grants nor its own programs account for over half of spending'

const describeExcess = (total: Cited<number>, grants: Cited<number>, programs: Cited<number>) =>
  `${NEITHER}. Of ${describeDollars(total.value)} spent, the return reports ${describeDollars(grants.value)} as grants, but only ${describeDollars(programs.value)} as program expenses, which should include them.`

function grantmaking(total: Cited<number>, grants: Cited<number>): Delivery {
  const share = Math.min(1, grants.value / total.value)
  return {
    key: 'Grantmaking',
    label: 'Grantmaking',
    primaryShare: Math.round(share * 10_000) / 10_000,
    summary: `Grants account for ${describeShare(share)} of spending (${describeDollars(grants.value)} of ${describeDollars(total.value)}).`,
    refs: [total.ref, grants.ref],
  }
}
