import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** Why a URL may not even be looked up: a kind for metrics and a sentence for operators. */
export type AddressFault = {
  kind: 'Url' | 'Scheme' | 'Userinfo' | 'Port' | 'IpLiteral' | 'Host'
  reason: string
}

// Global unicast (RFC 4291) contains every address of a host on the internet, but not
// IPv4-compatible addresses (::127.0.0.1) and other obsolete forms.
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Returns true if an address from DNS or a socket is public unicast. IPv4 inside IPv6 (mapped,
 * compatible, NAT64, 6to4, Teredo, ISATAP) never is, because a translator decides what it reaches.
 */
export function isPublicAddress(address: string): boolean {
  // The library also reads 127.1 and 0x7f000001, which DNS and sockets never write.
  if (isIP(address) === 0 || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast' || address === AZURE_HOST) return false
  if (!(parsed instanceof ipaddr.IPv6)) return true
  return parsed.match(GLOBAL_UNICAST) && !isIsatap(parsed)
}

// A public IP address at which Azure's machines reach services of their host.
const AZURE_HOST = '168.63.129.16'

// RFC 5214, 6.1: the second half is [02]00:5efe and an IPv4 address.
const isIsatap = ({ parts }: ipaddr.IPv6) =>
  parts[5] === 0x5efe && (parts[4] === 0 || parts[4] === 0x200)

/** Returns true for two spellings of one address; some systems show IPv4 as ::ffff:…. */
export function isSameAddress(one: string, other: string): boolean {
  if (isIP(one) === 0 || isIP(other) === 0) return false
  return ipaddr.process(one).toNormalizedString() === ipaddr.process(other).toNormalizedString()
}

// The limit of readWebsite for filed addresses; browsers and servers have about the same.
const LONGEST_URL = 2_000
const LONGEST_HOST = 253
// Public DNS names: at least two labels, the last one letters or punycode.
const DNS_NAME =
  /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,24}|xn--[a-z0-9-]{0,57}[a-z0-9])$/
// Never public (RFC 6761, 6762, 7686, 8375, 9476, and ICANN's .internal), but some resolvers return
// hosts on their own network.
const LOCAL_NAME = /(?:^|\.)(?:localhost|localdomain|local|internal|home\.arpa|onion|alt)$/

/**
 * Returns why the guard rejects a URL; undefined if its host may be looked up. Rejects IP literals
 * in every spelling, even public ones: organizations file names, TLS and robots.txt belong to
 * names, and a number in a redirect is a probe.
 */
export function findAddressFault(url: URL): AddressFault | undefined {
  const { protocol, hostname } = url
  if (protocol !== 'http:' && protocol !== 'https:') {
    return { kind: 'Scheme', reason: `Expected an http or https address; got "${protocol}".` }
  }
  if (url.href.length > LONGEST_URL) {
    return { kind: 'Url', reason: `The address is longer than ${LONGEST_URL} characters.` }
  }
  if (url.username !== '' || url.password !== '') {
    return {
      kind: 'Userinfo',
      reason: 'The address contains a user or password, so it is not fetched.',
    }
  }
  if (url.port !== '') {
    const reason = `The address has port ${url.port}. Expected port 80 for http or port 443 for https.`
    return { kind: 'Port', reason }
  }
  // URL has already normalized decimal, octal, hexadecimal, and short forms.
  if (isIP(hostname) !== 0 || hostname.startsWith('[')) {
    return {
      kind: 'IpLiteral',
      reason: `${hostname} is an IP address. Expected a host name.`,
    }
  }
  if (hostname.length > LONGEST_HOST || !DNS_NAME.test(hostname) || LOCAL_NAME.test(hostname)) {
    return { kind: 'Host', reason: `"${hostname}" is not a public host name.` }
  }
  return undefined
}
