import type { Ein } from '#src/domain/ein.ts'
import { lineTotal } from './figures/expenses.ts'
import { drawFoundationYears } from './figures/foundation.ts'
import { amendFigures, drawYears, type YearFigures } from './figures/year.ts'
import { type Filing, monthsOf, OLD_TAX_YEARS, planFilings } from './filings.ts'
import { drawGrants, placedContractor, placeGrants, writeLoosely } from './grants.ts'
import type { Latest } from './lists/irs-lists.ts'
import { hasCase, type Organization } from './organization.ts'
import type { Random } from './random.ts'
import { buildForm990 } from './returns/f990.ts'
import { buildForm990EZ } from './returns/f990ez.ts'
import { buildForm990PF } from './returns/f990pf.ts'
import { buildForm990T } from './returns/f990t.ts'
import { buildHeader } from './returns/header.ts'
import { writeReturn } from './returns/write-return.ts'

/** A return as published, with the amounts that the registry repeats from it. */
export type Composed = { filing: Filing; text: string; latest: Latest }

/** What composing one organization's returns requires about the others. */
type Neighbours = {
  recipients: readonly Organization[]
  relatives: readonly Organization[]
  everyone: ReadonlyMap<Ein, Organization>
}

/** Writes every return of an organization. */
export function composeReturns(
  organization: Organization,
  neighbours: Neighbours,
  takenIds: Set<string>,
  random: Random,
): Composed[] {
  const filings = planFilings(organization, takenIds, random.fork('filings'))
  if (filings.length === 0) return []
  return organization.form === '990PF'
    ? composeFoundation(organization, filings, neighbours, random)
    : composeOperating(organization, filings, neighbours, random)
}

function composeFoundation(
  organization: Organization,
  filings: readonly Filing[],
  { recipients, everyone }: Neighbours,
  random: Random,
): Composed[] {
  const years = drawFoundationYears(organization, random.fork('figures'))
  return filings.flatMap((filing) => {
    const figures = years.find(({ taxYear }) => taxYear === filing.taxYear)
    if (!figures) return []
    const own = random.fork(`return ${filing.taxYear}`)
    const grants = (budget: number, fork: Random) =>
      writeLoosely(drawGrants(organization, budget, recipients, true, fork), random)
    const drawn = grants(figures.grants, random.fork('grants').fork(loyalty(filing)))
    const paid = placeGrants(organization, drawn, everyone, random)
    const approved = grants(figures.futureGrants, random.fork('approved')).slice(0, 4)
    const data = buildForm990PF({ filing, figures, paid, approved, random })
    const header = buildHeader(filing, figures.people, own.fork('header'))
    const text = writeReturn(filing, header, data, own.fork('style'))
    return toComposed(filing, text, {
      assets: figures.end.assets,
      income: figures.revenue + figures.salesPrice - figures.gain,
      revenue: figures.revenue,
    })
  })
}

// The list of grantees changes every other year.
const loyalty = ({ taxYear }: Filing): string => String(Math.floor(taxYear / 2))

function composeOperating(
  organization: Organization,
  filings: readonly Filing[],
  neighbours: Neighbours,
  random: Random,
): Composed[] {
  const years = yearsOf(organization, random)
  return filings.flatMap((filing) => {
    const position = years.findIndex(({ taxYear }) => taxYear === filing.taxYear)
    const original = years[position]
    if (!original) return []
    const figures = amendFigures(original, filing.amendment)
    const own = random.fork(`return ${filing.taxYear} ${filing.amendment}`)
    const data =
      filing.form === '990T'
        ? buildForm990T(filing, figures)
        : buildOperating(filing, figures, earlierYears(years, position), neighbours, random)
    const header = buildHeader(filing, figures.people, own.fork('header'))
    const text = writeReturn(filing, header, data, own.fork(`style ${filing.form}`))
    return toComposed(filing, text, {
      assets: figures.end.assets,
      income: figures.revenue.grossReceipts,
      revenue: figures.revenue.total,
    })
  })
}

const toComposed = (filing: Filing, text: string, amounts: Omit<Latest, 'filing'>): Composed => ({
  filing,
  text,
  latest: { filing, ...amounts },
})

// The years before one, newest first, back to the first gap.
function earlierYears(years: readonly YearFigures[], position: number): YearFigures[] {
  const before = years.slice(0, position).reverse()
  const gap = before.findIndex(
    ({ taxYear }, index) => taxYear !== (years[position]?.taxYear ?? 0) - 1 - index,
  )
  return gap < 0 ? before : before.slice(0, gap)
}

// Old returns of a younger, smaller organization; those of the years between were filed on paper.
function yearsOf(organization: Organization, random: Random): YearFigures[] {
  const recent = drawYears(
    organization,
    (taxYear) => monthsOf(organization, taxYear),
    random.fork('figures'),
  )
  if (!hasCase(organization, 'name-eras')) return recent
  const young = {
    ...organization,
    firstTaxYear: OLD_TAX_YEARS.first,
    lastTaxYear: OLD_TAX_YEARS.last,
    scale: Math.round(organization.scale * 0.6),
  }
  return [...drawYears(young, () => 12, random.fork('old figures')), ...recent]
}

function buildOperating(
  filing: Filing,
  figures: YearFigures,
  earlier: readonly YearFigures[],
  { recipients, relatives, everyone }: Neighbours,
  random: Random,
) {
  const { organization } = filing
  const budget = lineTotal(figures.expenses, 'GrantsToDomesticOrgsGrp')
  const fork = random.fork('grants').fork(loyalty(filing))
  const drawn = budget > 5_000 ? drawGrants(organization, budget, recipients, false, fork) : []
  const grants = placeGrants(organization, drawn, everyone, random)
  const context = {
    filing,
    organization,
    figures,
    earlier,
    grants,
    relatives,
    contractor: placedContractor(organization, everyone),
    random: random.fork('texts'),
  }
  return filing.form === '990EZ' ? buildForm990EZ(context) : buildForm990(context)
}
