import { Readable } from 'node:stream'
import type { ChatEvent } from '../../assistant/chat.ts'
import type { ApiError } from '../../errors.ts'
import type { StreamSummary } from '../../logging.ts'
import { toApiError } from '../error-handler.ts'
import { DONE, HEARTBEAT, toFrame } from '../event-stream.ts'
import { BEAT, withBeats } from '../with-beats.ts'
import type { ChatMeta } from './chat-schema.ts'
import { presentCitation, presentFailure } from './present-chat.ts'

type ChatParts = {
  /** Begins the answer; called when the stream is first read. */
  answer: (signal: AbortSignal) => AsyncIterable<ChatEvent>
  meta: ChatMeta
  heartbeatMs: number
  /** Told what failed within the stream, where no handler of errors sees it. */
  onFailed: (error: ApiError) => void
  /** Once, when nothing works for the chat any more, or nothing ever did. */
  onFreed: () => void
}

/** A chat under way, or one whose stream nobody has begun to read. */
export type Chat = {
  stream: Readable
  summary: StreamSummary
  /** Ends the answer with this error, told in the stream. */
  stop(error: ApiError): void
  /** Ends everything without a word: nobody reads it. */
  cancel(): void
}

type Running = ChatParts & { summary: StreamSummary; control: AbortController; isBegun: boolean }

/**
 * An answer as server-sent events: `meta`, then what the answerer yields, `data: [DONE]` last
 * (decisions part 10). It is made as fast as it is read; while the answerer is silent, heartbeats
 * go out. What the answerer throws, and what stops it, becomes an `error` frame.
 */
export function openChat(parts: ChatParts): Chat {
  const summary: StreamSummary = { outcome: 'running', frames: {} }
  const chat: Running = { ...parts, summary, control: new AbortController(), isBegun: false }
  const cancel = () => {
    if (summary.outcome === 'running') summary.outcome = 'cancelled'
    chat.control.abort()
  }
  // One frame waits at most: what the reader does not take is not made.
  const stream = Readable.from(linesOf(chat, cancel), { objectMode: false, highWaterMark: 1 })
  return {
    stream,
    summary,
    stop: (error) => chat.control.abort(error),
    cancel: () => {
      cancel()
      stream.destroy()
    },
  }
}

/** An iterator of its own: a generator that waits cannot be ended, nor one that never began. */
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
  // An answerer that is stopped ends early, without a throw.
  signal.throwIfAborted()
}

function presentEvent(chat: Running, event: ChatEvent): string {
  if (event.kind === 'text') return frame(chat, 'delta', { Text: event.text })
  if (event.kind === 'citation') return frame(chat, 'citation', presentCitation(event.citation))
  return frame(chat, 'meta', { ...chat.meta, RecoverySessionID: event.id })
}

function frame({ summary: { frames } }: Running, event: string, data: object): string {
  frames[event] = (frames[event] ?? 0) + 1
  return toFrame(event, data)
}
