import { openSemaphore, type Semaphore } from '../limits/semaphore.ts'
import type { ProfileDeps } from '../organizations/deps.ts'
import type { SearchDeps } from '../search/search.ts'

/** The stores tools read. */
export type ToolDeps = SearchDeps &
  ProfileDeps & {
    /** Limits how many tools run at once; without it, nothing limits them. */
    toolSlots?: Semaphore
  }

/**
 * Opens the slots that the tools of all chats share. Five tools use about half of the store's ten
 * connections, so even two hundred chats leave the rest to other requests.
 */
export const openToolSlots = (): Semaphore => openSemaphore(5)

/** Runs a tool in a slot. Throws what it throws, or the signal's reason if that aborts first. */
export async function inSlot<Answer>(
  { toolSlots }: ToolDeps,
  signal: AbortSignal,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const release = await toolSlots?.acquire(signal)
  try {
    return await run()
  } finally {
    release?.()
  }
}
