import type { GuardedFetch } from '#src/clients/guarded-fetch.ts'

/** What a home page says of its organization: plain text without markup, NUL or lone surrogates. */
export type WebFields = {
  Title?: string
  Description?: string
  Text?: string
  SocialLinks?: { Network: string; URL: string }[]
  SiteName?: string
  /** As the page declares it: `en`, `es-MX`. */
  Language?: string
}

export type WebIcon = { url: string; mediaType: string; content: Buffer }

/** `url` is where the page was read, after redirects. */
export type Captured = { url: string; fields: WebFields; icon?: WebIcon }

/** Why nothing was read: a kind to count by, and a sentence for operators. */
export type Failure = { kind: string; reason: string }

/** Reads websites for one run: robots.txt is remembered and each host gets its pauses. */
export type FetchWebsite = (url: string, signal?: AbortSignal) => Promise<Captured | Failure>

export const isCaptured = (outcome: Captured | Failure): outcome is Captured => 'fields' in outcome

/** Opens a run of reading websites; calls may be concurrent, also for one host. */
export function createFetchWebsite(_fetch: GuardedFetch): FetchWebsite {
  return async () => ({ kind: 'NotBuilt', reason: 'Reading websites is not built yet.' })
}
