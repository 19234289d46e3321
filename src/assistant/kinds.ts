import { readTsv } from '#src/domain/tsv.ts'
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
  const [kind] = RULES.find(({ when }) => when(shown))?.kinds ?? []
  if (kind) return [{ kind, p: 1 }]
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

/** What words alone tell of a message: the column "is" of kinds.tsv. */
const IS: Readonly<Record<string, When>> = {
  followUp: ({ isFollowUp }) => isFollowUp,
  read: ({ unread }) => unread.length === 0,
  short: ({ masked }) => masked.split(' ').length < 7,
  either: ({ masked }) => /\b(?:or|between|vs|versus|than|which|who)\b/.test(masked),
  against: ({ masked }) => AGAINST.test(masked),
  group: (one) => isGroup(one),
  ranked: (one) =>
    ['more', 'highest', 'lowest'].some((key) => has(one, 'feature', key)) ||
    /\bthe (?:most|least)\b/.test(one.masked),
  ratingWords: ({ words }) => words.every(({ list }) => /^(?:rating|feature|document)$/.test(list)),
  ofBonus: (one) => rowsAsked(one).includes('bonus'),
  ofRows: (one) => rowsAsked(one).length > 0,
  ofPolicyRows: (one) => policiesOf(rowsAsked(one)).length > 0,
  ofOneYear: ({ years }) => years.from !== undefined && years.from === years.to,
  ofBoard: ({ figures }) => figures.some((key) => /^(?:voting|independent)/.test(key)),
  ofGrants: ({ last, previous }) =>
    last === 'money' || (previous?.message.figures.includes('grantsPaid') ?? false),
  ofRatio: ({ last, previous }) =>
    last === 'rating' ||
    (previous?.message.figures.some((key) => /ratio|months|share|cost/i.test(key)) ?? false),
  ofFigures: (one) =>
    one.figures.length > 0 ||
    has(one, 'rating') ||
    /\b(?:rated|ratings?|scores?)\b/.test(one.masked) ||
    has(one, 'pay'),
  ofPerson: (one) =>
    one.people.length > 0 &&
    ((one.isFollowUp && one.last === 'people') ||
      (/\b(?:PERSON|s?he|him|hers?|his)\b/.test(one.masked) &&
        (has(one, 'pay') || has(one, 'role', 'person')))),
  ofPay: (one) =>
    (one.last === 'people' && has(one, 'pay')) ||
    one.words.some((word) => word.list === 'pay' && !isAlso(one, 'figure', word.at)),
  // "Earns" and "makes" are words of pay and of revenue.
  onlyPay: (one) => one.words.every(({ list, at }) => list !== 'figure' || isAlso(one, 'pay', at)),
  onlyOfFigures: ({ figures, words, unread, people }) =>
    figures.length > 0 &&
    people.length + unread.length === 0 &&
    words.every(
      ({ list, key, said }) =>
        list === 'figure' ||
        (list === 'feature' && /^(?:what|howMuch|reference|followup|latest)$/.test(key)) ||
        said.startsWith('what is ORG'),
    ),
}

const count = ({ organizations }: Shown): number => organizations.length
const isGroup: When = (one) => has(one, 'group', 'many') || has(one, 'group', 'one')
/** Whether the word at a position is also in another list. */
const isAlso = ({ words }: Shown, list: string, at: number): boolean =>
  words.some((word) => word.list === list && word.at === at)

/** Returns whether a number is one that a cell means: "=1", ">0", or any. */
const isCount = (cell: string, number: number): boolean =>
  cell === '' || (cell.startsWith('=') ? number === Number(cell[1]) : number > Number(cell[1]))

/** Returns whether all terms of a cell hold: "role !direction.between followUp|either". */
const holds = (cell: string, isTrue: (term: string) => boolean): boolean =>
  cell
    .split(' ')
    .filter(Boolean)
    .every((term) =>
      term.split('|').some((one) => (one[0] === '!' ? !isTrue(one.slice(1)) : isTrue(one))),
    )

const ofFigures = (cell: string, { figures }: Shown): boolean =>
  cell.startsWith('~')
    ? figures.some((key) => `~${key}` === cell)
    : /^\w/.test(cell)
      ? figures.join() === cell
      : isCount(cell, figures.length)

const ROWS = readTsv(new URL('kinds.tsv', import.meta.url)).map((row) => {
  const [kinds = '', factor = '', example = '', organizations = '', figures = ''] = row
  const [last = '', words = '', is = '', only = '', text = ''] = row.slice(5)
  const [pattern, lists] = [new RegExp(text, 'u'), new RegExp(only)]
  const when: When = (one) =>
    isCount(organizations, count(one)) &&
    ofFigures(figures, one) &&
    (last === '' || last.split('|').some((kind) => kind === one.last)) &&
    holds(words, (term) => has(one, ...(term.split('.') as [string, string?]))) &&
    holds(is, (name) => (IS[name] as When)(one)) &&
    (only === '' || (one.unread.length === 0 && one.words.every(({ list }) => lists.test(list)))) &&
    pattern.test(one.masked)
  return {
    kinds: kinds.split(' ').filter(Boolean) as Kind[],
    factor: Number(factor),
    example,
    when,
  }
})

/**
 * Messages whose kind words alone decide, with an example of each, after a message of a kind about so
 * many organizations; the first rule applies. A rule without a kind leaves it to the trained head.
 */
export const RULES = ROWS.filter(({ factor }) => factor === 0)

/** What the trained head cannot see: the factor by which kinds are likelier, an example, and when. */
export const WEIGHTS = ROWS.filter(({ factor }) => factor !== 0)

function reweigh(guesses: readonly Guess[], shown: Shown): Guess[] {
  const used = WEIGHTS.filter(({ when }) => when(shown))
  const isNameless = count(shown) === 0 && isGroup(shown)
  const weighed = guesses.map(({ kind, p }) => {
    const factors = used.map(({ kinds, factor }) => (kinds.includes(kind) ? factor : 1))
    if (kind === shown.last) factors.push(2)
    if (isNameless && !WITHOUT_NAME.has(kind)) factors.push(1 / 2)
    return { kind, p: factors.reduce((so, factor) => so * factor, p) }
  })
  const sum = weighed.reduce((so, { p }) => so + p, 0)
  return weighed.map(({ kind, p }) => ({ kind, p: p / sum })).sort((a, b) => b.p - a.p)
}
