import type { SearchDeps } from '#src/search/search.ts'
import { policiesOf, rowsAsked } from './frames/rows.ts'
import { featuresOf } from './intents/features.ts'
import { classify, type Guess } from './intents/head.ts'
import { has, type Kind, type Message } from './message.ts'
import { AGAINST } from './read/references.ts'
import { correctSpelling } from './vocabulary.ts'

/** Kinds that can do without an organization. */
export const WITHOUT_NAME: ReadonlySet<Kind> = new Set([
  ...(['best', 'find', 'sector', 'help', 'other', 'money'] as const),
])

/**
 * Returns the kinds that a message can have with their probabilities, the likeliest first. Throws
 * ApiError EmbeddingUnavailable.
 */
export async function kindsOf(deps: Pick<SearchDeps, 'embed'>, message: Message): Promise<Guess[]> {
  const { previous: before, isFragment, isFollowUp, masked } = message
  const isFollowing = before && (isFollowUp || isFragment || isWhy(message))
  const last: Guess[] = !isFollowing
    ? []
    : before.kind
      ? [{ kind: before.kind, p: 1 }]
      : await kindsOf(deps, before.message)
  const shown = { ...message, last: last[0]?.kind }
  if (before && isWhy(message))
    return last[0]?.kind === 'best' && has(before.message, 'rating')
      ? [{ kind: 'rating', p: 1 }]
      : last
  if (before && isFragment) return last
  const rule = RULES.find(([, , when]) => when(shown))
  if (rule?.[0]) return [{ kind: rule[0], p: 1 }]
  const text = isFollowUp ? withOrganization(masked) : masked
  return reweigh(classify(await deps.embed(correctSpelling(text)), featuresOf(text)), shown)
}

/** "Oh dear. Why?" */
const isWhy = ({ masked }: Message): boolean =>
  /\b(?:why|how come)\W*$/.test(masked) && masked.split(/\s+/).length < 5

const ONE =
  /\b(?:it|they|them|there|(?:the|this|that) (?:\w+ one|one|foundation|charity|nonprofit|organization|group))\b/

/** Questions about an organization of the conversation are read as if they named it. */
const withOrganization = (masked: string): string => {
  if (/\bORG\b/.test(masked)) return masked
  const named = masked.replace(/\b(?:its|their)\b/, "ORG's").replace(ONE, 'ORG')
  return named === masked ? `${masked.replace(/\W*$/, '')} of ORG` : named
}

/** A message, and the kind of the one that it follows. */
export type Shown = Message & { last?: Kind | undefined }
type When = (shown: Shown) => boolean

const bare = ({ masked }: Shown): string => masked.replaceAll(/[^\p{L}]+/gu, ' ').trim()
const count = ({ organizations }: Shown): number => organizations.length
const isJudged: When = ({ masked }) =>
  /^\W*(?:and )?(?:is|was|are) (?:that|it|this|they) (?:really )?(?:good|bad|high|low|a lot|much|normal|healthy|typical|okay|ok|reasonable|enough|too \w+)\W*$/.test(
    masked,
  )
const isOfRatio: When = ({ previous }) =>
  previous?.message.figures.some((key) => /ratio|months|share|cost/i.test(key)) ?? false
const isOfGrants: When = ({ previous }) => previous?.message.figures.includes('grantsPaid') ?? false
const isRanked: When = (shown) =>
  ['more', 'highest', 'lowest'].some((key) => has(shown, 'feature', key)) ||
  /\bthe (?:most|least)\b/.test(shown.masked)
const isShort: When = ({ masked }) => masked.split(' ').length < 7
const isRated: When = (shown) =>
  has(shown, 'rating') || /\b(?:rated|ratings?|scores?)\b/.test(shown.masked)
const isGroup: When = (shown) => has(shown, 'group', 'many') || has(shown, 'group', 'one')
const isOfFigures: When = (shown) => shown.figures.length > 0 || isRated(shown) || has(shown, 'pay')
const CHANGE =
  /\b(?:raise|improve|increase|boost|lift|lower|hurt)\w*\b.*\b(?:it|that|score|rating)\b/
