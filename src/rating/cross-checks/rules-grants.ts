import type { CrossCheck } from './check.ts'
import { atMost, equal } from './compare.ts'
import { computed, filed, listed } from './sides.ts'

// Amounts are rounded, and noncash assistance is estimated twice (decisions part 8).
const SHARE = 0.01
const TOLERANCE = '1% more, for rounding; less is Information only'
const SMALL_ONES = 'recipients of $5,000 or less are not listed'
const NOT_SPENT = 'yet the schedule only details what is spent there'

/** What schedules and lists of grants add up to, against the return's own totals. */
export const GRANT_CHECKS: readonly CrossCheck[] = [
  atMost({
    key: 'grantsToOrganizations',
    label: 'Grants listed on Schedule I, Part II, and grants paid',
    forms: ['990'],
    severity: 'Caution',
    left: listed('grantsToOrganizations'),
    right: computed('domesticGrants'),
    share: SHARE,
    tolerance: TOLERANCE,
    because: NOT_SPENT,
    shortfall: SMALL_ONES,
  }),
  atMost({
    key: 'grantsToIndividuals',
    label: 'Assistance listed on Schedule I, Part III, and grants paid to individuals',
    forms: ['990'],
    severity: 'Caution',
    left: listed('grantsToIndividuals'),
    right: filed('grantsToDomesticIndividuals'),
    share: SHARE,
    tolerance: TOLERANCE,
    because: NOT_SPENT,
    shortfall: 'it is listed only where the line is above $5,000',
  }),
  atMost({
    key: 'grantsAbroad',
    label: 'Grants listed on Schedule F, Part II, and grants paid abroad',
    forms: ['990'],
    severity: 'Caution',
    left: listed('foreignGrants'),
    right: filed('foreignGrants'),
    share: SHARE,
    tolerance: TOLERANCE,
    because: NOT_SPENT,
    shortfall: `${SMALL_ONES}, and individuals are in Part III`,
  }),
  atMost({
    key: 'assistanceAbroad',
    label: 'Assistance listed on Schedule F, Part III, and grants paid abroad',
    forms: ['990'],
    severity: 'Caution',
    left: listed('foreignIndividualGrants'),
    right: filed('foreignGrants'),
    share: SHARE,
    tolerance: TOLERANCE,
    because: NOT_SPENT,
    shortfall: 'organizations are in Part II',
  }),
  equal({
    key: 'foundationGrantsPaid',
    label: 'Grants a foundation lists as paid, and their total',
    forms: ['990PF'],
    severity: 'Concern',
    left: listed('foundationGrantsPaid'),
    right: filed('grantsPaidTotal'),
    because: 'which is the total of the list',
  }),
  equal({
    key: 'foundationGrantsApproved',
    label: 'Grants a foundation lists as approved for later, and their total',
    forms: ['990PF'],
    severity: 'Concern',
    left: listed('foundationGrantsApproved'),
    right: filed('grantsApprovedTotal'),
    because: 'which is the total of the list',
  }),
  equal({
    key: 'foundationGrantTotals',
    label: 'Grants paid on the cash basis and the total of the list of grants',
    forms: ['990PF'],
    severity: 'Caution',
    left: filed('grantsPaidTotal'),
    right: filed('grantsPaidCashBasis'),
    because: 'which counts the same grants',
  }),
]
