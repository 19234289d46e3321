// Values for "none" mostly have no dot, so they do not look like hosts.
const SCHEME = /^(https?):?[/\\]{1,3}/i
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}$/i

/**
 * Returns the address of a filed website: `WWW.EXAMPLE.ORG` is `https://www.example.org/`.
 * Undefined for "N/A", "NONE", an e-mail address, and other text. If there are several, the first
 * counts.
 */
export function readWebsite(filed: string): string | undefined {
  // Returns are often in capitals; the case of a path has meaning only in mixed case.
  const isMixed = /[a-z]/.test(filed)
  for (const word of filed.trim().split(/[\s;,]+/)) {
    const found = toUrl(isMixed ? word : word.toLowerCase())
    if (found) return found
  }
  return undefined
}

// Browsers do not open longer ones, and the search for closing characters starts at every position.
const MAX_URL_LENGTH = 2_000

function toUrl(word: string): string | undefined {
  if (word.length > MAX_URL_LENGTH) return undefined
  const scheme = SCHEME.exec(word)
  const rest = word
    .slice(scheme?.[0].length ?? 0)
    .replaceAll('\\', '/')
    .replace(/[.)]+$/, '')
  const [host = ''] = rest.split(/[/?#:]/)
  if (!HOST.test(host) || rest.includes('@')) return undefined
  // Sites without TLS redirect or fail at once; browsers also try TLS first.
  const url = `${scheme?.[1]?.toLowerCase() ?? 'https'}://${rest}`
  return URL.canParse(url) ? new URL(url).href : undefined
}
