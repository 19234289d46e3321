import { FORM_NAMES } from '../../../../domain/facts/citation.ts'
import type { Form } from '../../../../domain/form.ts'
import type { FinancialKey } from '../../../../profiles/profile.ts'
import type { Overview } from '../../pages/overview.ts'
import { Figure } from '../figure.tsx'
import { Band } from './band.tsx'

/** Totals that every return has lines for; without one they are said to be not reported. */
const TOTALS = {
  totalRevenue: 'Total revenue',
  totalExpenses: 'Total expenses',
  totalAssets: 'Total assets',
  totalLiabilities: 'Total liabilities',
  netAssets: 'Net assets',
} as const satisfies Partial<Record<FinancialKey, string>>

/** What is computed, and shown where a form tells enough for it. */
const RATIOS = {
  programRatio: 'Program ratio',
  adminRatio: 'Administrative ratio',
  fundraisingRatio: 'Fundraising ratio',
  reserveMonths: 'Reserves',
  revenueGrowth: 'Revenue growth',
  officerCompensation: 'Officer compensation',
  highestPaidCompensation: 'Highest paid person',
} as const satisfies Partial<Record<FinancialKey, string>>

const NO_FIGURES: Partial<Record<Form, string>> = {
  '990N': 'Form 990-N, the postcard of small organizations, reports no figures.',
  '990T': 'Form 990-T reports the tax on unrelated business income alone, and no totals.',
}

type Props = { overview: Pick<Overview, 'page' | 'financials'> }

/** The main figures of the filing shown, each with its evidence. */
export const KeyFigures = ({ overview: { page, financials } }: Props) => {
  const { form, taxYear } = page.filing
  const title = `Key figures of ${FORM_NAMES[form]}, tax year ${taxYear}`
  if (Object.keys(financials).length === 0) {
    return (
      <Band id="figures" title={title}>
        <p>{NO_FIGURES[form] ?? 'This filing reports no totals.'}</p>
      </Band>
    )
  }
  const totals = Object.entries(TOTALS) as [keyof typeof TOTALS, string][]
  const ratios = Object.entries(RATIOS) as [keyof typeof RATIOS, string][]
  return (
    <Band id="figures" title={title}>
      <dl class="tiles">
        {totals.map(([key, label]) => (
          <Tile key={key} overview={{ page, financials }} name={key} label={label} isShort />
        ))}
        {ratios
          .filter(([key]) => financials[key])
          .map(([key, label]) => (
            <Tile key={key} overview={{ page, financials }} name={key} label={label} isShort />
          ))}
      </dl>
      {!financials.programRatio && (
        <p class="quiet">
          {form === '990'
            ? 'Expenses by function are not reported, so no program ratio can be told.'
            : `${FORM_NAMES[form]} as filed does not tell enough for a program ratio.`}
        </p>
      )}
    </Band>
  )
}

type TileProps = Props & { name: FinancialKey; label: string; isShort: boolean }

const Tile = ({ overview: { page, financials }, name, label, isShort }: TileProps) => {
  const figure = financials[name]
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <Figure
          ein={page.organization.ein}
          label={label}
          value={figure?.value}
          unit={figure?.unit}
          ref_={figure?.ref}
          isShort={isShort}
        />
      </dd>
    </div>
  )
}
