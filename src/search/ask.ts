import { isOfCauseWords } from '../domain/cause-phrases.ts'
import { normalizeName } from '../domain/names.ts'
import { findPlaces } from '../domain/places.ts'
import { trigramSimilarity } from '../domain/similarity.ts'
import type { SearchFilters } from './filters.ts'
import { isTypo } from './identity/hits.ts'
import { isBestFirst } from './identity/query.ts'
import { type Interpretation, interpretQuery } from './interpretation/interpret-query.ts'
import type { SearchMode, SearchOutcome, SearchParams, Sort, SortOrder } from './params.ts'
import { BEST_HIT, hasExactName, type SearchDeps, searchOrganizations } from './search.ts'

/** A question in plain words. Explicit parameters win over the words. */
export type Question = {
  q: string
  page: number
  /** Results per page; as the words say, or else 10, if absent. */
  limit?: number | undefined
  sort?: Sort
  order?: SortOrder
  facets?: boolean
  filters: SearchFilters
}

/** How the words were read, and what the search that answers them applied. */
type Applied = Shown & {
  mode: SearchMode
  applied: SearchFilters
  sort: Sort
  order?: SortOrder
  limit: number
}

export type Answer = { outcome: SearchOutcome; interpretation: Applied }

const DEFAULT_LIMIT = 10

/**
 * Answers a question: looks up an EIN or a name, discovers anything else, and lists all that pass the
 * filters when there are only filters and an order. Throws as `searchOrganizations` does.
 */
export async function askOrganizations(deps: SearchDeps, question: Question): Promise<Answer> {
  const found = await readQuestion(deps, question)
  const asName = toNameSearch(question, found)
  const asWords = toDiscoverySearch(question, found)
  const { params, outcome } =
    found.likely === 'intent'
      ? await searchIntent(deps, found, asName, asWords)
      : await searchName(deps, found, asName, asWords)
  const shown = params === asWords ? toShown(found, question) : readAsName(found, asName)
  return {
    outcome,
    interpretation: {
      ...shown,
      ...{ mode: params.mode, applied: params.filters, sort: params.sort, limit: params.limit },
      ...(params.order && { order: params.order }),
    },
  }
}

/** Interprets the words. An exact name such as "Trustees of …" is no question about an organization. */
async function readQuestion(deps: SearchDeps, question: Question): Promise<Interpretation> {
  const found = interpretQuery(question.q)
  if (!isAboutOne(found) || found.notUnderstood.length === 0) return found
  const whole = { ...found, name: question.q, phrases: [], notUnderstood: [] }
  const isName = await hasExactName(deps, toNameSearch(question, whole))
  return isName ? { ...whole, likely: 'name' } : found
}

type Searched = { params: SearchParams; outcome: SearchOutcome }

/** Searches for what organizations do. An exact name wins, because any words can be a name. */
async function searchIntent(
  deps: SearchDeps,
  found: Interpretation,
  asName: SearchParams,
  asWords: SearchParams,
): Promise<Searched> {
  const [isName, outcome] = await Promise.all([
    isKind(found) ? false : hasExactName(deps, asName),
    searchOrganizations(deps, asWords),
  ])
  if (!isName) return { params: asWords, outcome }
  return { params: asName, outcome: await searchOrganizations(deps, asName) }
}

/** Looks up a name, and searches for what organizations do if there is no such name. */
async function searchName(
  deps: SearchDeps,
  found: Interpretation,
  asName: SearchParams,
  asWords: SearchParams,
): Promise<Searched> {
  const isSure = found.likely === 'name'
  // Words that are perhaps no name need no facets yet, and only the best match of any page.
  const isShown = isBestFirst(asName) && (isSure || !asName.facets)
  const named = await searchOrganizations(deps, {
    ...asName,
    ...(!isShown && BEST_HIT),
    ...(!isSure && { closeness: 'Close' }),
  })
  if (isNamed(named, found)) {
    return isShown ? { params: asName, outcome: named } : await toSearched(deps, asName, named)
  }
  if (isSure || named.found > 0) return await toSearched(deps, asWords, named)
  // Few of these words are a misspelled name, so the other search need not wait for it.
  const [misspelt, outcome] = await Promise.all([
    searchOrganizations(deps, { ...asName, ...BEST_HIT, closeness: 'Misspelt' }),
    searchOrganizations(deps, asWords),
  ])
  return isNamed(misspelt, found) || (outcome.found === 0 && misspelt.found > 0)
    ? await toSearched(deps, asName, misspelt)
    : { params: asWords, outcome }
}

