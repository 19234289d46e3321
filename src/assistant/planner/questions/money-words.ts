import type { FigureKey } from '../../../profiles/figure-keys.ts'

const AUXILIARY = '(?:does|do|did|has|have)'
const END = String.raw`(?=[\s?.!|]*$)`
/** "How much did Harbor House make?", "what did it earn": what came in. */
const EARNED = new RegExp(
  String.raw`\b(?:how much(?: (?:money|income))?|what) ${AUXILIARY} (?<who>.{1,140}?) (?:make|made|earn|earned)${END}`,
  'i',
)
/** "How much did Harbor House give?": what was paid in grants. */
const GIVEN = new RegExp(
  String.raw`\bhow much(?: money)? ${AUXILIARY} (?<who>.{1,140}?) (?:give|gave|given|grant|granted|donate|donated|award|awarded)(?: in grants| to (?:others|charity))?${END}`,
  'i',
)
// Whoever has a role is paid; organizations earn.
const ROLE =
  /\b(?:ceos?|cfos?|chief|presidents?|directors?|officers?|trustees?|board|staff|employees?|workers?|people|executives?|leaders?|boss|he|she|treasurers?|founders?|managers?|everyone|each)\b/i

type Money = { figures: FigureKey[]; who: string }

/** The figures that "make" and "give" ask for, and whom; undefined where people's pay is meant. */
export function readMoney(text: string): Money | undefined {
  const { who: earner } = EARNED.exec(text)?.groups ?? {}
  if (earner !== undefined && !ROLE.test(earner)) return { figures: ['revenue'], who: earner }
  const { who: giver } = GIVEN.exec(text)?.groups ?? {}
  if (giver === undefined) return undefined
  return { figures: ['grantsPaid', 'charitableDisbursements'], who: giver }
}
