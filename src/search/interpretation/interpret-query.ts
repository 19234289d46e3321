import { causesNamedBy } from '../../domain/cause-phrases.ts'
import { formatEin, parseTypedEin } from '../../domain/ein.ts'
import type { Sort } from '../params.ts'
import { OTHER_AMOUNT, takeAmounts } from './amounts.ts'
import { hasSubject, type Interpretation, type Step, spanOf, subjectOf, take } from './phrases.ts'
import { takeStates } from './places.ts'

// Explicit orders ("by assets") come before adjectives that only suggest one ("biggest").
const BY = String.raw`\b(?:(?:sort|rank|order)(?:ed)? )?by `
const MOST = String.raw`\b(?:with (?:the )?)?(?:highest|largest|biggest|most) (?:total |annual )?`

const SORT_PHRASES: [pattern: RegExp, sort: Sort][] = [
  [new RegExp(String.raw`${BY}(?:highest |best )?rating\b`, 'i'), 'Rating'],
  [new RegExp(String.raw`${BY}(?:total )?(?:revenue|size)\b`, 'i'), 'Revenue'],
  [new RegExp(String.raw`${BY}(?:total )?assets\b`, 'i'), 'Assets'],
  [new RegExp(String.raw`${BY}(?:program(?:me)? ratio|efficiency)\b`, 'i'), 'ProgramRatio'],
  [new RegExp(String.raw`${BY}(?:latest|most recent|recent)(?: filing)?\b`, 'i'), 'Recent'],
  [new RegExp(String.raw`${MOST}(?:revenues?|budgets?)\b`, 'i'), 'Revenue'],
  [new RegExp(String.raw`${MOST}assets\b`, 'i'), 'Assets'],
  [/\b(?:highest|best|top)[ -]rated\b/i, 'Rating'],
  [/\b(?:largest|biggest)\b/i, 'Revenue'],
  [/\b(?:wealthiest|richest)\b/i, 'Assets'],
  [/\bmost efficient\b/i, 'ProgramRatio'],
  [/\b(?:newest|most recent)\b/i, 'Recent'],
]

// Common requests that are not supported. Reporting them is better than searching for their words.
const NOT_UNDERSTOOD: [pattern: RegExp, why: string][] = [
  [
    /\b(?:not in|outside(?: of)?|except(?: in)?|excluding)\s+(?:the\s+)?\p{Lu}[\p{L}.]*(?:\s\p{Lu}[\p{L}.]*)*/u,
    'a search cannot exclude places',
  ],
  [/\b(?:smallest|lowest|poorest)\b/i, 'results can be sorted only from highest to lowest'],
  [
    OTHER_AMOUNT,
    'only revenue can be filtered by amount; you can sort by assets or by program ratio',
  ],
]

const takeNotUnderstood: Step = (found) =>
  NOT_UNDERSTOOD.reduce((so, [pattern, why]) => {
    const match = pattern.exec(so.text)
    return match
      ? take(so, spanOf(match), { key: 'not understood', meaning: `not understood: ${why}` })
      : so
  }, found)

// A number of results: "top 10 universities", "the 10 largest food banks", "largest 5 choirs".
const COUNT =
  /^(?:the\s+)?top\s+\d+\b|\b(?:the\s+)?\d{1,3}\s+(?=(?:largest|biggest|wealthiest|richest|newest|highest|most|(?:best|top)[ -]rated)\b)|(?<=\b(?:largest|biggest|wealthiest|richest|newest)\s+)\d{1,3}(?=\s)/i

const takeCount: Step = (found) => {
  const match = COUNT.exec(found.text)
  if (!match) return found
  const isSorted = SORT_PHRASES.some(([pattern]) => pattern.test(found.text))
  const order = isSorted
    ? ''
    : '; to sort the results, add an order, such as by revenue, by assets, or by rating'
  const meaning = `not understood: use limit to set the number of results${order}`
  return take(found, spanOf(match), { key: 'not understood', meaning })
}

const SORT_MEANINGS: Record<Sort, string> = {
  Relevance: 'sorted by relevance',
  Revenue: 'sorted by latest revenue',
  Assets: 'sorted by latest assets',
  Rating: 'sorted by rating',
  ProgramRatio: 'sorted by program ratio',
  Recent: 'sorted by latest filing',
}

/** The first order counts. Others are removed too, because they are not search words. */
const takeSort: Step = (found) =>
  SORT_PHRASES.reduce((so, [pattern, sort]) => {
    const match = pattern.exec(so.text)
    if (!match) return so
    const chosen = so.sort ?? sort
    return {
      ...take(so, spanOf(match), { key: 'sort', meaning: SORT_MEANINGS[chosen] }),
      sort: chosen,
    }
  }, found)

// Words that joined a phrase to the rest ("in Ohio and over $1M"). Lower case only: OR is Oregon.
const DANGLING = /^(?:and|but|or)\s+|(?:\s+(?:and|but|or)|\s*,)$/g

const dropDangling: Step = (found) =>
  found.phrases.length > 0 ? { ...found, text: found.text.replaceAll(DANGLING, '') } : found

const findCausePhrase: Step = (found) => {
  const subject = subjectOf(found.text)
  const cause = subject === '' ? undefined : causesNamedBy(subject)
  if (!cause) return found
  // The words stay in the text, because they also rank.
  const meaning = `cause ${cause.codes.join(', ')} (${cause.label})`
  return {
    ...found,
    cause,
    phrases: [...found.phrases, { phrase: subject, meaning, key: 'cause' }],
  }
}

const STEPS: Step[] = [
  takeNotUnderstood,
  takeCount,
  takeSort,
  takeAmounts,
  takeStates,
  dropDangling,
  findCausePhrase,
]

/** Splits a query in plain words into a subject, filters, and an order. */
export function interpretQuery(q: string): Interpretation {
  const text = q.trim()
  const ein = parseTypedEin(q)
  if (ein) {
    const meaning = `EIN ${formatEin(ein)}`
    return { text: q, ein, phrases: [{ phrase: text, meaning, key: 'ein' }] }
  }
  const found = STEPS.reduce<Interpretation>((so, step) => step(so), { text, phrases: [] })
  if (hasSubject(found.text)) return found
  // "largest organizations in Ohio" means all of them; searching for "organizations" finds none.
  const isRead = found.phrases.some(({ key }) => key !== 'not understood')
  return { ...found, text: isRead ? '' : found.text || text }
}