async function toSearched(
  deps: SearchDeps,
  params: SearchParams,
  before: SearchOutcome,
): Promise<Searched> {
  const outcome = await searchOrganizations(deps, params)
  return { params, outcome: { ...outcome, engineMs: outcome.engineMs + before.engineMs } }
}

/** "hospitals" means the kind, even if one organization is called Hospitals. */
const isKind = ({ cause, text, name }: Interpretation): boolean =>
  cause !== undefined && text === name && /^[^\p{Lu}]*[^s]s$/u.test(text)

/**
 * Words written like a name are one if any name is similar. Other words are one if a name equals
 * them, or if nothing was read in them and each word is in the best name, perhaps misspelled
 * ("turkana well partnershp"). Words of a cause also occur in names, but mean the cause.
 */
function isNamed({ hits, resolution }: SearchOutcome, found: Interpretation): boolean {
  const match = hits[0]?.match
  if (found.ein !== undefined) return true
  if (!match) return false
  if (match.kind !== 'Fuzzy' && match.kind !== 'Prefix') return true
  if (found.likely === 'name') return resolution?.status !== 'None'
  const { name, phrases } = found
  const isIntent = phrases.length > 0 || findPlaces(name).length > 0 || isOfCauseWords(name)
  if (isIntent || match.value === undefined) return false
  const words = normalizeName(match.value).split(' ')
  const typed = normalizeName(name).split(' ')
  return typed.every((word) => words.some((own) => isSpelling(word, own, typed.length > 2)))
}

/** Whether a word is one of a name, or has as many typing errors as the search by name corrects. */
const isSpelling = (word: string, own: string, isOfSeveral: boolean): boolean =>
  word === own ||
  (word.length > 3 && trigramSimilarity(word, own) >= 0.5) ||
  (isOfSeveral && word[0] === own[0] && isTypo(word, own))

/** A question about one organization ("CEO of …") looks up the rest of its words. */
const isAboutOne = ({ likely, name, notUnderstood, phrases }: Interpretation): boolean =>
  likely === 'name' && name !== '' && notUnderstood.length + phrases.length > 0

type Shown = Pick<Interpretation, 'text' | 'ein' | 'cause' | 'phrases' | 'notUnderstood'>

/** Returns what was read in words that turned out to be a name. */
function readAsName(found: Interpretation, { query: text }: SearchParams): Shown {
  const { ein, phrases, notUnderstood } = found
  if (ein !== undefined) return { text, ein, phrases, notUnderstood }
  return isAboutOne(found)
    ? { text, phrases, notUnderstood }
    : { text, phrases: [], notUnderstood: [] }
}

/** Returns what was read, without the phrases that an explicit parameter overrides. */
function toShown(found: Interpretation, { filters, sort, limit }: Question): Shown {
  const { text, cause, notUnderstood } = found
  const phrases = found.phrases.filter(
    ({ key }) =>
      !(key in filters) &&
      !(isPlace(key) && filters.state !== undefined) &&
      !(key === 'sort' && sort !== undefined) &&
      !(key === 'limit' && limit !== undefined) &&
      !(key === 'cause' && isCauseGiven(filters)),
  )
  return { text, ...(cause && { cause }), phrases, notUnderstood }
}

const isPlace = (key: string): boolean => key === 'worksInStates' || key === 'city'

const isCauseGiven = ({ causes, causeLabel }: SearchFilters): boolean =>
  causes !== undefined || causeLabel !== undefined

function toNameSearch(question: Question, found: Interpretation): SearchParams {
  const { q, page, limit = DEFAULT_LIMIT, sort = 'Relevance', order, facets = false } = question
  const isRest = isAboutOne(found)
  return {
    ...{ query: isRest ? found.name : q, mode: 'Identity', page, limit, sort, facets },
    ...(order && { order }),
    filters: isRest ? { ...found.filters, ...question.filters } : question.filters,
  }
}

function toDiscoverySearch(question: Question, found: Interpretation): SearchParams {
  const { page, facets = false } = question
  const sort = question.sort ?? found.sort ?? 'Relevance'
  const order = question.sort ? question.order : (question.order ?? found.order)
  return {
    query: found.text,
    mode: 'Discovery',
    page,
    limit: question.limit ?? found.limit ?? DEFAULT_LIMIT,
    sort,
    ...(order && { order }),
    facets,
    filters: {
      ...withoutPlace(found.filters, question.filters),
      ...question.filters,
    },
  }
}

/** An explicit state replaces the places in the words. */
function withoutPlace(read: SearchFilters, { state }: SearchFilters): SearchFilters {
  if (state === undefined) return read
  const { worksInStates: _, state: __, city: ___, ...others } = read
  return others
}
