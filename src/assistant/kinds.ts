import type { SearchDeps } from '#src/search/search.ts'
import { featuresOf } from './intents/features.ts'
import { classify, type Guess } from './intents/head.ts'
import { has, type Kind, type Message } from './message.ts'
import { correctSpelling } from './vocabulary.ts'

/** Kinds that can do without an organization. */
export const WITHOUT_NAME: ReadonlySet<Kind> = new Set([
  'best',
  'find',
  'sector',
  'help',
  'other',
  'money',
])

/**
 * Returns the kinds that a message can have with their probabilities, the likeliest first. Throws
 * ApiError EmbeddingUnavailable.
 */
export async function kindsOf(deps: Pick<SearchDeps, 'embed'>, message: Message): Promise<Guess[]> {
  const before = message.previous
  if (before && (message.isFragment || isWhy(message))) {
    const last: Guess[] = before.kind
      ? [{ kind: before.kind, p: 1 }]
      : await kindsOf(deps, before.message)
    const isOfWinner = isWhy(message) && last[0]?.kind === 'best' && has(before.message, 'rating')
    return isOfWinner ? [{ kind: 'rating', p: 1 }] : last
  }
  const sure = kindByRule(message)
  if (sure) return [{ kind: sure, p: 1 }]
  const text = message.isFollowUp ? withOrganization(message.masked) : message.masked
  const guesses = classify(await deps.embed(correctSpelling(text)), featuresOf(text))
  const last =
    before && message.isFollowUp ? (await kindsOf(deps, before.message))[0]?.kind : undefined
  return reweigh(guesses, message, last)
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

/** Returns the kind of messages that words alone decide. */
function kindByRule(message: Message): Kind | undefined {
  const { organizations, people, masked, isFollowUp } = message
  const bare = masked.replaceAll(/[^\p{L}]+/gu, ' ').trim()
  if (/^(?:the )?ORG$/.test(bare)) return 'facts'
  if (bare === 'PERSON') return 'people'
  if (has(message, 'out') && !has(message, 'out', 'system')) return undefined
  if (organizations.length > 0 && has(message, 'fact', 'sanctions')) return 'facts'
  const isOfPerson = has(message, 'pay') || has(message, 'role', 'person')
  if (people.length > 0 && /\b(?:PERSON|s?he|him|hers?|his)\b/.test(masked) && isOfPerson)
    return 'people'
  if (has(message, 'out', 'system') && message.figures.length === 0) return 'other'
  const isRanked = ['more', 'highest', 'lowest'].some((key) => has(message, 'feature', key))
  const isRated = has(message, 'rating') || /\b(?:rated|ratings?|scores?)\b/.test(masked)
  const isOfGroup = has(message, 'group', 'one')
  if (organizations.length === 0)
    return isRanked && isOfGroup && message.figures.length > 0 && !has(message, 'feature', 'count')
      ? 'best'
      : undefined
  if (/\bshould (?:i|we)\b/.test(masked) && has(message, 'feature', 'advice')) return 'other'
  const isAbout = (key: string) => has(message, 'direction', key)
  const isOfGrants = isAbout('unsolicited') || isAbout('prospective')
  if (isOfGrants && !has(message, 'fact')) return 'money'
  if (organizations.length > 1 && isAbout('common')) return 'money'
  const isAgainst =
    /^\W*(?:and )?(?:(?:versus|vs|against|compared)\b|(?:is|was|how does) (?:that|it|this) .*\b(?:than|compare)\b)/
  if (organizations.length > 1 && isAgainst.test(masked)) return 'compare'
  const isOfFigures = message.figures.length > 0 || isRated || has(message, 'pay')
  const isEither = isFollowUp || /\b(?:or|between|vs|versus|than|which|who)\b/.test(masked)
  const isPair = organizations.length > 1 && isRanked && isOfFigures && isEither
  if (isPair && !has(message, 'direction', 'between')) return 'compare'
  if (/\bcross-?checks?\b/.test(masked)) return 'facts'
  return has(message, 'award', 'subaward') && organizations.length === 1 ? 'awards' : undefined
}

const OF_MONEY: ReadonlySet<Kind> = new Set(['awards', 'money'])

/** Weighs the kinds by what the words alone do not show: the names, and what was asked before. */
function reweigh(guesses: readonly Guess[], message: Message, last: Kind | undefined): Guess[] {
  const { organizations, isFollowUp, figures, years } = message
  if (last === 'compare' && organizations.length > 1 && figures.length > 0)
    return [{ kind: 'compare', p: 1 }]
  const isOneYear = years.from !== undefined && years.from === years.to
  const isGroup = has(message, 'group', 'many') || has(message, 'group', 'one')
  const weightOf = (kind: Kind): number => {
    let weight = kind === last ? 2 : 1
    if (isFollowUp && !isGroup && ['best', 'find', 'sector', 'help'].includes(kind)) weight /= 5
    if (kind === 'compare' && organizations.length === 1) weight /= 3
    const isOfMoney = has(message, 'direction') && figures.length === 0 && organizations.length > 0
    if (kind === 'money' && isOfMoney) weight *= 3
    if (kind === 'money' && figures.includes('governmentGrants')) weight /= 4
    if (kind === 'ratio' && has(message, 'feature', 'ratio') && figures.length > 1) weight *= 3
    if (kind === 'trend' && isOneYear) weight /= 2
    if (kind === 'compare' && last && OF_MONEY.has(last) && figures.length === 0) weight /= 4
    const isOfBoard = figures.some((key) => /^(?:voting|independent)/.test(key))
    if (kind === (figures.length > 1 ? 'figure' : 'people') && isOfBoard) weight *= 5
    if (organizations.length === 0 && isGroup && !WITHOUT_NAME.has(kind)) weight /= 2
    return weight
  }
  const weighed = guesses.map(({ kind, p }) => ({ kind, p: p * weightOf(kind) }))
  const sum = weighed.reduce((so, { p }) => so + p, 0)
  return weighed.map(({ kind, p }) => ({ kind, p: p / sum })).sort((a, b) => b.p - a.p)
}
