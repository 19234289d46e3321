import { type Cited, citeNumber, citeTicked } from '#src/domain/evidence.ts'
import type { FactKey } from '#src/domain/facts/definitions.ts'
import { deriveFigure } from '#src/domain/facts/derived.ts'
import { describeDollars } from '#src/domain/money.ts'
import { classifyOperation, type OperatingClasses } from '#src/domain/operating-model.ts'
import { toDerivedRef } from '../evidence/derived-figures.ts'
import type { Filing, Organization } from '../organization.ts'

export type OperatingModel = OperatingClasses & { taxYear: number; modifiers: Modifier[] }

/** A further trait of an operating model. */
type Modifier = {
  key: 'ForeignActivity' | 'Endowed' | 'HighReserves' | 'ContractedFundraising' | 'GroupReturn'
  label: string
  value?: number
  summary: string
  refs: string[]
}

type Owner = Pick<Organization, 'ein' | 'filings' | 'primaryForm'>

/**
 * Returns how an organization raises and spends its revenue, from the lines of one filing, with
 * modifiers. Undefined if `classifyOperation` finds no class.
 */
export function toOperatingModel(
  organization: Owner & Pick<Organization, 'registry'>,
  filing: Filing,
): OperatingModel | undefined {
  const classes = classifyOperation(organization, filing)
  if (!classes) return undefined
  const modifiers = [
    foreignActivity(filing),
    endowed(filing),
    highReserves(organization, filing),
    contractedFundraising(filing),
    groupReturn(filing),
  ].filter((modifier) => modifier !== undefined)
  return { ...classes, taxYear: filing.taxYear, modifiers }
}

/** Returns a modifier with checked boxes and an amount as evidence; undefined without evidence. */
const toModifier = (
  { key, label }: Pick<Modifier, 'key' | 'label'>,
  ticked: readonly string[],
  amount: Cited<number> | undefined,
  summary: string,
): Modifier | undefined =>
  ticked.length === 0 && !amount
    ? undefined
    : {
        key,
        label,
        ...(amount && { value: amount.value }),
        summary,
        refs: [...ticked, ...(amount ? [amount.ref] : [])],
      }

const tickedIn = (filing: Filing, keys: readonly FactKey[]): string[] =>
  keys.flatMap((key) => citeTicked(filing, key) ?? [])

function positive(filing: Filing, key: FactKey): Cited<number> | undefined {
  const fact = citeNumber(filing, key)
  return fact && fact.value > 0 ? fact : undefined
}

function foreignActivity(filing: Filing): Modifier | undefined {
  const ticked = tickedIn(filing, [
    'foreignActivities',
    'foreignOffice',
    'grantsToForeignOrganizations',
    'grantsToForeignIndividuals',
  ])
  const spent = positive(filing, 'foreignSpending')
  const granted = positive(filing, 'foreignGrants')
  // Column (f) of Schedule F is the sum of spending and investments in a region.
  const amount = spent
    ? `, with ${describeDollars(spent.value)} in expenditures and investments abroad`
    : granted
      ? `, with ${describeDollars(granted.value)} in grants abroad`
      : ''
  return toModifier(
    { key: 'ForeignActivity', label: 'Foreign activity' },
    ticked,
    spent ?? granted,
    `The return reports activities, grants, or an office outside the United States${amount}.`,
  )
}

function endowed(filing: Filing): Modifier | undefined {
  // Returns up to 2018 report the permanently restricted amount; later ones report only that there
  // is one.
  const permanent = positive(filing, 'permanentlyRestrictedEoy')
  return toModifier(
    { key: 'Endowed', label: 'Endowed' },
    tickedIn(filing, ['endowments']),
    permanent,
    permanent
      ? `${describeDollars(permanent.value)} of net assets is permanently restricted.`
      : 'The return reports endowment funds.',
  )
}

/** In months of expenses: the three years of Standard 10 of the BBB Wise Giving Alliance. */
const HIGH_RESERVES = 36

function highReserves(organization: Owner, filing: Filing): Modifier | undefined {
  const months = deriveFigure('reserveMonths', { filing })
  if (typeof months?.value !== 'number' || months.value <= HIGH_RESERVES) return undefined
  const { value, key } = months
  return toModifier(
    { key: 'HighReserves', label: 'High reserves' },
    [],
    { value, ref: toDerivedRef(organization, filing, key) },
    // Form 990-EZ does not split its net assets.
    `${filing.form === '990EZ' ? 'Net assets' : 'Unrestricted net assets'} cover more than three years of expenses (${Math.round(value)} months).`,
  )
}

function contractedFundraising(filing: Filing): Modifier | undefined {
  const fees = positive(filing, 'professionalFundraisingFees')
  return toModifier(
    { key: 'ContractedFundraising', label: 'Contracted fundraising' },
    tickedIn(filing, ['professionalFundraising']),
    fees,
    fees
      ? `${describeDollars(fees.value)} was paid to professional fundraisers.`
      : 'The return reports professional fundraising services.',
  )
}

const groupReturn = (filing: Filing): Modifier | undefined =>
  toModifier(
    { key: 'GroupReturn', label: 'Group return' },
    tickedIn(filing, ['groupReturn']),
    undefined,
    'The figures cover a group of affiliates.',
  )
