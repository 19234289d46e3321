import { openSemaphore, type Semaphore } from '../../semaphore.ts'
import type { AssistantDeps } from '../deps.ts'

/**
 * Places for the tools of all chats. Each has a round trip or a few under way: half of the store's
 * ten connections, so that two hundred chats leave the others to whoever reads.
 */
export const openToolPlaces = (): Semaphore => openSemaphore(5)

/**
 * Runs a tool once it is its turn, where turns are taken. Throws what it throws, and the signal's
 * reason when that aborts before it has begun.
 */
export async function inPlace<Answer>(
  { toolPlaces }: AssistantDeps,
  signal: AbortSignal,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const leave = await toolPlaces?.take(signal)
  try {
    return await run()
  } finally {
    leave?.()
  }
}
