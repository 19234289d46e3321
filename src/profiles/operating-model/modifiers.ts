import { deriveFigure } from '../../domain/facts/derived.ts'
import { describeDollars } from '../../domain/money.ts'
import { citeNumber, citeTicked } from '../cite.ts'
import { toDerivedRef } from '../evidence/derived-ref.ts'
import type { Filing, Organization } from '../organization.ts'

/** What further marks an operating model. */
export type Modifier = {
  key: 'ForeignActivity' | 'Endowed' | 'HighReserves' | 'ContractedFundraising' | 'GroupReturn'
  label: string
  value?: number
  summary: string
  refs: string[]
}

/**
 * Months of expenses in unrestricted net assets above which reserves are high: three years, what
 * the BBB Wise Giving Alliance's Standard 10 allows.
 */
const HIGH_RESERVES = 36

type Modified = Pick<Organization, 'ein' | 'filings' | 'primaryForm'>

/** The modifiers that hold for a filing, in the order of decisions part 8. */
export function toModifiers(organization: Modified, filing: Filing): Modifier[] {
  return [
    foreignActivity(filing),
    endowed(filing),
    highReserves(organization, filing),
    contractedFundraising(filing),
    groupReturn(filing),
  ].filter((modifier) => modifier !== undefined)
}

function foreignActivity(filing: Filing): Modifier | undefined {
  const ticked = (
    ['foreignActivities', 'grantsToForeignOrganizations', 'grantsToForeignIndividuals'] as const
  ).flatMap((key) => citeTicked(filing, key) ?? [])
  const office = citeTicked(filing, 'foreignOffice')
  const grants = citeNumber(filing, 'foreignGrants')
  const refs = [...ticked, ...(office ? [office] : []), ...(grants?.value ? [grants.ref] : [])]
  if (refs.length === 0) return undefined
  const given = grants?.value ? `; ${describeDollars(grants.value)} of grants went abroad` : ''
  return {
    key: 'ForeignActivity',
    label: 'Foreign activity',
    ...(grants?.value && { value: grants.value }),
    summary: `The return reports activities, grants or an office outside the United States${given}.`,
    refs,
  }
}

function endowed(filing: Filing): Modifier | undefined {
  const permanent = citeNumber(filing, 'permanentlyRestrictedEoy')
  if (!permanent || permanent.value <= 0) return undefined
  return {
    key: 'Endowed',
    label: 'Endowed',
    value: permanent.value,
    summary: `${describeDollars(permanent.value)} of net assets are permanently restricted.`,
    refs: [permanent.ref],
  }
}

function highReserves(organization: Modified, filing: Filing): Modifier | undefined {
  const months = deriveFigure('reserveMonths', { filing })
  if (typeof months?.value !== 'number' || months.value <= HIGH_RESERVES) return undefined
  const ref = toDerivedRef(organization, filing, months.key)
  return {
    key: 'HighReserves',
    label: 'High reserves',
    value: months.value,
    summary: `Unrestricted net assets cover ${Math.round(months.value)} months of expenses, over three years.`,
    refs: [ref],
  }
}

function contractedFundraising(filing: Filing): Modifier | undefined {
  const ticked = citeTicked(filing, 'professionalFundraising')
  const fees = citeNumber(filing, 'professionalFundraisingFees')
  const isPaid = fees !== undefined && fees.value > 0
  if (!ticked && !isPaid) return undefined
  return {
    key: 'ContractedFundraising',
    label: 'Contracted fundraising',
    ...(isPaid && { value: fees.value }),
    summary: isPaid
      ? `${describeDollars(fees.value)} was paid to professional fundraisers.`
      : 'The return reports professional fundraising services.',
    refs: [...(ticked ? [ticked] : []), ...(isPaid ? [fees.ref] : [])],
  }
}

function groupReturn(filing: Filing): Modifier | undefined {
  const ref = citeTicked(filing, 'groupReturn')
  return ref === undefined
    ? undefined
    : {
        key: 'GroupReturn',
        label: 'Group return',
        summary: 'The figures are of a group of affiliates together.',
        refs: [ref],
      }
}
