import type { Organization } from '../organization.ts'
import type { Random } from '../random.ts'
import { splitByWeights, sumOf } from './money.ts'

/** One end of a year of Part X, whole dollars. Assets equal liabilities and net assets together. */
export type Balance = {
  cash: number
  savings: number
  pledges: number
  receivables: number
  inventories: number
  prepaid: number
  landCost: number
  depreciation: number
  securities: number
  otherSecurities: number
  otherAssets: number
  assets: number
  payables: number
  deferredRevenue: number
  bonds: number
  mortgage: number
  unsecuredLoans: number
  otherLiabilities: number
  liabilities: number
  withoutRestrictions: number
  withRestrictions: number
  netAssets: number
}

/**
 * Lays out a balance sheet for given net assets. `year` counts from the organization's first one:
 * buildings wear off and debts are paid down from year to year.
 */
export function drawBalance(
  organization: Organization,
  netAssets: number,
  spending: number,
  year: number,
  random: Random,
): Balance {
  const traits = organization.kind.traits ?? []
  const constant = random.fork('constant')
  const bonds = traits.includes('bonds') ? Math.round(organization.scale * 0.5 * 0.96 ** year) : 0
  const mortgage = constant.chance(0.3) ? Math.round(organization.scale * 0.2 * 0.95 ** year) : 0
  const owed = {
    payables: Math.round(spending * constant.between(0.03, 0.09)),
    deferredRevenue: organization.kind.funds === 'fees' ? Math.round(spending * 0.05) : 0,
    bonds,
    mortgage,
    otherLiabilities: constant.chance(0.4) ? Math.round(spending * 0.02) : 0,
  }
  const landCost =
    bonds + mortgage > 0
      ? Math.round((bonds + mortgage) * 1.7)
      : Math.round(organization.scale * constant.between(0.02, 0.25))
  const depreciation = Math.round(landCost * Math.min(0.8, 0.25 + 0.04 * year))
  const prepaid = Math.round(spending * 0.01)
  const firm = landCost - depreciation + prepaid
  // Whoever owns less than its buildings has borrowed the rest and a month of spending.
  const shortfall = Math.max(
    0,
    firm + Math.round(spending / 12) - netAssets - sumOf(Object.values(owed)),
  )
  const unsecuredLoans = shortfall
  const liabilities = sumOf(Object.values(owed)) + unsecuredLoans
  const assets = netAssets + liabilities
  const liquid = splitLiquid(assets - firm, traits, constant)
  const restricted = Math.max(0, Math.round(netAssets * constant.between(0.05, 0.4)))
  return {
    ...liquid,
    prepaid,
    landCost,
    depreciation,
    assets,
    ...owed,
    unsecuredLoans,
    liabilities,
    withoutRestrictions: netAssets - restricted,
    withRestrictions: restricted,
    netAssets,
  }
}

function splitLiquid(amount: number, traits: readonly string[], random: Random) {
  const endowed = traits.includes('endowment') || traits.includes('collections')
  const [
    cash = 0,
    savings = 0,
    pledges = 0,
    receivables = 0,
    inventories = 0,
    securities = 0,
    otherSecurities = 0,
    otherAssets = 0,
  ] = splitByWeights(amount, [
    5,
    random.between(1, 5),
    random.between(0.5, 2),
    random.between(0.5, 2),
    traits.includes('food') || traits.includes('shop') ? 1 : 0,
    endowed ? 14 : random.chance(0.5) ? 3 : 0,
    endowed ? 6 : 0,
    random.chance(0.5) ? 0.6 : 0,
  ])
  return {
    cash,
    savings,
    pledges,
    receivables,
    inventories,
    securities,
    otherSecurities,
    otherAssets,
  }
}
