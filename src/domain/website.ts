// What filers write for "none"; a host needs a dot, so most of them fail anyway.
const SCHEME = /^(https?):?[/\\]{1,3}/i
const HOST = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,24}$/i

/**
 * The address people can open of a website as filed: `WWW.EXAMPLE.ORG` is
 * `https://www.example.org/`. Undefined for "N/A", "NONE", an e-mail address and whatever else is
 * no website. Of several the first counts.
 */
export function readWebsite(filed: string): string | undefined {
  // Returns are often filed in capitals; only in mixed case do the letters of a path mean anything.
  const isMixed = /[a-z]/.test(filed)
  for (const word of filed.trim().split(/[\s;,]+/)) {
    const found = toUrl(isMixed ? word : word.toLowerCase())
    if (found) return found
  }
  return undefined
}

// Longer ones no browser opens; and the closing characters are searched for from every place.
const LONGEST_URL = 2_000

function toUrl(word: string): string | undefined {
  if (word.length > LONGEST_URL) return undefined
  const scheme = SCHEME.exec(word)
  const rest = word
    .slice(scheme?.[0].length ?? 0)
    .replaceAll('\\', '/')
    .replace(/[.)]+$/, '')
  const [host = ''] = rest.split(/[/?#:]/)
  if (!HOST.test(host) || rest.includes('@')) return undefined
  // Sites that lack TLS redirect or refuse at once; browsers try it first themselves.
  const url = `${scheme?.[1]?.toLowerCase() ?? 'https'}://${rest}`
  return URL.canParse(url) ? new URL(url).href : undefined
}
