import { Readable } from 'node:stream'
import type { ChatEvent } from '#src/assistant/chat.ts'
import type { ApiError } from '#src/platform/errors.ts'
import type { StreamSummary } from '#src/platform/logging.ts'
import { toApiError } from '../../shared/error-handler.ts'
import { BEAT, DONE, HEARTBEAT, toFrame, withBeats } from './frames.ts'
import { type ChatMeta, presentCitation, presentFailure } from './schema.ts'

type ChatParts = {
  /** Starts the answer when the stream is first read. */
  answer: (signal: AbortSignal) => AsyncIterable<ChatEvent>
  meta: ChatMeta
  heartbeatMs: number
  /** Receives errors within the stream, which no error handler sees. */
  onFailed: (error: ApiError) => void
  /** Called once, when no work for the chat remains. */
  onFreed: () => void
}

/** A chat, running or not yet read. */
export type Chat = ReturnType<typeof openChat>

type Running = ChatParts & { summary: StreamSummary; control: AbortController; isBegun: boolean }

/**
 * Returns an answer as server-sent events: `meta`, the answerer's events, `data: [DONE]`. Frames are
 * made as they are read, and heartbeats fill silences. Whatever ends the answerer becomes an `error`
 * frame.
 */
export function openChat(parts: ChatParts) {
  const summary: StreamSummary = { outcome: 'running', frames: {} }
  const chat: Running = { ...parts, summary, control: new AbortController(), isBegun: false }
  const cancel = () => {
    if (summary.outcome === 'running') summary.outcome = 'cancelled'
    chat.control.abort()
  }
  // At most one frame is buffered; frames are made as they are read.
  const stream = Readable.from(linesOf(chat, cancel), { objectMode: false, highWaterMark: 1 })
  return {
    stream,
    summary,
    /** Ends the answer with this error in the stream. */
    stop: (error: ApiError) => chat.control.abort(error),
    /** Ends everything silently, because the client has disconnected. */
    cancel: () => {
      cancel()
      stream.destroy()
    },
  }
}

/**
 * A generator that is awaiting, or never began, cannot be ended from outside; this iterator can.
 */
function linesOf(chat: Running, cancel: () => void): AsyncIterableIterator<string, undefined> {
  const frames = framesOf(chat)
  const lines: AsyncIterableIterator<string, undefined> = {
    next: () => frames.next(),
    async return() {
      cancel()
      await frames.return(undefined)
      if (!chat.isBegun) chat.onFreed()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => lines,
  }
  return lines
}

async function* framesOf(chat: Running): AsyncGenerator<string, undefined> {
  try {
    yield frame(chat, 'meta', chat.meta)
    for await (const event of eventsOf(chat)) {
      yield event === BEAT ? HEARTBEAT : presentEvent(chat, event)
    }
    yield DONE
    chat.summary.outcome = 'completed'
  } catch (thrown) {
    if (chat.summary.outcome === 'cancelled') return
    const error = toApiError(thrown)
    chat.onFailed(error)
    yield frame(chat, 'error', presentFailure(error))
    yield DONE
    chat.summary.outcome = 'failed'
  } finally {
    chat.control.abort()
  }
}

async function* eventsOf(chat: Running): AsyncGenerator<ChatEvent | typeof BEAT, undefined> {
  const { signal } = chat.control
  signal.throwIfAborted()
  const events = chat.answer(signal)
  chat.isBegun = true
  yield* withBeats(events, chat.heartbeatMs, signal, chat.onFreed)
  // A stopped answerer ends early without throwing.
  signal.throwIfAborted()
}

function presentEvent(chat: Running, event: ChatEvent): string {
  if (event.kind === 'text') return frame(chat, 'delta', { Text: event.text })
  if (event.kind === 'citation') return frame(chat, 'citation', presentCitation(event.citation))
  if (event.kind === 'choices') return frame(chat, 'meta', { ...chat.meta, Choices: event.choices })
  return frame(chat, 'meta', { ...chat.meta, RecoverySessionID: event.id })
}

function frame({ summary: { frames } }: Running, event: string, data: object): string {
  frames[event] = (frames[event] ?? 0) + 1
  return toFrame(event, data)
}