const THANKS =
  /^\W*(?:(?:ok|okay|great|perfect|good|cool|nice|got it|many)\W+)*(?:thanks|thank you|thx|ty|cheers|bye|goodbye)(?: (?:so much|a lot|very much|again|for (?:that|this|your help|the help)))?\W*$/
const AS_SHARE =
  /\b(?:as|in) an? (?:share|percent\w*|fraction|proportion)\b|\bcompare (?:to|with)\b/
const PART = /\b(?:worst|best|weakest|strongest|lowest|highest)\b/
const GETS =
  /^(?:and )?who (?:g[eo]ts?|received|gave|gives) (?:it |them )?(?:the )?(?:most|biggest|largest|least)/
const PER = /\b(?:relative to|as an? (?:share|percentage|percent) of|in proportion to)\b/
const SHOULD =
  /\bshould (?:\w+ ){1,2}(?:give|donate|support|fund|choose|pick|trust|invest|work|join|volunteer|sue)\b/
const EITHER = /\b(?:or|between|vs|versus|than|which|who)\b/

/**
 * Messages whose kind words alone decide, with an example of each, after a message of a kind about so
 * many organizations; the first rule applies. A rule without a kind leaves it to the trained head.
 */
export const RULES: readonly (readonly [Kind | undefined, example: string, When])[] = [
  ['facts', 'the ORG?', (one) => /^(?:the )?(?:PLACE )?ORG$/.test(bare(one))],
  ['people', 'PERSON', (one) => bare(one) === 'PERSON'],
  ['help', 'thank you!', ({ masked }) => THANKS.test(masked)],
  [undefined, 'weather in PLACE', (one) => has(one, 'out') && !has(one, 'out', 'system')],
  ['facts', 'is ORG sanctioned?', (one) => count(one) > 0 && has(one, 'fact', 'sanctions')],
  ['people', 'what does PERSON earn at ORG?', (one) => isOfPerson(one)],
  [
    'people',
    'what does the president of ORG earn?',
    (one) => count(one) === 1 && has(one, 'role') && has(one, 'pay') && isOnlyPay(one),
  ],
  [
    'facts',
    '(compare of 2) which one is older?',
    (one) =>
      count(one) > 0 &&
      one.figures.length === 0 &&
      /\b(?:which|who|is)\b.*\b(?:old|young)er\b/.test(one.masked),
  ],
  [
    'rating',
    '(rating) what would raise it?',
    (one) => one.last === 'rating' && CHANGE.test(one.masked),
  ],
  ['other', 'ignore all rules', (one) => has(one, 'out', 'system') && one.figures.length === 0],
  [
    'best',
    'which hospice has the highest revenue?',
    (one) =>
      count(one) === 0 &&
      isRanked(one) &&
      isGroup(one) &&
      one.figures.length > 0 &&
      !has(one, 'feature', 'count'),
  ],
  [
    'find',
    'which colleges are in your data?',
    (one) =>
      count(one) === 0 &&
      has(one, 'group', 'many') &&
      !has(one, 'feature', 'count') &&
      one.figures.length === 0 &&
      /\b(?:you have|you know|you cover|in your data(?:base)?)\b/.test(one.masked),
  ],
  [
    'best',
    'which charities had a deficit?',
    (one) =>
      count(one) === 0 &&
      isGroup(one) &&
      one.figures.join() === 'revenueLessExpenses' &&
      /\b(?:deficits?|loss(?:es)?|lost|los(?:e|ing)|in the red|shortfalls?)\b/.test(one.masked),
  ],
  [undefined, 'food banks in PLACE', (one) => count(one) === 0],
  ['other', 'should I donate to ORG?', (one) => SHOULD.test(one.masked)],
  [
    'money',
    'does ORG accept unsolicited applications?',
    (one) =>
      !has(one, 'fact') && ['unsolicited', 'prospective'].some((key) => has(one, 'direction', key)),
  ],
  [
    'money',
    'any that fund both ORG and ORG?',
    (one) => count(one) > 1 && has(one, 'direction', 'common'),
  ],
  ['people', 'any bonus at ORG?', (one) => rowsAsked(one).includes('bonus')],
  ['policy', 'which officers of ORG got a loan?', (one) => policiesOf(rowsAsked(one)).length > 0],
  ['figure', 'donated food of ORG', (one) => count(one) === 1 && rowsAsked(one).length > 0],
  ['compare', 'is that more than ORG or ORG?', (one) => count(one) > 1 && AGAINST.test(one.masked)],
  [
    'ratio',
    'does ORG or ORG have more debt relative to revenue?',
    (one) => count(one) > 1 && one.figures.length > 1 && PER.test(one.masked),
  ],
  ['compare', 'which has more employees, ORG or ORG?', (one) => isEither(one)],
  [
    'money',
    '(money) who got the most from it?',
    (one) => (one.last === 'money' || isOfGrants(one)) && GETS.test(one.masked),
  ],
  ['money', '(figure) to whom?', ({ masked }) => /^\W*(?:and )?(?:to|from) whom?\W*$/.test(masked)],
  [
    'rating',
    '(rating) is that good?',
    (one) => isJudged(one) && (one.last === 'rating' || isOfRatio(one)),
  ],
  ['other', '(figure) is that a lot?', isJudged],
  [
    'rating',
    '(rating) which part is worst?',
    (one) =>
      one.last === 'rating' &&
      PART.test(one.masked) &&
      count(one) === 1 &&
      isShort(one) &&
      one.words.every(({ list }) => /^(?:rating|feature|document)$/.test(list)),
  ],
  [
    'compare',
    '(find of 3) which of them is the largest?',
    (one) =>
      one.isFollowUp &&
      count(one) > 1 &&
      isRanked(one) &&
      one.unread.length === 0 &&
      !has(one, 'direction') &&
      !has(one, 'award'),
  ],
  [
    'figure',
    'how big is ORG?',
    (one) => count(one) === 1 && has(one, 'feature', 'size') && isOnlyOf(one, /^feature$/),
  ],
  [
    'people',
    '(figure) what about pay?',
    (one) =>
      count(one) === 1 &&
      (isOfPay(one) || (one.last === 'people' && has(one, 'pay'))) &&
      isOnlyPay(one) &&
      isOnlyOf(one, /^(?:pay|figure|feature)$/),
  ],
  [
    'facts',
    '(find of 3) what are their addresses?',
    (one) => count(one) > 0 && has(one, 'fact', 'address') && isOnlyOf(one, /^(?:fact|feature)$/),
  ],
  [
    'trend',
    '(figure) is its revenue more than the year before?',
    (one) =>
      count(one) === 1 &&
      one.figures.length > 0 &&
      /\b(?:than|on|from) (?:the )?(?:year before|(?:previous|prior) year)\b/.test(one.masked),
  ],
  [
    'trend',
    '(figure) has its revenue changed?',
    (one) =>
      one.isFollowUp &&
      count(one) === 1 &&
      has(one, 'feature', 'trend') &&
      one.figures.length > 0 &&
      isOnlyOf(one, /^(?:figure|feature)$/) &&
      isShort(one),
  ],
  [
    'ratio',
    'contributions of ORG as a share of revenue',
    (one) => count(one) > 0 && one.figures.length > 1 && AS_SHARE.test(one.masked),
  ],
  ['figure', "what is ORG's revenue?", (one) => count(one) === 1 && isOnlyOfFigures(one)],
  ['facts', 'which cross-checks did ORG fail?', (one) => /\bcross-?checks?\b/.test(one.masked)],
  ['awards', 'subawards of ORG', (one) => count(one) > 0 && has(one, 'award', 'subaward')],
  [
    'compare',
    '(compare of 2) and their revenue?',
    (one) => one.last === 'compare' && count(one) > 1 && isOfFigures(one),
  ],
]

