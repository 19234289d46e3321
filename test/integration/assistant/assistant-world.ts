import type { OpenAPIV3_1 } from 'openapi-types'
import { type AssistantDeps, createAssistant } from '#src/assistant/answer.ts'
import type { Answerer, ChatContext, ChatEvent, Turn } from '#src/assistant/chat.ts'
import type { ModelDeps } from '#src/assistant/model/model-answerer.ts'
import { openOwnAsk } from '#src/tools/ask.ts'
import type { Citation } from '#src/tools/cite.ts'
import { describeTools } from '#src/tools/describe.ts'
import type { IndexedWorld } from '#test/world/indexed.ts'

type World = Pick<IndexedWorld, 'app'> & { deps: Omit<AssistantDeps, 'openAsk'> }

/** Returns what the assistant needs, as the chat has it. */
export const depsOf = ({ app, deps }: World): ModelDeps => ({
  ...deps,
  openAsk: openOwnAsk(app),
  describe: () => describeTools(app.swagger() as OpenAPIV3_1.Document),
})

export type Heard = {
  text: string
  citations: Citation[]
  choices: string[]
  recovery?: string
  events: ChatEvent[]
}

type Sent = { history?: readonly Turn[]; context?: ChatContext }

/** Returns a whole answer, as a client has it after [DONE]. */
export async function hear(
  answerer: Answerer,
  message: string,
  { history = [], context = {} }: Sent = {},
): Promise<Heard> {
  const heard: Heard = { text: '', citations: [], choices: [], events: [] }
  const { signal } = new AbortController()
  for await (const event of answerer({ message, history, context }, signal)) {
    heard.events.push(event)
    if (event.kind === 'text') heard.text += event.text
    else if (event.kind === 'citation') heard.citations.push(event.citation)
    else if (event.kind === 'choices') heard.choices.push(...event.choices)
    else heard.recovery = event.id
  }
  return heard
}

/** Asks the assistant's rules. */
export const hearRules = (world: World, message: string, sent?: Sent): Promise<Heard> =>
  hear(createAssistant(depsOf(world)), message, sent)
