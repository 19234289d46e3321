import { z } from 'zod'
import { unavailableModel } from './model-errors.ts'

/** A call that the model requests; its arguments are its own text, often not valid JSON. */
export type ModelCall = { id: string; name: string; arguments: string }

// The fields we read. Servers omit different ones, so all are optional; a field of another type means
// that the body is not a completion.
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

/** More calls than any question needs; each is kept in memory. */
const MAX_CALLS = 32
/** Ids are sent back to the backend; none is longer than 64. */
const MAX_ID = 128
/**
 * Our tools' longest arguments have a few hundred characters; beyond this, the model is in a loop.
 */
const MAX_ARGUMENTS = 16_384

type ChunkReader = {
  /** Returns the text that a chunk adds. Throws ApiError AssistantUnavailable for anything else. */
  read(chunk: unknown): string
  /** Returns undefined when the stream was cut. */
  end(): { reason: 'stop' | 'length' | 'refusal'; calls: ModelCall[] } | undefined
}

/** Joins the chunks of one completion; calls arrive in fragments, by index. */
export function createChunkReader(): ChunkReader {
  const calls = new Map<number, ModelCall>()
  let finish: string | undefined
  let isRefused = false
  return {
    read(chunk) {
      const parsed = chunkSchema.safeParse(chunk)
      if (!parsed.success) throw unavailableModel('A chunk of the stream is not a completion.')
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
    // Servers that send each call in one piece omit the index; in that case, an id begins a call.
    const at = index ?? (id ? calls.size : calls.size - 1)
    const call = calls.get(at) ?? { id: '', name: '', arguments: '' }
    calls.set(at, {
      id: call.id || (id ?? '').slice(0, MAX_ID),
      name: call.name || (part?.name ?? '').slice(0, MAX_ID),
      arguments: call.arguments + (part?.arguments ?? ''),
    })
    if (calls.size > MAX_CALLS || (calls.get(at)?.arguments.length ?? 0) > MAX_ARGUMENTS) {
      throw unavailableModel('The model requested too many tool calls, or calls that are too long.')
    }
  }
}
