import { readTsv } from '#src/domain/tsv.ts'
import { nameOf } from '#src/figures/figures.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import type { SearchDeps } from '#src/search/search.ts'
import { type Said, sayWho } from './asked.ts'
import { CAN } from './frames/help.ts'
import { directionOf } from './frames/money.ts'
import { isOfGroupPay } from './frames/people.ts'
import { nameIn, nameInApi } from './frames/read-figures.ts'
import type { Guess } from './intents/head.ts'
import { kindsOf, WITHOUT_NAME } from './kinds.ts'
import { has, type Kind, type Message, type Unresolved } from './message.ts'
import { sayUnresolved } from './unresolved.ts'

/** `isUnsure`: words may be in a line of the return, such as the name of an event. */
export type Decided = { kind: Kind } | { lines: Said[]; isUnsure?: boolean }

type Deps = SearchDeps & { postgres: Postgres }

export const CERTAIN = 0.8
const POSSIBLE = 0.4
const UNLIKELY = 0.1

const PROBLEMS = {
  empty: `I cannot find a question in this. ${CAN}`,
  notEnglish: `I only understand questions in English. ${CAN}`,
}
const MISSING = 'Which organization do you mean? Please give its name or its EIN.'
const NO_AVERAGES =
  'I cannot compute averages or medians, except of pay by title, such as the median pay of CFOs in Ohio. I can report sums over all returns, rank a group by a figure, or compare up to five organizations.'
const TWO_WAYS = 'I can read this in two ways. Which do you mean?'

/** Kinds that answer many questions alike, and those that do for several named organizations. */
const ALIKE: readonly (readonly Kind[])[] = [
  ['documents', 'facts'],
  ['figure', 'ratio'],
  ['figure', 'trend'],
]
const ALIKE_FOR_SEVERAL: readonly Kind[] = [
  'best',
  'compare',
  'people',
  'rating',
  'ratio',
  'figure',
  'trend',
]

const isSameFor = ({ organizations }: Message, ...kinds: readonly Kind[]): boolean =>
  [...ALIKE, ...(organizations.length > 1 ? [ALIKE_FOR_SEVERAL] : [])].some((alike) =>
    kinds.every((kind) => alike.includes(kind)),
  )

/** Kinds in which words that no name has only describe. */
const DESCRIBING: ReadonlySet<Kind> = new Set(['find', 'sector', 'help', 'other'])

/**
 * Returns the kind of a question, or what is said instead of an answer: that a name is not known, that an
 * organization is missing, or the two likeliest readings. Throws ApiError SearchUnavailable or
 * StoreUnavailable.
 */
export async function decide(deps: Deps, message: Message): Promise<Decided> {
  if (message.problem) return { lines: [[PROBLEMS[message.problem]]] }
  if (isOfGroupPay(message)) return { kind: 'people' }
  const [first = { kind: 'other', p: 0 }, second = { kind: 'other', p: 0 }] = await kindsOf(
    deps,
    message,
  )
  const unresolved = unresolvedFor(first.kind, message)
  if (unresolved.length > 0) return { lines: await sayUnresolved(deps, message, unresolved) }
  const isUnsure = first.p < CERTAIN && !isClear(first, second)
  if (has(message, 'unfiled', 'average') && first.kind !== 'help') return { lines: [[NO_AVERAGES]] }
  if (first.p < POSSIBLE) return { lines: notUnderstood(message), isUnsure }
  const choices = [first, second].flatMap(({ kind }) => questionOf(kind, message) ?? [])
  const isSame = isSameFor(message, first.kind, second.kind)
  if (isUnsure && !isSame && choices.length === 2) {
    return { lines: [[TWO_WAYS], { choices }], isUnsure }
  }
  // "Which of these is the largest?" before any list
  if (first.kind === 'best' && /\bof (?:these|those|them)\b/.test(message.masked))
    return { lines: [[MISSING]] }
  const isMissing =
    message.organizations.length + message.people.length === 0 && !WITHOUT_NAME.has(first.kind)
  if (isMissing) useLastOrganizations(message)
  const isStillMissing = isMissing && message.organizations.length === 0
  if (isStillMissing && message.previous) {
    const [last] = await kindsOf(deps, message.previous.message)
    if (last?.kind === 'sector') {
      const { years } = message.previous.message
      if (Object.keys(message.years).length === 0) message.years = years
      return { kind: 'sector' }
    }
  }
  // "How is the rating computed?"
  if (isStillMissing && second.kind === 'help' && second.p > UNLIKELY) return { kind: 'help' }
  return isStillMissing ? { lines: [[MISSING]] } : { kind: first.kind }
}

/** Returns whether the first is clear: twice as likely as `other`, four times as any other kind. */
const isClear = (first: Guess, second: Guess): boolean =>
  first.p > (second.kind === 'other' ? 2 : 4) * second.p

/** "Which organizations are similar?" is about the organization asked about before. */
function useLastOrganizations(message: Message): void {
  const last = message.previous?.message.organizations ?? []
  if (last.length > 0) Object.assign(message, { organizations: last, isFollowUp: true })
}

/** Returns the unknown names that matter; words that only resemble nothing are said to be unused. */
function unresolvedFor(kind: Kind, message: Message): Unresolved[] {
  if (DESCRIBING.has(kind)) return []
  const isOne = message.organizations.length > 0 && kind !== 'compare' && kind !== 'money'
  if (!isOne) return message.unresolved
  message.unread.push(...message.unresolved.map(({ said }) => said))
  return []
}

function notUnderstood(message: Message): Said[] {
  const [one] = message.organizations
  if (!one) return [[`I cannot tell what is asked. ${CAN}`]]
  const choices = (['figure', 'people', 'rating'] as const).flatMap(
    (kind) => questionOf(kind, message) ?? [],
  )
  return [
    [`I cannot tell what is asked about ${sayWho(one)}. You can ask, for example:`],
    { choices },
  ]
}

const QUESTIONS = new Map(
  readTsv(new URL('questions.tsv', import.meta.url)).map(([kind = '', question = '']) => [
    kind,
    question,
  ]),
)

/** Returns a message as a whole question of a kind; undefined if it cannot have the kind. */
export function questionOf(kind: Kind, message: Message): string | undefined {
  const { organizations, figures, years, text } = message
  const isGiving =
    kind === 'money' && has(message, 'direction') && directionOf(message) === 'Outgoing'
  const template = QUESTIONS.get(isGiving ? 'gives' : kind)
  const [one] = organizations
  const [figure = 'revenue'] = figures
  if (!template || (template.includes('{who}') && !one)) return undefined
  if (template.includes('{all}') && organizations.length < 2) return undefined
  const values: Record<string, string> = {
    ...{ text, who: one?.name ?? '', all: organizations.map(({ name }) => name).join(' and ') },
    ...{ figure: nameIn({ label: nameOf(figure) }), year: years.from ? ` in ${years.from}` : '' },
  }
  return nameInApi(template.replaceAll(/\{(\w+)\}/g, (_, key: string) => values[key] ?? ''))
}