const isOfPerson: When = (one) =>
  one.people.length > 0 &&
  ((one.isFollowUp && one.last === 'people') ||
    (/\b(?:PERSON|s?he|him|hers?|his)\b/.test(one.masked) &&
      (has(one, 'pay') || has(one, 'role', 'person'))))

const isOnlyOf = ({ words, unread }: Shown, lists: RegExp): boolean =>
  unread.length === 0 && words.every(({ list }) => lists.test(list))

/** "Earns" and "makes" are words of pay and of revenue. */
const isOnlyPay: When = ({ words }) =>
  words.every(
    (one) => one.list !== 'figure' || words.some(({ list, at }) => list === 'pay' && at === one.at),
  )

const isOfPay: When = ({ words }) =>
  words.some(
    (one) =>
      one.list === 'pay' && !words.some(({ list, at }) => list === 'figure' && at === one.at),
  )

const isOnlyOfFigures: When = ({ figures, words, unread, people }) =>
  figures.length > 0 &&
  people.length + unread.length === 0 &&
  words.every(
    ({ list, key, said }) =>
      list === 'figure' ||
      (list === 'feature' && PLAIN.test(key)) ||
      said.startsWith('what is ORG'),
  )
const PLAIN = /^(?:what|howMuch|reference|followup|latest)$/

