/**
 * What a figure can be a figure of, by the words of a sentence or a label. What is said more exactly
 * stands first and is taken out of the text: "net assets" are no assets, "program revenue" is not all
 * revenue. Lines this service has no figure of are among them, so that none stands in for them.
 */
const EXACT: readonly [string, RegExp][] = [
  [
    'leverage',
    /\bliabilit\w+[\s-](?:(?:as\s+a\s+)?(?:share|percentage)\s+of|to)[\s-](?:\w+\s)?assets\b|\bdebt[\s-]to[\s-]assets?\b/giu,
  ],
  [
    'surplus',
    /\b(?:total\s)?revenues?\s(?:less|minus|over|exceed\w*)\s(?:its\s|total\s)?expenses\b|\bexpenses\s(?:exceed\w*|over)\s(?:its\s|total\s)?revenues?\b|\bnet (?:income|loss|revenue|result|gain)s?\b|\boperating (?:income|result|loss)\b|\bmore than it (?:took in|raised|earned|received|spent)\b|\b(?:surplus\w*|deficits?|shortfalls?|loss(?:es)?|lost|profits?|bottom line|result)\b/giu,
  ],
  ['unrelatedIncome', /\bunrelated(?:\sbusiness)?(?:\staxable)?\sincome\b/giu],
  [
    'tax',
    /\b(?:excise\s)?tax(?:es)?\b(?!\s(?:years?|period|returns?|filings?|exempt\w*|forms?))(?:\son\s(?:net\s)?investment income)?/giu,
  ],
  ['undistributed', /\bundistributed income\b/giu],
  ['distributable', /\bdistributable amount\b/giu],
  ['distributions', /\b(?:qualifying\s)?distributions?\b/giu],
  ['minimumReturn', /\bminimum investment return\b/giu],
  ['netInvestment', /\bnet investment income\b/giu],
  ['investment', /\binvestments?(?:\s(?:income|returns?))?\b|\bdividends?\b/giu],
  ['netAssets', /\bnet (?:assets|worth)(?:\sor fund balances?)?|\bfund balances?\b|\bequity\b/giu],
  ['fairValue', /\bfair market value(?:\sof (?:all )?(?:its )?assets)?/giu],
  ['endowment', /\bendow\w+/giu],
  ['grossReceipts', /\bgross receipts\b/giu],
  [
    'programRevenue',
    /\bprogram(?:\sservice)?s? (?:revenues?|income|fees)\b|\brevenues? from (?:its )?program\w*(?:\sservices?)?/giu,
  ],
  ['otherRevenue', /\bother (?:revenues?|income)\b/giu],
  ['dues', /\b(?:membership )?dues(?:\s(?:that count as contributions|and assessments))?\b/giu],
  [
    'governmentGrants',
    /\bgovernment(?:al)? (?:grants?|funding|contributions?|support)\b|\bgrants? from (?:the )?governments?\b/giu,
  ],
  ['deployment', /\bmission deployment(?: rate)?\b/giu],
  ['threeYears', /\b(?:three|3)[\s-]years?\b/giu],
  ['growth', /\b(?:growth|changes?)\b/giu],
  ['fundraising', /\b(?:professional )?fund-?raising\b|\braising (?:money|funds)\b/giu],
  [
    'administration',
    /\b(?:administrat\w+|management(?: and general)?|overhead|general expenses)\b/giu,
  ],
  [
    'program',
    /\b(?:program\w*|charitable (?:purposes|work|activities)|mission)(?: services?)?\b/giu,
  ],
  [
    'officerPay',
    /\b(?:compensat\w+|pay|paid|pays)\s(?:of|to|for)?\s?(?:its |all |current |the )*(?:officers|executives|directors)(?:[\w ,]*key employees)?|\b(?:officers?|executives?)['’]? (?:compensation|pay)\b(?: share)?/giu,
  ],
  [
    'salaries',
    /\b(?:salaries|wages|payroll)\b(?:(?:,| and)? other compensation)?(?:,? and (?:employee )?(?:benefits|wages))?/giu,
  ],
  ['benefits', /\b(?:benefits|pensions?)\b/giu],
  [
    'compensation',
    /\b(?:compensat\w+|remunerat\w+|salary|pay|unpaid|pays (?:its|the|their|him|her)|paid (?:its|the|their|him|her)|(?:is|was|were|are|gets?|got|be) paid)\b|\b(?:ceo|chief executive|president|executive director|treasurer|director)\b(?=[^,.;]{0,40}\b(?:makes?|made|earn\w*|receiv\w*)\b)|(?<=\b(?:ceo|president|director)\b[^,.;]{0,40})\b(?:makes?|made|earn\w*|receiv\w*)|\bon the ceo\b/giu,
  ],
  ['grantsPaid', /\bgrants and similar amounts paid\b/giu],
  ['contributions', /\bcontribut\w+(?:\sand grants?)?|\bdonat(?:ions?|ed)\b|\bgifts?\b/giu],
  [
    'grants',
    /\b(?:grants?|grantees?|awards?|awarded|gave|given?|gives|obligat\w+|funded|funding)\b/giu,
  ],
  [
    'reserves',
    /\breserves?\b(?: months?)?|\bmonths? of (?:reserves?|expenses|operations|spending)\b|\brunway\b/giu,
  ],
  ['cash', /\b(?:cash|savings|in the bank)\b/giu],
  ['employees', /\b(?:employees?|employs?|employed|staff\w*|workers?|headcount)\b/giu],
  ['volunteers', /\bvolunteers?\b/giu],
  ['independent', /\bindependent\b/giu],
  [
    'board',
    /\b(?:(?:voting |board )?members?(?! of (?:its|the) staff)|board|governing body|directors|trustees)\b/giu,
  ],
  ['percentile', /\b(?:percentile|share of peers|of (?:its )?peers)\b/giu],
  ['possible', /\b(?:possible|weight|at most|maximum|carr(?:y|ies) up to)\b/giu],
  ['transparency', /\btransparen\w+/giu],
  ['accountability', /\baccountab\w+/giu],
  ['sustainability', /\bsustainab\w+/giu],
  ['efficiency', /\befficien\w+/giu],
  ['rating', /\b(?:scor\w+|rat(?:ed|ings?)|points?)\b/giu],
  ['checks', /\b(?:cross-)?checks?\b/giu],
  ['restrictions', /\b(?:restrictions?|restriction lists?|sanction\w*|exclusions?)\b/giu],
  ['confidence', /\b(?:how sure|confiden\w+)\b/giu],
  // Parts of a line of which no figure is loaded.
  [
    'part',
    /\b(?:lobby\w*|travel|legal|interest|rent(?:al|s)?|current (?:assets|liabilities)|fixed|long-term|margins?|tuition|depreciation|insurance|inventor\w+|land|buildings?|equipment|stocks?|property|accounting|unrestricted|per capita)\b/giu,
  ],
]

/** Wide words, which stand beside the exact ones as well. */
const WIDE: readonly [string, RegExp][] = [
  [
    'revenue',
    /\b(?:revenues?|income|receipts|took in|takes in|raised?|raises|brought in|brings in|earned|earns)\b/giu,
  ],
  ['expenses', /\b(?:expen[sd]\w*|spen[dt]\w*|costs?|disburse\w*|outlays?|budget)\b/giu],
  ['assets', /\b(?:assets?)\b/giu],
  ['liabilities', /\b(?:liabilit\w+|debts?|owe[sd]?)\b/giu],
  [
    'organizations',
    /\b(?:organizations?|nonprofits?|charit(?:y|ies)|foundations?|filers?|candidates?|results?|match(?:es|ed)?|found|finds)\b/giu,
  ],
  ['returns', /\b(?:returns?|filings?)\b/giu],
  [
    'persons',
    /\b(?:people|persons?|officers?|leaders?|individuals?|executives?|key employees)\b/giu,
  ],
]

/** What a text names: exact lines, which must agree, and wide ones, of which one must. */
export type Aspects = { exact: ReadonlySet<string>; wide: ReadonlySet<string> }

/** The aspects a text names; of a label in camel case, too. */
export function aspectsOf(text: string): Aspects {
  let rest = text.replaceAll(/(?<=[a-z])(?=[A-Z])/gu, ' ')
  const take = (list: readonly [string, RegExp][]) =>
    new Set(
      list.flatMap(([name, pattern]) => {
        const left = rest.replaceAll(pattern, (found) => ' '.repeat(found.length))
        const isNamed = left !== rest
        rest = left
        return isNamed ? [name] : []
      }),
    )
  return { exact: take(EXACT), wide: take(WIDE) }
}

/** Whether a text names anything at all. */
export const namesAny = ({ exact, wide }: Aspects): boolean => exact.size + wide.size > 0

/**
 * Whether a fact of a label may be what is said with these aspects: each exact line of one is named
 * by the other, and so is one of its wide ones. A label that names nothing needs a word of its own in
 * the sentence.
 */
export function agrees(label: string, said: Aspects, sentence: string): boolean {
  const { exact, wide } = aspectsOf(label)
  // Whose it is and where it stands go unsaid beside a line.
  const lines = [...wide].filter(
    (name) => wide.size + exact.size === 1 || !/^(?:persons|returns)$/u.test(name),
  )
  if (exact.size + lines.length === 0) return said.exact.size === 0 && sharesWord(label, sentence)
  const isExact = exact.size === said.exact.size && [...exact].every((name) => said.exact.has(name))
  return isExact && (lines.length === 0 || lines.some((name) => said.wide.has(name)))
}

// Five letters are as good as a stem: "entry" and "entries" differ after them, "volume" and "voter" before.
const STEM = 5
const stemsOf = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.slice(0, STEM))

function sharesWord(label: string, sentence: string): boolean {
  const said = new Set(stemsOf(sentence))
  return stemsOf(label).some((stem) => said.has(stem))
}
