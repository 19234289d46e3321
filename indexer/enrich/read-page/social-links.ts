import { readTsv } from '#src/domain/tsv.ts'

/** An account on a network, in the form in which the network links to it. */
export type SocialLink = { Network: string; URL: string }

// Paths of accounts as the networks write them; share, post, and search addresses do not match or are among
// the words that are no accounts. LinkedIn's /in/ is left out, because it belongs to a person. Links are
// written with the first host.
const NETWORKS = readTsv(new URL('networks.tsv', import.meta.url)).map(
  ([name = '', hosts = '', account = '']) => ({
    ...{ name, hosts: hosts.split(' '), account: new RegExp(account) },
  }),
)
type Network = (typeof NETWORKS)[number]

const WORDS = new Map(
  readTsv(new URL('words.tsv', import.meta.url)).map(([list, words = '']) => [
    list,
    new Set(words.split(' ')),
  ]),
)
/** Returns whether a word is in a list of words.tsv. */
const isIn = (list: string, word: string): boolean => WORDS.get(list)?.has(word) ?? false

const bareHost = (url: URL) => url.hostname.replace(/^(?:www|m|mobile|[a-z]{2}-[a-z]{2})\./, '')

/** Returns why a site cannot be an organization's own; undefined if it may be. */
export function findForeignHost(url: URL): { kind: string; reason: string } | undefined {
  const { hostname } = url
  if (NETWORKS.some(({ hosts }) => hosts.some((host) => isUnder(hostname, host)))) {
    const reason = `${hostname} is a social network, not the organization's own site.`
    return { kind: 'SocialPage', reason }
  }
  // Organizations file the domain of their mail address, search engine, or donation site. Only the host
  // itself: some organizations have sites below these hosts. Directories that are nonprofits themselves
  // file their own site; due.ts excludes websites that many organizations file.
  if (!isIn('shared hosts', hostname.replace(/^(?:www|mail)\./, ''))) return undefined
  const reason = `${hostname} is a shared service, not the organization's own site.`
  return { kind: 'SharedHost', reason }
}

const isUnder = (name: string, host: string) => name === host || name.endsWith(`.${host}`)

/** Returns the account a link points to; undefined for share links, posts, and other sites. */
export function readSocialLink(href: string): SocialLink | undefined {
  const url = URL.parse(href)
  if (url === null || !/^https?:$/.test(url.protocol) || url.username || url.port) return undefined
  const network = NETWORKS.find(({ hosts }) => hosts.includes(bareHost(url)))
  if (network === undefined) return undefined
  const [path] = network.account.exec(url.pathname + url.search) ?? []
  if (path === undefined || !isAccount(network, path)) return undefined
  const [host = ''] = network.hosts
  const account = `https://${WITHOUT_WWW.has(host) ? '' : 'www.'}${host}${path}`
  return account.length > LONGEST_ACCOUNT ? undefined : { Network: network.name, URL: account }
}

// Names have about 100 characters at most, and a letter outside ASCII takes six.
const LONGEST_ACCOUNT = 200

// The others redirect to their address with "www.".
const WITHOUT_WWW = new Set(['x.com', 'bsky.app', 'github.com', 'vimeo.com'])

function isAccount({ name }: Network, path: string): boolean {
  const [first = '', second] = path.slice(1).toLowerCase().split('/')
  // On Facebook these begin the path of an account; elsewhere they do not.
  if (name === 'Facebook' && /^(?:groups|pages|people)$/.test(first)) return second !== undefined
  // The first path word already identifies an account.
  if (name === 'LinkedIn') return !isIn('template accounts', second ?? '')
  return (
    !isIn('not accounts', first) && !isIn('template accounts', (second ?? first).replace(/^@/, ''))
  )
}

/**
 * Returns one account per network, the first in the given order: a page lists its own first, and
 * those of partners and sponsors later.
 */
export function firstOfEach(links: (SocialLink | undefined)[]): SocialLink[] {
  const found = new Map<string, SocialLink>()
  for (const link of links) {
    if (link && !found.has(link.Network)) found.set(link.Network, link)
  }
  return [...found.values()]
}
