import type { FigureKey } from '#src/figures/figures.ts'
import { anyOf } from '../../phrases.ts'

const SPENT_ON =
  '(spen[dt]s?|spending|goes|going|go|uses?|used) (its money |directly )?(on|to|for|towards?)'
const PROGRAMS =
  '(its |their |the )?(actual )?(program(me)?s?|mission|cause|charity work|charitable work)'
const MOST = '((the )?(most|least|biggest share|highest share|larger share|more|less) )?'
const POLICY = '(expenses?|costs?|spending)'
const RATIO = '(expense |expenses |cost |spending |service )?(ratio|share|percentage|rate)'

// Longer phrases come first: "program revenue" before "revenue".
const FIGURE_WORDS: [words: string, figures: FigureKey[]][] = [
  ['mission deployment( rate)?', ['missionDeploymentRate']],
  ['(three|3)[- ]year revenue growth', ['revenueGrowthThreeYears']],
  ['revenue growth | growth (of|in) (its |their )?revenues?', ['revenueGrowth']],
  ['expense growth | growth (of|in) (its |their )?expenses', ['expenseGrowth']],
  [`program(me)?s? (${RATIO}|efficiency) | how efficient | most efficient`, ['programRatio']],
  [
    `(spen[dt]s?|spending|goes|go) ${MOST}(on|to) ${PROGRAMS} | ${SPENT_ON} ${PROGRAMS}`,
    ['programRatio', 'programExpenses'],
  ],
  [`fund-?raising ${RATIO}`, ['fundraisingRatio']],
  [
    `(administrative|admin|administration|overhead|management) ${RATIO} | overheads?`,
    ['administrativeRatio'],
  ],
  [
    `(goes|go|going|went) ${MOST}(to|on|into|towards?) fund-?raising`,
    ['fundraisingRatio', 'fundraisingExpenses'],
  ],
  [
    `(goes|go|going|went) ${MOST}(to|on|into|towards?) (administration|admin|overhead|management)`,
    ['administrativeRatio', 'managementExpenses'],
  ],
  [`fund-?raising ${POLICY} | spen[dt]s? ${MOST}on fund-?raising`, ['fundraisingExpenses']],
  [
    `
    (administrative|admin|management( and general)?|administration) ${POLICY} |
    spen[dt]s? ${MOST}on (administration|admin|management)`,
    ['managementExpenses'],
  ],
  [`program(me)?s? (service )?${POLICY}`, ['programExpenses']],
  ['program(me)? (service )?(revenues?|fees)', ['programServiceRevenue']],
  [
    `
    how long (could|can|would|will) | reserve months | months? of (operating )?reserves? |
    (operating )?reserves? | rainy day fund`,
    ['reserveMonths'],
  ],
  [
    'liabilit(y|ies) to assets( ratio)? | debt ratio | debts?[- ]to[- ]assets?( ratio)?',
    ['liabilitiesToAssets'],
  ],
  ["officers?'? (compensation|pay) share", ['officerCompensationShare']],
  [
    `
    (share of )?independent (board )?(members|directors) | board independence |
    independent (is|are) (its|the|their) board`,
    ['independentMembers', 'independentShare'],
  ],
  [
    `
    (how many |number of )(board members|directors|trustees|voting members) | board size |
    size of (the|its|their) board | voting members`,
    ['votingMembers'],
  ],
  ['net assets | fund balances? | net worth | equity', ['netAssets']],
  ['fair market value( of (all |its |their )?assets)?', ['assetsFairMarketValue']],
  ['cash( on hand)?', ['cash']],
  ['(total )?assets | how (wealthy|rich) | endowment', ['assets']],
  ['(total )?liabilit(y|ies) | debts? | owe[sd]? | owing', ['liabilities']],
  ['gross receipts', ['grossReceipts']],
  ['government (grants|funding|money) | grants from (the )?governments?', ['governmentGrants']],
  ['net investment income', ['netInvestmentIncome']],
  [
    '(net|operating) (incomes?|revenues?|earnings|surplus|profits?|results?|loss(es)?|deficit)',
    ['revenueLessExpenses'],
  ],
  ['minimum investment return', ['minimumInvestmentReturn']],
  ['investment (income|returns?)', ['investmentIncome']],
  ['(membership )?dues', ['membershipDues']],
  [
    `
    gross unrelated( business)? (income|revenues?) | gross ubi |
    unrelated business revenues?`,
    ['grossUnrelatedIncome'],
  ],
  [
    `
    ((net )?unrelated (business )?)?taxable (business )?income |
    net unrelated business income | ubit | ubti`,
    ['unrelatedTaxableIncome'],
  ],
  ['unrelated business income | ubi', ['grossUnrelatedIncome', 'unrelatedTaxableIncome']],
  ['total tax | income tax', ['totalTax']],
  ['excise tax', ['exciseTax']],
  ['contributions( and grants)? | donations | gifts and grants', ['contributions']],
  [
    `
    (total )?grants (and similar amounts )?paid |
    (give|gave|given|gives|gift|paid|pay|pays) (away|out) | total grant-?making |
    (gives?|gave|given|pays?|paid|makes?|made|spen[dt]s?|awards?|awarded|distributed?) in (total )?grants |
    distribut(ed?|es)`,
    ['grantsPaid', 'charitableDisbursements'],
  ],
  ['charitable disbursements | disbursements', ['charitableDisbursements']],
  [
    'pay-?out( ratio| rate)? | qualifying distributions to (the )?distributable amount',
    ['distributionsToDistributableAmount', 'qualifyingDistributions'],
  ],
  ['qualifying distributions', ['qualifyingDistributions']],
  ['undistributed income', ['undistributedIncome']],
  ['distributable amount', ['distributableAmount']],
  [
    `
    (total )?(officers?'?|executives?'?) (compensation|pay) |
    compensation of (its |their |the )?(officers|executives)(, directors(,? and trustees)?)?`,
    ['officerCompensation'],
  ],
  [
    '((pays?|paid|spen[dt]s?) (out )?(in|on|for) )?(salaries|payroll|wages|staff costs)',
    ['salaries'],
  ],
  [
    `
    how many (people|employees|staff|workers) | number of (employees|staff|workers) |
    employees | headcount | staff size`,
    ['employees'],
  ],
  ['(how many |number of )?volunteers', ['volunteers']],
  [
    `
    surplus | deficit | profits? | profitab(le|ility) | (loses?|lost|losing)( money)? |
    (makes?|made) (any |a )?(money|loss) | revenue less expenses`,
    ['revenueLessExpenses'],
  ],
  ['(total )?(expenses|expenditures?|spending|costs) | spen[dt]s?', ['expenses']],
  [
    `
    (total )?revenues? | (annual )?(incomes?|budgets?) | turnover | how (big|large) |
    (tak(e|es|en|ing)|took|br(ing|ings|ought)) in | earn(s|ed)? | raised? | raises`,
    ['revenue'],
  ],
]

