import type { Kind } from '../content.ts'
import type { Organization } from '../organization.ts'
import type { Random } from '../random.ts'
import { splitByWeights, sumOf } from './money.ts'

/** Part VIII of the 990, whole dollars. `total` is line 12A, `noncash` line 1g. */
export type Revenue = ReturnType<typeof drawRevenue>

// Shares of revenue: gifts, government, services, dues, interest, rest. Chosen by hand so that
// every operating model occurs.
const MIXES: Record<Kind['funds'], readonly number[]> = {
  gifts: [0.72, 0.1, 0.07, 0.01, 0.03, 0.07],
  government: [0.16, 0.66, 0.11, 0, 0.02, 0.05],
  fees: [0.1, 0.05, 0.79, 0.01, 0.02, 0.03],
  dues: [0.08, 0.01, 0.25, 0.58, 0.03, 0.05],
  investments: [0.2, 0.02, 0.08, 0, 0.6, 0.1],
}

/** Draws the revenue of one year around a target; every total is the sum of its lines. */
export function drawRevenue(organization: Organization, target: number, random: Random) {
  const { kind } = organization
  const traits = kind.traits
  const weights = MIXES[kind.funds].map((share) => share * random.between(0.85, 1.15))
  const [gifts = 0, government = 0, service = 0, dues = 0, interest = 0, rest = 0] = splitByWeights(
    target,
    weights,
  )
  const events = traits.includes('gala')
    ? drawEvents(gifts, random)
    : { gross: 0, direct: 0, net: 0, contributions: 0 }
  const federated = random.chance(0.15) ? Math.round(gifts * 0.04) : 0
  const otherGifts = gifts - events.contributions - federated
  const inKind = ['food', 'clothing', 'vehicles', 'medicine', 'collections'] as const
  const noncash = inKind.some((trait) => traits.includes(trait))
    ? Math.round(otherGifts * random.between(0.2, 0.55))
    : 0
  const contributions = gifts + government
  const services = splitServices(organization, service + dues, random)
  const margins = drawMargins(traits, rest, random)
  const serviceTotal = sumOf(services.map(({ amount }) => amount))
  const otherTotal = sumOf(margins.other.map(({ amount }) => amount))
  const total =
    contributions +
    serviceTotal +
    interest +
    margins.rent.net +
    margins.securities.gain +
    events.net +
    margins.gaming.net +
    margins.inventory.net +
    otherTotal
  const spentOnSales =
    margins.rent.expenses +
    margins.securities.cost +
    events.direct +
    margins.gaming.direct +
    margins.inventory.cost
  return {
    federated,
    membershipDues: 0,
    eventContributions: events.contributions,
    government,
    otherGifts,
    noncash,
    contributions,
    services,
    serviceTotal,
    interest,
    ...margins,
    events,
    otherTotal,
    total,
    grossReceipts: total + spentOnSales,
  }
}

function drawEvents(gifts: number, random: Random) {
  const contributions = Math.round(gifts * random.between(0.06, 0.14))
  const gross = Math.round(contributions * random.between(0.4, 0.9))
  const direct = Math.round(gross * random.between(0.6, 1.3))
  return { gross, direct, net: gross - direct, contributions }
}

function splitServices(organization: Organization, amount: number, random: Random) {
  if (amount < 500) return []
  const first =
    organization.kind.fees ??
    (organization.kind.funds === 'dues' ? 'Membership dues and assessments' : 'Program fees')
  const [main = 0, workshops = 0] = splitByWeights(amount, [0.8, random.between(0.05, 0.3)])
  const unrelated = organization.cases.some(
    (one) => one.endsWith('unrelated-business') || one === 'two-unrelated-businesses',
  )
  const advertising = unrelated ? Math.round(main * 0.06) : 0
  const rows = [
    { description: first, businessCode: '900099', amount: main - advertising, unrelated: 0 },
    {
      description: 'Workshops and materials',
      businessCode: '611710',
      amount: workshops,
      unrelated: 0,
    },
    {
      description: 'Advertising',
      businessCode: '541800',
      amount: advertising,
      unrelated: advertising,
    },
  ]
  return rows.filter((row) => row.amount > 0)
}

function drawMargins(traits: readonly string[], rest: number, random: Random) {
  const [rentNet = 0, gain = 0, gamingNet = 0, shopNet = 0, misc = 0] = splitByWeights(rest, [
    random.chance(0.25) ? 2 : 0,
    random.chance(0.5) ? 3 : 0,
    traits.includes('bingo') ? 4 : 0,
    traits.includes('shop') ? 4 : 0,
    1,
  ])
  const rentExpenses = Math.round(rentNet * random.between(0.1, 0.5))
  const cost = Math.round(gain * random.between(6, 18))
  const prizes = Math.round(gamingNet * random.between(1.5, 3))
  const goods = Math.round(shopNet * random.between(0.8, 1.6))
  return {
    rent: { gross: rentNet + rentExpenses, expenses: rentExpenses, net: rentNet },
    securities: { gross: gain + cost, cost, gain },
    gaming: { gross: gamingNet + prizes, direct: prizes, net: gamingNet },
    inventory: { gross: shopNet + goods, cost: goods, net: shopNet },
    other:
      misc > 0
        ? [
            {
              description: random.pick([
                'Miscellaneous income',
                'Insurance recovery',
                'Refunds and rebates',
              ]),
              amount: misc,
            },
          ]
        : [],
  }
}
