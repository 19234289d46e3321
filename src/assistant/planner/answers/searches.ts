import { causesNamedBy, isOfCauseWords } from '#src/domain/cause-phrases.ts'
import { formatCount } from '#src/domain/money.ts'
import { findPlaces } from '#src/domain/places.ts'
import { wholeScore } from '#src/rating/rating.ts'
import {
  hasSubject,
  type Interpretation,
  interpretQuery,
  type Phrase,
  type PhraseKey,
  subjectOf,
} from '#src/search/interpretation/interpret-query.ts'
import type { Proposal } from '#src/search/recovery/propose.ts'
import {
  type Discovered,
  discoverOrganizations,
  recoverSearchTool,
} from '#src/tools/search/search.ts'
import { counted } from '#src/tools/text.ts'
import { plainName, quote, type Said, say, sayDollars, sayEin, sayList, type Work } from './say.ts'

// As many as people read at a glance; the search page has all of them.
const SHOWN = 5

/** Answers a search in plain words; proposes other searches if it finds nothing. */
export async function* answerSearch(work: Work, text: string, limit = SHOWN): Said {
  const read = interpretQuery(text)
  for (const { phrase, why } of read.notUnderstood) {
    yield* say(`Not understood: ${quote(phrase)}. ${why}`)
  }
  for (const { phrase } of read.phrases.filter((one) => !isUsed(one, read))) {
    yield* say(`${quote(phrase)} was not used. The search page can use it.`)
  }
  const place = unfilteredPlace(read)
  if (place !== undefined) {
    yield* say(
      `${quote(place)} was not used. You can search by state and by the places where organizations say they work.`,
    )
  }
  const labels = [...new Set(findPlaces(read.text).map(({ label }) => label))]
  if (labels.length > 0) {
    yield* say(
      `Organizations that say they work in ${sayList(labels)} rank higher, but the results include others too.`,
    )
  }
  const answer = await work.call(discoverOrganizations, toSearch(read, limit))
  if (answer.hits.length === 0) {
    yield* say(`No organizations were found for ${quote(text)}.`)
    yield* answerRecovery(work, text)
    return
  }
  const { hits, found, foundRelation } = answer
  const least = foundRelation === 'at least' ? 'At least ' : ''
  yield* say(
    `${least}${counted(found, 'organization')} found${place === undefined ? '' : ' for the rest of the question'}${sayConditions(read)}:`,
  )
  const shown = answer.sort === 'Rating' ? hits.filter(({ rating }) => rating !== undefined) : hits
  if (shown.length === 0)
    yield* say('None of these organizations is rated, so they cannot be sorted by rating.')
  else if (shown.length < hits.length) yield* say('Organizations without a rating are not shown.')
  for (const [at, hit] of (shown.length > 0 ? shown : hits).entries()) yield* sayHit(hit, at)
  yield* say('Revenue is from the latest return. Filings lag behind current operations.')
}

function toSearch(read: Interpretation, limit: number) {
  const { text, phrases } = read
  const sort = read.order === 'asc' ? 'Relevance' : (read.sort ?? 'Relevance')
  const { worksInStates, minRevenue, maxRevenue } = read.filters
  const cause = phrases.find(({ key }) => key === 'cause')?.phrase
  return {
    query: text,
    sort,
    limit,
    ...(worksInStates && { worksIn: worksInStates.slice(0, MAX_STATES) }),
    minRevenue,
    maxRevenue,
    // Ranking by relevance covers the cause; any other order needs the filter.
    ...(cause !== undefined && sort !== 'Relevance' && { cause }),
  }
}

// As many as the search tool accepts.
const MAX_STATES = 5

/** Returns how the words were interpreted, in parentheses. */
function sayConditions(read: Interpretation): string {
  const said = read.phrases.filter((phrase) => phrase.key !== 'ein' && isUsed(phrase, read))
  return said.length > 0 ? ` (${said.map(sayCondition).join('; ')})` : ''
}

const USED: ReadonlySet<PhraseKey> = new Set([
  ...(['ein', 'note', 'cause', 'worksInStates', 'minRevenue', 'maxRevenue', 'limit'] as const),
])

