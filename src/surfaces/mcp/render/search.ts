import { at, listAt, nameAt, numberAt, placeAt, quotedAt, textAt } from './read.ts'
import { joined, nextPage, organization } from './words.ts'

/** What a name resolves to: one EIN, candidates to ask about, or what to try. */
export function renderResolution(answer: unknown): string[] {
  const status = textAt(answer, 'Resolution', 'Status')
  const candidates = listAt(answer, 'Resolution', 'Candidates').map(candidate)
  const suggestion = textAt(answer, 'Resolution', 'Suggestion')
  if (status === 'Exact') {
    const ein = textAt(answer, 'Resolution', 'EIN')
    const hit = listAt(answer, 'Hits').find((one) => textAt(one, 'EIN') === ein)
    return [`Exactly one organization: ${hit ? organization(hit) : `EIN ${ein}`}.`]
  }
  if (status === 'Ambiguous') return ['Several organizations have this name:', ...candidates]
  if (status === 'Closest') {
    return ['None has exactly this name; make sure it is meant. Closest:', ...candidates]
  }
  return ['No organization matches.', ...(suggestion ? [suggestion] : [])]
}

const candidate = (one: unknown): string =>
  `- ${nameAt(one, 'Name')} (${joined(
    `EIN ${textAt(one, 'EIN')}`,
    placeAt(one, 'City'),
    textAt(one, 'State'),
    textAt(one, 'Form') && `Form ${textAt(one, 'Form')}`,
  )})`

/** A search by meaning suggests nothing itself. */
const OTHER_WORDS =
  'Use plainer or fewer words, or fewer filters; it does not mean that no such organization exists.'

/** Hits of a search, each with why it matched. */
export function renderSearch(answer: unknown): string[] {
  const hits = listAt(answer, 'Hits')
  const found = numberAt(answer, 'Found') ?? hits.length
  const suggestion = textAt(answer, 'Resolution', 'Suggestion')
  if (hits.length === 0) return ['Nothing matches.', suggestion ?? OTHER_WORDS]
  return [
    `${hits.length} of ${found.toLocaleString('en-US')}:`,
    ...hits.map(hit),
    ...nextPage(answer),
  ]
}

function hit(one: unknown): string {
  const about = joined(
    textAt(one, 'Cause'),
    textAt(one, 'PrimaryForm') && `Form ${textAt(one, 'PrimaryForm')}`,
  )
  const why = textAt(one, 'Explanation') ?? quotedAt(one, 'Description')
  return `- ${[organization(one), about, why].filter(Boolean).join('; ')}`
}

/** Organizations like one, with the score of each. */
export function renderSimilar(answer: unknown): string[] {
  const rows = listAt(answer, 'Organizations')
  const intent = quotedAt(answer, 'Intent', 'Text')
  return [...(intent ? [`Compared by: ${intent}`] : []), ...rows.map(similar)]
}

function similar(one: unknown): string {
  const score = numberAt(at(one, 'Similarity'), 'Score')
  const shown = score === undefined ? '' : `, similarity ${score} of 100`
  return `- ${organization(one)}${shown}: ${textAt(one, 'Explanation') ?? ''}`
}
