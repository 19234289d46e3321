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
  /** Questions to choose from, because the message can mean either. */
  | { kind: 'choices'; choices: string[] }
  /** Proposals for a search that found nothing; feedback refers to them by `id`. */
  | { kind: 'recovery'; id: string }

/** Answers a request piece by piece. Ends early, without throwing, when the signal aborts. */
export type Answerer = (request: ChatRequest, signal: AbortSignal) => AsyncIterable<ChatEvent>

/** What the assistant can do, in plain words. */
export const SUPPORTED: readonly string[] = [
  'Find an organization by its name or EIN, or organizations by cause, place, and size',
  'Report a filed or computed figure, for one year or over the years, with its evidence',
  'Explain ratios, such as overhead or the cost to raise a dollar, from their parts',
  'Compare up to five organizations, and rank the organizations of a cause or place',
  'List leaders and their pay, and the organizations that a person served',
  'Report policies, audits, and other yes-or-no answers of a return',
  'List funders and grantees, also of several organizations at once, and prospective funders',
  'List federal awards and subawards',
  'Explain a rating by its points, and report compliance concerns',
  'Report address, phone, founding year, deductibility, and exemption',
  'List returns, and what an amended return changed',
  'Give totals for the whole sector',
]

/** What the assistant cannot do yet, in plain words. */
export const NOT_YET: readonly string[] = [
  'Forecasts and estimates of figures that were not filed',
  'Advice on whether to give to, invest in, or work with an organization',
  'News, opinions, and anything else that is not in the loaded public data',
  'Questions in languages other than English',
]
