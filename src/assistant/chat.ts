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