const COMPILED = FIGURE_WORDS.map(([words, figures]) => [anyOf('gi', words), figures] as const)

// Each figure takes a sentence; for more of them, the organization's page works better.
const MAX_FIGURES = 6

// Narrows the next figure to a line that is not loaded. "Fundraising expenses" and the like are
// figures of their own.
const NARROWED =
  /\b((?:accounting|advertising|average|capital|consulting|current|deferred|depreciation|events?|fixed|foreign|fund-?raising|insurance|intangible|interest|legal|liquid|lobbying|long[- ]term|marketing|median|occupancy|payroll|pension|per[- ]capita|rental|rent|restricted|royalty|sales|short[- ]term|special events?|subscription|temporarily restricted|permanently restricted|tangible|travel|tuition|unrestricted)) $/i
// Divides the figure before it ("revenue per employee") or names a part of it ("spend on travel").
const PARTED =
  /^ *(margins?|per (?!year|annum)[a-z]+|on (?!it\b|them\b|its\b|their\b|the\b|average\b|in\b)[a-z-]{3,20})\b/i

/** Returns words around a figure that ask for something no line has. */
const unreadAround = (before: string, after: string): string[] =>
  [NARROWED.exec(before)?.[1], PARTED.exec(after)?.[1]].flatMap((words) => words ?? [])

// "What share of its expenses goes to programs" does not ask for expenses.
const SHARE_OF =
  /\b(?:share|percent(?:age)?|part|proportion|fraction|how much|cents) of (?:its|their|the|every|each|a)(?: \w+'s)? (?:money|expenses|spending|budget|dollars?|costs|funds|donations?)\b|\bhow much of (?:it|that)\b/gi

/** Returns the text with `|` in place of the whole of a share. */
export const takeShareOf = (text: string): string =>
  text.replaceAll(SHARE_OF, (words) => '|'.padEnd(words.length, ' '))

type Figures = { figures: FigureKey[]; unread: string[]; rest: string }

/**
 * Returns the figures a text names, words that are not used, and the text with `|` in place of the
 * figures.
 */
export function takeFigures(text: string): Figures {
  const found: { at: number; to: number; figures: readonly FigureKey[] }[] = []
  let rest = takeShareOf(text)
  for (const [pattern, figures] of COMPILED) {
    rest = rest.replaceAll(pattern, (words: string, at: number) => {
      found.push({ at, to: at + words.length, figures })
      // Padded, so that positions stay the same.
      return '|'.padEnd(words.length, ' ')
    })
  }
  const inOrder = found.sort((left, right) => left.at - right.at)
  const figures = inOrder.flatMap((one) => one.figures)
  const unread = inOrder.flatMap(({ at, to }) => unreadAround(rest.slice(0, at), rest.slice(to)))
  for (const words of unread) rest = rest.replace(words, '|'.padEnd(words.length, ' '))
  return { figures: [...new Set(figures)].slice(0, MAX_FIGURES), unread, rest }
}
