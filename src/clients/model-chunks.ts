import type { ChatCompletionChunk } from 'openai/resources'
import { z } from 'zod'
import type { ModelCall } from './model-backend.ts'
import { unavailableModel } from './model-errors.ts'

// What we read of a chunk. Servers differ in what they leave out and add, so everything is optional;
// what is there with another type is no completion.
const chunkSchema = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        delta: z
          .object({
            content: z.string().nullish(),
            refusal: z.string().nullish(),
            tool_calls: z
              .array(
                z.object({
                  index: z.int().min(0).optional(),
                  id: z.string().nullish(),
                  function: z
                    .object({ name: z.string().nullish(), arguments: z.string().nullish() })
                    .nullish(),
                }),
              )
              .nullish(),
          })
          .nullish(),
      }),
    )
    .optional(),
})

type Delta = NonNullable<
  NonNullable<z.output<typeof chunkSchema>['choices']>[number]['delta']
>['tool_calls']

/** More calls in one completion than any question needs; each is kept in memory. */
const MAX_CALLS = 32
/** An id is echoed back to the backend; none is longer than 64. */
const MAX_ID = 128
/** The longest arguments of ours are some hundred characters; beyond this it is a runaway. */
const MAX_ARGUMENTS = 16_384

export type ChunkReader = {
  /** The text a chunk adds. Throws ApiError AssistantUnavailable for what is no chunk. */
  read(chunk: ChatCompletionChunk): string
  /** Undefined when the stream was cut. */
  end(): { reason: 'stop' | 'length' | 'refusal'; calls: ModelCall[] } | undefined
}

/** Puts the chunks of one completion together; calls arrive in fragments, by index. */
export function createChunkReader(): ChunkReader {
  const calls = new Map<number, ModelCall>()
  let finish: string | undefined
  let isRefused = false
  return {
    read(chunk) {
      const parsed = chunkSchema.safeParse(chunk)
      if (!parsed.success) throw unavailableModel('A piece of the stream is no completion.')
      const choice = parsed.data.choices?.[0]
      finish = choice?.finish_reason ?? finish
      if (choice?.delta?.refusal) isRefused = true
      addCalls(calls, choice?.delta?.tool_calls)
      return choice?.delta?.content ?? ''
    },
    end() {
      if (finish === undefined) return undefined
      return { reason: isRefused ? 'refusal' : reasonOf(finish), calls: [...calls.values()] }
    },
  }
}

function reasonOf(finish: string): 'stop' | 'length' | 'refusal' {
  if (finish === 'content_filter') return 'refusal'
  return finish === 'length' ? 'length' : 'stop'
}

function addCalls(calls: Map<number, ModelCall>, deltas: Delta): void {
  for (const { index, id, function: part } of deltas ?? []) {
    // Servers that send each call whole leave the index out: an id begins a call.
    const at = index ?? (id ? calls.size : calls.size - 1)
    const call = calls.get(at) ?? { id: '', name: '', arguments: '' }
    calls.set(at, {
      id: call.id || (id ?? '').slice(0, MAX_ID),
      name: call.name || (part?.name ?? '').slice(0, MAX_ID),
      arguments: call.arguments + (part?.arguments ?? ''),
    })
    if (calls.size > MAX_CALLS || (calls.get(at)?.arguments.length ?? 0) > MAX_ARGUMENTS) {
      throw unavailableModel('The model asked for more than an answer needs.')
    }
  }
}
