import { deriveFigure } from '#src/domain/facts/derived.ts'
import { describeDollars } from '#src/domain/money.ts'
import { type Cited, citeNumber, citeTicked } from '../evidence/cite.ts'
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

/** Returns the modifiers that apply to a filing, in a fixed order. */
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
    [
      'foreignActivities',
      'foreignOffice',
      'grantsToForeignOrganizations',
      'grantsToForeignIndividuals',
    ] as const
  ).flatMap((key) => citeTicked(filing, key) ?? [])
  const spent = positive(citeNumber(filing, 'foreignSpending'))
  const granted = positive(citeNumber(filing, 'foreignGrants'))
  const figure = spent ?? granted
  if (ticked.length === 0 && !figure) return undefined
  const amount = describeAbroad(spent, granted)
  return {
    key: 'ForeignActivity',
    label: 'Foreign activity',
    ...(figure && { value: figure.value }),
    summary: `The return reports activities, grants or an office outside the United States${amount}.`,
    refs: [...ticked, ...(figure ? [figure.ref] : [])],
  }
}

// Column (f) of Schedule F holds what was spent in a region and what is invested there.
function describeAbroad(spent: Cited<number> | undefined, granted: Cited<number> | undefined) {
  if (spent) return `; expenditures and investments abroad come to ${describeDollars(spent.value)}`
  return granted ? `; grants of ${describeDollars(granted.value)} went abroad` : ''
}

const positive = (fact: Cited<number> | undefined) => (fact && fact.value > 0 ? fact : undefined)

function endowed(filing: Filing): Modifier | undefined {
  const ticked = citeTicked(filing, 'endowments')
  // Until 2018 returns said which net assets may never be spent; since then only that there are some.
  const permanent = positive(citeNumber(filing, 'permanentlyRestrictedEoy'))
  if (!ticked && !permanent) return undefined
  return {
    key: 'Endowed',
    label: 'Endowed',
    ...(permanent && { value: permanent.value }),
    summary: permanent
      ? `${describeDollars(permanent.value)} of net assets are permanently restricted.`
      : 'The return reports endowment funds.',
    refs: [...(ticked ? [ticked] : []), ...(permanent ? [permanent.ref] : [])],
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
  const fees = positive(citeNumber(filing, 'professionalFundraisingFees'))
  if (!ticked && !fees) return undefined
  return {
    key: 'ContractedFundraising',
    label: 'Contracted fundraising',
    ...(fees && { value: fees.value }),
    summary: fees
      ? `${describeDollars(fees.value)} was paid to professional fundraisers.`
      : 'The return reports professional fundraising services.',
    refs: [...(ticked ? [ticked] : []), ...(fees ? [fees.ref] : [])],
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