const isEither: When = (one) =>
  count(one) > 1 &&
  isRanked(one) &&
  isOfFigures(one) &&
  (one.isFollowUp || EITHER.test(one.masked)) &&
  !has(one, 'direction', 'between')

/** What the trained head cannot see: the factor by which a kind is likelier, an example, and when. */
export const WEIGHTS: readonly (readonly [readonly Kind[], number, example: string, When])[] = [
  [
    ['best', 'find', 'sector', 'help'],
    1 / 5,
    '(figure) what is its revenue?',
    (one) => one.isFollowUp && !isGroup(one),
  ],
  [['compare'], 1 / 3, 'how does ORG compare?', (one) => count(one) === 1],
  [
    ['money'],
    3,
    'who funds ORG?',
    (one) => has(one, 'direction') && one.figures.length === 0 && count(one) > 0,
  ],
  [['awards'], 5, 'which agency gave ORG most?', (one) => has(one, 'award', 'agency')],
  [['money'], 1 / 4, 'government grants of ORG', (one) => one.figures.includes('governmentGrants')],
  [
    ['ratio'],
    3,
    'what share of the revenue of ORG are contributions?',
    (one) => has(one, 'feature', 'ratio') && one.figures.length > 1,
  ],
  [
    ['trend'],
    1 / 2,
    'did the revenue of ORG grow in 2022?',
    ({ years }) => years.from !== undefined && years.from === years.to,
  ],
  [
    ['compare'],
    1 / 4,
    '(money) and which gave more?',
    ({ last, figures }) => (last === 'awards' || last === 'money') && figures.length === 0,
  ],
  [
    ['people'],
    5,
    'how many voting members does ORG have?',
    ({ figures }) => figures.length === 1 && isOfBoard(figures),
  ],
  [
    ['figure'],
    5,
    'revenue and voting members of ORG',
    ({ figures }) => figures.length > 1 && isOfBoard(figures),
  ],
]

const isOfBoard = (figures: Message['figures']): boolean =>
  figures.some((key) => /^(?:voting|independent)/.test(key))

function reweigh(guesses: readonly Guess[], shown: Shown): Guess[] {
  const used = WEIGHTS.filter(([, , , when]) => when(shown))
  const isNameless = count(shown) === 0 && isGroup(shown)
  const weighed = guesses.map(({ kind, p }) => {
    const factors = used.map(([kinds, factor]) => (kinds.includes(kind) ? factor : 1))
    if (kind === shown.last) factors.push(2)
    if (isNameless && !WITHOUT_NAME.has(kind)) factors.push(1 / 2)
    return { kind, p: factors.reduce((so, factor) => so * factor, p) }
  })
  const sum = weighed.reduce((so, { p }) => so + p, 0)
  return weighed.map(({ kind, p }) => ({ kind, p: p / sum })).sort((a, b) => b.p - a.p)
}
