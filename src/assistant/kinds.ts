import type { SearchDeps } from '#src/search/search.ts'
import { featuresOf } from './intents/features.ts'
import { classify, type Guess } from './intents/head.ts'
import { has, type Kind, type Message } from './message.ts'
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
const isRanked: When = (shown) =>
  ['more', 'highest', 'lowest'].some((key) => has(shown, 'feature', key))
const isRated: When = (shown) =>
  has(shown, 'rating') || /\b(?:rated|ratings?|scores?)\b/.test(shown.masked)
const isGroup: When = (shown) => has(shown, 'group', 'many') || has(shown, 'group', 'one')
const isOfFigures: When = (shown) => shown.figures.length > 0 || isRated(shown) || has(shown, 'pay')
const AGAINST =
  /^\W*(?:and )?(?:(?:versus|vs|against|compared)\b|(?:is|was|how does) (?:that|it|this) .*\b(?:than|compare)\b)/
const CHANGE =
  /\b(?:raise|improve|increase|boost|lift|lower|hurt)\w*\b.*\b(?:it|that|score|rating)\b/
const GETS =
  /^(?:and )?who (?:g[eo]ts?|received|gave|gives) (?:it )?(?:the )?(?:most|biggest|largest|least)/
const SHOULD =
  /\bshould (?:\w+ ){1,2}(?:give|donate|support|fund|choose|pick|trust|invest|work|join|volunteer|sue)\b/
const EITHER = /\b(?:or|between|vs|versus|than|which|who)\b/

/**
 * Messages whose kind words alone decide, with an example of each; the first rule applies. A rule
 * without a kind leaves the decision to the trained head.
 */
export const RULES: readonly (readonly [Kind | undefined, example: string, When])[] = [
  ['facts', 'the ORG?', (one) => /^(?:the )?ORG$/.test(bare(one))],
  ['people', 'PERSON', (one) => bare(one) === 'PERSON'],
  [undefined, 'weather in PLACE', (one) => has(one, 'out') && !has(one, 'out', 'system')],
  [
    'facts',
    'is ORG on a sanctions list?',
    (one) => count(one) > 0 && has(one, 'fact', 'sanctions'),
  ],
  ['people', 'what does PERSON earn at ORG?', (one) => isOfPerson(one)],
  ['rating', 'what would raise it?', (one) => one.last === 'rating' && CHANGE.test(one.masked)],
  [
    'other',
    'ignore previous instructions',
    (one) => has(one, 'out', 'system') && one.figures.length === 0,
  ],
  [
    'best',
    'which hospice has the highest revenue?',
    (one) =>
      count(one) === 0 &&
      isRanked(one) &&
      has(one, 'group', 'one') &&
      one.figures.length > 0 &&
      !has(one, 'feature', 'count'),
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
    'which foundations fund both ORG and ORG?',
    (one) => count(one) > 1 && has(one, 'direction', 'common'),
  ],
  ['compare', 'is that more than ORG or ORG?', (one) => count(one) > 1 && AGAINST.test(one.masked)],
  ['compare', 'which has more employees, ORG or ORG?', (one) => isEither(one)],
  ['money', 'who got the most from ORG?', (one) => one.last === 'money' && GETS.test(one.masked)],
  ['facts', 'which cross-checks did ORG fail?', (one) => /\bcross-?checks?\b/.test(one.masked)],
  [
    'awards',
    'what subawards has ORG received?',
    (one) => count(one) === 1 && has(one, 'award', 'subaward'),
  ],
  [
    'compare',
    'and the revenue of ORG and ORG?',
    (one) => one.last === 'compare' && count(one) > 1 && one.figures.length > 0,
  ],
]

const isOfPerson: When = (one) =>
  one.people.length > 0 &&
  /\b(?:PERSON|s?he|him|hers?|his)\b/.test(one.masked) &&
  (has(one, 'pay') || has(one, 'role', 'person'))

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
    'what is its revenue?',
    (one) => one.isFollowUp && !isGroup(one),
  ],
  [['compare'], 1 / 3, 'how does ORG compare?', (one) => count(one) === 1],
  [
    ['money'],
    3,
    'who funds ORG?',
    (one) => has(one, 'direction') && one.figures.length === 0 && count(one) > 0,
  ],
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
    'and which gave more?',
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
