import type { Citation } from '../tools/cite.ts'

/** One earlier message of a conversation; the client keeps them, not this service. */
export type Turn = { role: 'user' | 'assistant'; content: string }

/** The page the person is on, as the page says; a hint, never trusted. */
export type ChatContext = {
  path?: string
  /** Nine characters. */
  ein?: string
  name?: string
  searchQuery?: string
}

/** A question to the assistant. */
export type ChatRequest = {
  message: string
  /** Oldest first. */
  history: readonly Turn[]
  context: ChatContext
}

/** A part of an answer, in the order sent. */
export type ChatEvent =
  | { kind: 'text'; text: string }
  | { kind: 'citation'; citation: Citation }
  /** Proposals for a search that found nothing; feedback names them by `id`. */
  | { kind: 'recovery'; id: string }

/** Answers a request piece by piece. Ends early, without throwing, when the signal aborts. */
export type Answerer = (request: ChatRequest, signal: AbortSignal) => AsyncIterable<ChatEvent>

/** What the assistant answers, in plain words. */
export const SUPPORTED: readonly string[] = [
  'Find an organization by its name or EIN',
  'Explain a filed or computed figure with its evidence, for one year or over the years',
  'Compare up to five organizations',
  'Find organizations by cause, place and size',
  'Funders and grantees of an organization, and grants from one to another',
  'Explain a rating and what holds it back',
  'Leadership and reported pay',
  'Federal awards',
  'Compliance matters and cross-checks of a return',
  'Totals of the whole sector',
  'Propose other searches when one finds nothing',
]

/** What the assistant cannot answer yet, in plain words. */
export const NOT_YET: readonly string[] = [
  'Forecasts and estimates of figures that were not filed',
  'Advice on whether to give, invest or work with an organization',
  'News, opinions and anything that is not in the loaded public data',
  'Questions in other languages than English',
  'Full text of a filing: ask for a section of its page instead',
]