/** Whether the search tool can apply what a phrase means; it sorts only from the highest. */
const isUsed = ({ key }: Phrase, { order }: Interpretation): boolean =>
  USED.has(key) || (key === 'sort' && order !== 'asc')

// The cause only ranks: other organizations with its words are found, too.
const sayCondition = ({ key, meaning }: Phrase): string =>
  key === 'cause' ? `${meaning} or similar words` : meaning

const IN_PLACE = /\b(?:in|near|around)\s+(?:the\s+)?(?<place>\p{L}[\p{L}.’' -]*)$/iu

/** Returns words that look like a place but are neither a state nor a country. */
function unfilteredPlace({ text, cause, filters }: Interpretation): string | undefined {
  const match = IN_PLACE.exec(text.trim())
  const place = match?.groups?.place
  if (!match || place === undefined || findPlaces(match[0]).length > 0) return undefined
  const before = text.slice(0, match.index).trim()
  const isNamed = /^\p{Lu}/u.test(place)
  const isAllElse =
    filters.worksInStates !== undefined ||
    cause !== undefined ||
    !hasSubject(before) ||
    causesNamedBy(subjectOf(before)) !== undefined
  return isNamed || isAllElse ? match[0] : undefined
}

function* sayHit(hit: Discovered, at: number) {
  const { ein, name, place, rating, revenue, revenueYear, passage } = hit
  const parts = [
    place && plainName(place),
    revenue !== undefined &&
      hit.revenueCitation &&
      `revenue ${sayDollars(revenue)} (tax year ${revenueYear})`,
    rating !== undefined && hit.ratingCitation && `rating ${wholeScore(rating)} of 100`,
  ].filter(Boolean)
  yield* say(
    `${at + 1}. ${plainName(name)} (${sayEin(ein)})${parts.length > 0 ? `: ${parts.join(', ')}` : ''}.`,
    hit.revenueCitation,
    hit.ratingCitation,
  )
  if (passage) yield* say(`   From its filing: ${quote(String(passage.value))}`, passage)
}

/** Returns whether words describe what organizations do and are not a name. */
export const isSearch = (text: string): boolean =>
  interpretQuery(text).phrases.length > 0 || isOfCauseWords(text) || findPlaces(text).length > 0

/** Proposes other searches; with `isExtra`, says nothing if there are none. */
export async function* answerRecovery(work: Work, text: string, isExtra = false): Said {
  const recovered = await work.call(recoverSearchTool, { query: text, filters: {} })
  yield { kind: 'recovery', id: recovered.id }
  if (recovered.proposals.length === 0) {
    if (isExtra) return
    yield* say(recovered.note ?? 'Other spellings and broader searches also found nothing.')
    return
  }
  yield* say('These searches have results:')
  for (const proposal of recovered.proposals) yield* sayProposal(proposal)
}

const MODES: Record<Proposal['mode'], string> = {
  Identity: 'by name',
  Discovery: 'by what they do',
}

/** Returns words for the filters of a proposal. */
const sayFilters = ({ state, cause, minRevenue, maxRevenue }: Proposal['filters']): string[] => [
  ...(state === undefined ? [] : [`registered in ${plainName(state)}`]),
  ...(cause === undefined ? [] : [`cause ${plainName(cause)}`]),
  ...(minRevenue === undefined ? [] : [`revenue of ${sayDollars(minRevenue)} or more`]),
  ...(maxRevenue === undefined ? [] : [`revenue of ${sayDollars(maxRevenue)} or less`]),
]

function* sayProposal({ query, mode, filters, found, foundRelation, why, first }: Proposal) {
  const least = foundRelation === 'at least' ? 'at least ' : ''
  const searched = query === '' ? 'Without search words' : quote(query)
  yield* say(
    `- ${searched} (${[MODES[mode], ...sayFilters(filters)].join(', ')}): ${least}${formatCount(found)} found; the first is ${plainName(first.name)} (${sayEin(first.ein)}). ${why}`,
  )
}
