/** An account on a network, in the form in which the network links to it. */
export type SocialLink = { Network: string; URL: string }

type Network = {
  name: string
  /** Links are written with the first one. */
  hosts: string[]
  /** The path of an account; the matched part is kept. */
  account: RegExp
}

// Paths of accounts as the networks write them; share, post, and search addresses do not match or
// are in NOT_ACCOUNTS. LinkedIn's /in/ is left out, because it belongs to a person.
const NETWORKS: Network[] = [
  {
    name: 'Facebook',
    hosts: ['facebook.com', 'fb.com'],
    account:
      /^\/(?:profile\.php\?id=\d+(?=$|&)|(?:(?:pages|people)\/[\w.%-]+\/\d+|groups\/[\w.-]+|[\w.%-]{3,})(?=$|[/?]))/,
  },
  { name: 'Instagram', hosts: ['instagram.com'], account: /^\/[\w.]{1,30}(?=$|[/?])/ },
  { name: 'X', hosts: ['x.com', 'twitter.com'], account: /^\/\w{1,15}(?=$|[/?])/ },
  {
    name: 'LinkedIn',
    hosts: ['linkedin.com'],
    account: /^\/(?:company|school|showcase)\/[\w.%-]+(?=$|[/?])/,
  },
  {
    name: 'YouTube',
    hosts: ['youtube.com'],
    account: /^\/(?:@[\w.%-]+|channel\/UC[\w-]+|(?:c|user)\/[\w.%-]+)(?=$|[/?])/,
  },
  { name: 'TikTok', hosts: ['tiktok.com'], account: /^\/@[\w.]+(?=$|[/?])/ },
  { name: 'Bluesky', hosts: ['bsky.app'], account: /^\/profile\/[\w.:-]+(?=$|[/?])/ },
  {
    name: 'Threads',
    hosts: ['threads.com', 'threads.net'],
    account: /^\/@[\w.]+(?=$|[/?])/,
  },
  { name: 'Pinterest', hosts: ['pinterest.com'], account: /^\/\w{3,30}(?=$|[/?])/ },
  { name: 'Vimeo', hosts: ['vimeo.com'], account: /^\/(?!\d+(?:$|[/?]))[\w-]+(?=$|[/?])/ },
  { name: 'GitHub', hosts: ['github.com'], account: /^\/[a-z\d][a-z\d-]{0,38}(?=$|[/?])/i },
]

// First path words that belong to the network itself: sharing, posts, search, sign-in, help.
const NOT_ACCOUNTS = new Set(
  `about accounts ads album business categories category channels dialog developer developers direct
  donate event events explore features fundraiser fundraisers gaming groups hashtag help
  home home.php i ideas intent join l.php legal login login.php marketplace media messages notes
  notifications ondemand orgs p pages people permalink.php photo photo.php photos pin plugins
  policies policy posts pricing privacy profile.php reel reels search settings share share.php
  sharer sharer.php showcase signup solutions sponsors stories story.php terms topics tos tr tv
  upload upgrade video videos watch`.split(/\s+/),
)
// The accounts of site builders, to which their templates link until somebody changes them.
const TEMPLATE_ACCOUNTS = new Set(
  `wix wixcom wixstudio squarespace wordpress wordpressdotcom wordpresscom weebly godaddy shopify
  webflow elementor elegantthemes example yourname username`.split(/\s+/),
)

const bareHost = (url: URL) => url.hostname.replace(/^(?:www|m|mobile|[a-z]{2}-[a-z]{2})\./, '')

/** Returns whether a site belongs to a network rather than to an organization. */
export const isOfNetwork = (url: URL): boolean =>
  NETWORKS.some(({ hosts }) => hosts.some((host) => isUnder(url.hostname, host)))

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
  if (name === 'LinkedIn') return !TEMPLATE_ACCOUNTS.has(second ?? '')
  return !NOT_ACCOUNTS.has(first) && !TEMPLATE_ACCOUNTS.has((second ?? first).replace(/^@/, ''))
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
