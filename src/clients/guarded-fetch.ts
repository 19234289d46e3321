/** Fetched bytes after all redirects. */
export type Fetched = {
  kind: 'Fetched'
  status: number
  /** Where it was read, after redirects. */
  url: string
  contentType: string | undefined
  /** Decoded: no content encoding is left. */
  body: Buffer
}

export type RefusalKind = 'Url'

/** Why nothing was fetched: a kind to count by, and a sentence for operators. */
export type FetchRefusal = { kind: RefusalKind; url: string; reason: string }

export type GuardedFetch = (url: string) => Promise<Fetched | FetchRefusal>

/** Opens a client that fetches public web addresses and nothing else. */
export function createGuardedFetch(): GuardedFetch {
  return async (url) => ({ kind: 'Url', url, reason: 'Not built yet.' })
}
