import type { Citation } from '../tools/cite.ts'

/** One earlier message of a conversation; the client keeps them, not this service. */
export type Turn = { role: 'user' | 'assistant'; content: string }

/** The page the person is on, as stated by the page; a hint, never trusted. */
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
  /** Proposals for a search that found nothing; feedback refers to them by `id`. */
  | { kind: 'recovery'; id: string }

/** Answers a request piece by piece. Ends early, without throwing, when the signal aborts. */
export type Answerer = (request: ChatRequest, signal: AbortSignal) => AsyncIterable<ChatEvent>

/** What the assistant can do, in plain words. */
export const SUPPORTED: readonly string[] = [
  'Find an organization by its name or EIN',
  'Explain a filed or computed figure with its evidence, for one year or over time',
  'Compare up to five organizations',
  'Find organizations by cause, place, and size',
  'List an organization’s funders and grantees, and the grants from one organization to another',
  'Explain a rating and what lowers it',
  'List leaders and their reported pay',
  'List federal awards',
  'Report compliance concerns and cross-checks of a return',
  'Give totals for the whole sector',
  'Suggest other searches when a search finds nothing',
]

/** What the assistant cannot do yet, in plain words. */
export const NOT_YET: readonly string[] = [
  'Forecasts and estimates of figures that were not filed',
  'Advice on whether to give to, invest in, or work with an organization',
  'News, opinions, and anything else that is not in the loaded public data',
  'Questions in languages other than English',
  'The full text of a filing; see the sections of the organization’s page instead',
]
