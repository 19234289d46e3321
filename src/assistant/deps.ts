import type { ProfileDeps } from '../profiles/deps.ts'
import type { SearchDeps } from '../search/search.ts'
import type { Semaphore } from '../semaphore.ts'

/** What the assistant reads: the same stores as every other operation, and nothing else. */
export type AssistantDeps = SearchDeps &
  ProfileDeps & {
    /** In which tools take turns; without it all run at once. */
    toolPlaces?: Semaphore
  }
