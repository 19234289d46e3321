import { type FigureKey, sourceOf } from '#src/figures/figures.ts'
import { type Line, line } from '#src/tools/line.ts'
import { type Frame, LAG, sayWho } from '../asked.ts'
import { keysIn, type Message } from '../message.ts'
import { figure } from './figure.ts'
import {
  computed,
  figuresOf,
  nameIn,
  type Return,
  readFigures,
  sayProblem,
  useLists,
} from './read-figures.ts'

/** The total that a figure is a share of, if the question does not name one. */
const WHOLES: Partial<Record<FigureKey, FigureKey[]>> = {
  revenue: [
    ...(['contributions', 'governmentGrants', 'programServiceRevenue', 'membershipDues'] as const),
    ...(['investmentIncome', 'otherRevenue', 'revenueLessExpenses'] as const),
  ],
  expenses: [
    ...(['salaries', 'officerCompensation', 'highestPaidCompensation', 'grantsPaid'] as const),
    ...(['programExpenses', 'managementExpenses', 'fundraisingExpenses'] as const),
  ],
  assets: ['cash', 'liabilities', 'netAssets'],
  votingMembers: ['independentMembers'],
}
// A figure is divided by the last of these that the question names.
const TOTALS: FigureKey[] = [
  ...(['assets', 'revenue', 'expenses', 'votingMembers', 'employees', 'volunteers'] as const),
]
/** Answers what a ratio was, or the share of one figure in another, with the parts of each. */
export const ratio: Frame = async function* (asked) {
  const { message } = asked
  const named = namedIn(message)
  const ratios = named.filter(isRatio)
  const shares = sharesOf(named.filter((key) => !isRatio(key)))
  // "Grants as a share of assets" is more exact than "payout" beside it.
  const isShare = shares.length > 0 && (ratios.length === 0 || named.some(isTotalOf(shares)))
  if (!isShare)
    return yield* figure({ ...asked, message: Object.assign(message, { figures: ratios }) })
  useLists(message, 'figure', 'unfiled', 'feature', 'pay')
  const { read } = await readFigures(asked, [...new Set(shares.flat())])
  for (const one of read) {
    if (one.problem) yield sayProblem(one)
    for (const each of one.returns) {
      for (const share of shares) yield sayShare(sayWho(one.who), each, share)
    }
  }
  if (read.some(({ returns }) => returns.length > 0)) yield LAG
}

/** Returns whether a figure is a ratio or a number of months, and no line of a return. */
const isRatio = (key: FigureKey): boolean => sourceOf(key, '990').fact === undefined

function namedIn(message: Message): FigureKey[] {
  const isMargin = keysIn(message, 'unfiled').includes('margin')
  return isMargin && !/current|quick/i.test(message.text)
    ? ['revenueLessExpenses', 'revenue']
    : figuresOf(message, true)
}

const isTotalOf = (shares: readonly [FigureKey, FigureKey][]) => (key: FigureKey) =>
  shares.some(([, total]) => total === key)

/** Each figure that is not a total, and the total that it is a share of. */
function sharesOf(named: readonly FigureKey[]): [FigureKey, FigureKey][] {
  const total = named.length > 1 ? TOTALS.findLast((key) => named.includes(key)) : undefined
  return named.flatMap((part): [FigureKey, FigureKey][] => {
    const of = total ?? TOTALS.find((key) => WHOLES[key]?.includes(part))
    return of && of !== part ? [[part, of]] : []
  })
}

function sayShare(who: string, each: Return, pair: [FigureKey, FigureKey]): Line {
  const [top, bottom] = pair.map((key) => each.figures.find((one) => one.key === key))
  const when = `In tax year ${each.year}${each.note},`
  const [over = 0, under = 0] = [Number(top?.value?.value), Number(bottom?.value?.value)]
  if (!top?.value || !bottom?.value || !(under > 0)) {
    const unknown = top?.value ? bottom : top
    return [
      `${when} this share is not known for ${who}, because its ${unknown ? nameIn(unknown) : 'total'} is not known. ${unknown?.why ?? ''}`,
    ]
  }
  const share = computed('Share', over / under, bottom.unit === top.unit ? 'ratio' : 'USD')
  return line`${when} the ${nameIn(top)} of ${who} equaled ${share} of its ${nameIn(bottom)}: ${top.value} ÷ ${bottom.value}.`
}
