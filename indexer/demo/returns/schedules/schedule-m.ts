import { splitByWeights } from '../../figures/money.ts'
import type { Trait } from '../../texts/kind.ts'
import type { Block, Content } from '../../xml.ts'
import { hasTrait, type ReturnContext } from '../context.ts'

// Gifts in kind by trait: the group on the schedule, its weight and how it is valued. In form order.
const GROUPS: readonly [Trait, string, number, string][] = [
  ['collections', 'WorksOfArtGrp', 6, 'APPRAISAL'],
  ['clothing', 'ClothingAndHouseholdGoodsGrp', 8, 'THRIFT SHOP VALUE'],
  ['vehicles', 'CarsAndOtherVehiclesGrp', 1, 'SALE PROCEEDS'],
  ['food', 'FoodInventoryGrp', 9, 'AVERAGE WHOLESALE VALUE PER POUND'],
  ['medicine', 'DrugsAndMedicalSuppliesGrp', 7, 'AVERAGE WHOLESALE PRICE'],
]
// The schedule is due above 25,000 of gifts in kind.
const THRESHOLD = 25_000

/** Schedule M: gifts in kind by type; its rows add up to Part VIII line 1g. */
export function buildScheduleM(context: ReturnContext): Block | undefined {
  const { noncash } = context.figures.revenue
  if (noncash <= THRESHOLD) return undefined
  const groups = GROUPS.filter(([trait]) => hasTrait(context, trait))
  const securities = context.organization.scale > 1_000_000 ? 1 : 0
  const amounts = splitByWeights(noncash, [...groups.map(([, , weight]) => weight), securities])
  const rows: Record<string, Content> = {}
  groups.forEach(([, name, , method], index) => {
    rows[name] = row(amounts[index] ?? 0, method, context.random.fork(name).int(12, 900))
  })
  const stock = amounts.at(-1) ?? 0
  const ordered = [
    'WorksOfArtGrp',
    'ClothingAndHouseholdGoodsGrp',
    'CarsAndOtherVehiclesGrp',
    'SecuritiesPubliclyTradedGrp',
    'FoodInventoryGrp',
    'DrugsAndMedicalSuppliesGrp',
  ]
  if (stock > 0) rows.SecuritiesPubliclyTradedGrp = row(stock, 'MEAN OF HIGH AND LOW ON THE DAY', 6)
  return {
    ...Object.fromEntries(ordered.map((name) => [name, rows[name]])),
    Form8283ReceivedCnt: 0,
    AnyPropertyThatMustBeHeldInd: false,
    ReviewProcessUnusualNCGiftsInd: true,
    ThirdPartiesUsedInd: false,
  }
}

const row = (amount: number, method: string, count: number): Block => ({
  NonCashCheckboxInd: 'X',
  ContributionCnt: count,
  NoncashContributionsRptF990Amt: amount,
  MethodOfDeterminingRevenuesTxt: method,
})
