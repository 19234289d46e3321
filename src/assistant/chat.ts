import type { EvidenceRef } from '../profiles/evidence/evidence-ref.ts'

/** One earlier message of a conversation; the client keeps them, not this service. */
export type Turn = { role: 'user' | 'assistant'; content: string }

/** Where the person asking is, as their page says; a hint, never trusted. */
export type ChatContext = {
  path?: string
  /** Nine characters. */
  ein?: string
  name?: string
  searchQuery?: string
}

/** What is asked of the assistant (interface part 2.1, AssistantChatRequest). */
export type ChatRequest = {
  message: string
  /** Oldest first. */
  history: readonly Turn[]
  context: ChatContext
}

/** A cited figure or text: what was said, of whom, and the evidence whose leaf holds it. */
export type Citation = {
  ein: string
  label: string
  /** As the leaf holds it: whole dollars, ratios as numbers, texts as filed. */
  value: number | string | boolean
  evidence: EvidenceRef
}

/** What an answer is made of, in the order it is sent. */
export type ChatEvent =
  | { kind: 'text'; text: string }
  | { kind: 'citation'; citation: Citation }
  /** A search that resolved to nothing, and what was proposed; feedback names it by `id`. */
  | { kind: 'recovery'; id: string }

/** Answers a request piece by piece. Ends early, without a throw, when the signal aborts. */
export type Answerer = (request: ChatRequest, signal: AbortSignal) => AsyncIterable<ChatEvent>
