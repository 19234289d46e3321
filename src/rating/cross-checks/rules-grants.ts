import type { CheckedFiling, CrossCheck } from './check.ts'
import { atMost, equal } from './compare.ts'
import { bothListed, computed, filed, isUnknown, listed } from './sides.ts'

// Amounts are rounded, and filers estimate noncash assistance separately in both places.
const SHARE = 0.01
const ON_SCHEDULE = {
  forms: ['990'],
  severity: 'Caution',
  share: SHARE,
  tolerance:
    'up to 1% above the line, to allow for rounding; a smaller amount is reported only as information',
  because: 'the schedule lists only amounts that belong to that line',
} as const
const SMALL_ONES = 'Recipients of $5,000 or less are not listed'

const organizationRows = listed('grantsToOrganizations')
const organizationLine = filed('grantsToDomesticOrganizations')
const bothLines = computed('domesticGrants')
const bothParts = bothListed(
  'Listed grants to domestic organizations and individuals',
  'grantsToOrganizations',
  'grantsToIndividuals',
)

// Some filers report grants that a school passed on to individuals in line 2, and list the school
// in Part II. Such a return fails only if both parts together exceed both lines.
function isBeyond(filing: CheckedFiling): boolean {
  const rows = organizationRows(filing)
  if (!rows || isUnknown(rows) || !bothLines(filing)) return false
  const line = organizationLine(filing)
  return !line || rows.value > line.value * (1 + SHARE)
}

/** Rules that compare the sums of schedules and grant lists with the return's totals. */
export const GRANT_CHECKS: readonly CrossCheck[] = [
  atMost({
    key: 'grantsToOrganizations',
    label: 'Grants listed on Schedule I, Part II, and grants paid',
    ...ON_SCHEDULE,
    left: (filing) => (isBeyond(filing) ? bothParts : organizationRows)(filing),
    right: (filing) => (isBeyond(filing) ? bothLines : organizationLine)(filing),
    blank: 'grantsToDomesticOrganizations',
    shortfall: SMALL_ONES,
  }),
  atMost({
    key: 'grantsToIndividuals',
    label: 'Assistance listed on Schedule I, Part III, and grants paid to individuals',
    ...ON_SCHEDULE,
    left: listed('grantsToIndividuals'),
    right: filed('grantsToDomesticIndividuals'),
    blank: 'grantsToDomesticIndividuals',
    shortfall: 'The schedule lists assistance only if the line is above $5,000',
  }),
  atMost({
    key: 'grantsAbroad',
    label: 'Grants listed on Schedule F and grants paid abroad',
    ...ON_SCHEDULE,
    left: bothListed(
      'Listed grants to foreign organizations and individuals',
      'foreignGrants',
      'foreignIndividualGrants',
    ),
    right: filed('foreignGrants'),
    blank: 'foreignGrants',
    shortfall: SMALL_ONES,
  }),
  equal({
    key: 'foundationGrantsPaid',
    label: "A foundation's list of grants paid, and its total",
    forms: ['990PF'],
    left: listed('foundationGrantsPaid'),
    right: filed('grantsPaidTotal'),
    blank: 'grantsPaidTotal',
    blankList: 'foundationGrantsPaid',
    because: 'the total is the sum of that list',
  }),
  equal({
    key: 'foundationGrantsApproved',
    label: "A foundation's list of grants approved for later, and its total",
    forms: ['990PF'],
    left: listed('foundationGrantsApproved'),
    right: filed('grantsApprovedTotal'),
    blank: 'grantsApprovedTotal',
    blankList: 'foundationGrantsApproved',
    because: 'the total is the sum of that list',
  }),
  equal({
    key: 'foundationGrantTotals',
    label: 'Grants paid on the cash basis and the total of the list of grants paid',
    forms: ['990PF'],
    severity: 'Caution',
    left: filed('grantsPaidTotal'),
    right: filed('grantsPaidCashBasis'),
    because: 'both cover the same grants',
  }),
  atMost({
    key: 'noncashContributions',
    label: 'Noncash contributions listed on Schedule M and noncash contributions received',
    ...ON_SCHEDULE,
    left: listed('noncashContributions'),
    right: filed('noncashContributions'),
    blank: 'noncashContributions',
    shortfall: 'The schedule does not require an amount for every kind of property',
  }),
]
