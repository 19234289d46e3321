import { createEventSource } from 'eventsource-client'
import { createKey } from '#src/access/keys.ts'
import type { AppDeps } from '#src/app.ts'
import type { ChatEvent, ChatRequest } from '#src/assistant/chat.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import { listen, type Server } from '#src/server.ts'

export const PATH = '/api/v2/assistant/chat/stream'

export type Frame = { event: string; data: Record<string, unknown> }
export type Heard = { frames: Frame[]; comments: number; isDone: boolean }

/** Returns the header of a key without limits. */
export async function openKey(postgres: Postgres): Promise<{ 'X-Service-API-Key': string }> {
  const { key } = await createKey(postgres, { tier: 'Internal', owner: 'Test' })
  return { 'X-Service-API-Key': key }
}

export const headersOf = (key: Record<string, string>) => ({
  ...key,
  'Content-Type': 'application/json',
})

/** Asks over a real connection; calls `onFrame` for each frame, which may disconnect. */
export function ask(
  address: string,
  key: Record<string, string>,
  message: string,
  onFrame: (frame: Frame, leave: () => void, heard: Heard) => void = () => {},
): Promise<Heard> {
  const heard: Heard = { frames: [], comments: 0, isDone: false }
  return new Promise((resolve) => {
    const end = () => {
      source.close()
      resolve(heard)
    }
    const source = createEventSource({
      url: `${address}${PATH}`,
      method: 'POST',
      headers: headersOf(key),
      body: JSON.stringify({ Message: message }),
      onMessage: ({ event = '', data }) => {
        heard.isDone = data === '[DONE]'
        if (heard.isDone) return end()
        const frame = { event, data: JSON.parse(data) as Record<string, unknown> }
        heard.frames.push(frame)
        onFrame(frame, end, heard)
      },
      onComment: () => {
        heard.comments += 1
      },
      // Otherwise it would reconnect forever; some tests expect a stream without [DONE].
      onDisconnect: end,
    })
  })
}

export type Scripts = Record<
  string,
  (signal: AbortSignal, request: ChatRequest) => AsyncIterable<ChatEvent>
>

/** An answerer that follows the script named in the message, and counts its calls. */
export function scripted(scripts: Scripts) {
  const state = { asked: [] as ChatRequest[], ended: 0 }
  const answerer = async function* (
    request: ChatRequest,
    signal: AbortSignal,
  ): AsyncGenerator<ChatEvent> {
    state.asked.push(request)
    try {
      const script = scripts[request.message]
      if (script) yield* script(signal, request)
      else yield { kind: 'text', text: `You asked: ${request.message}` }
    } finally {
      state.ended += 1
    }
  }
  return { answerer, state }
}

/** Waits until the signal aborts, as a slow tool does. */
export const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** Starts a separate server over the world's store. */
export const serve = (deps: AppDeps, replaced: Partial<AppDeps>): Promise<Server> =>
  listen({ host: '127.0.0.1', port: 0 }, { ...deps, ...replaced })
