/** Why a page is no evidence of its organization's work, to count by. */
export type UnfitKind = 'Parked' | 'Placeholder' | 'ServerPage' | 'Challenge' | 'Login' | 'NotFound'

type Sign = {
  kind: UnfitKind
  pattern: RegExp
  /** Where it says so whatever else there is; a longer page may speak of it in passing. */
  on: 'title' | 'page' | 'short page'
}

// A home page with something to tell has more words; a notice has a sentence or two.
const SHORT = 600
// Signs stand at the top; further down "for sale" may be a charity shop's.
const LOOKED_AT = 3_000

const SIGNS: Sign[] = [
  // What registrars and domain dealers put up: text of advertisers, not of the organization.
  {
    kind: 'Parked',
    on: 'page',
    pattern:
      /\b(?:this |the )?domain(?: name)?(?: \S+)? (?:is|may be|might be) (?:for sale|parked|available for purchase)|buy this domain|parked (?:free|for free|domain)|domain (?:has )?expired|sedo(?: domain)? parking|hugedomains|courtesy of godaddy/i,
  },
  {
    kind: 'Parked',
    on: 'page',
    pattern:
      /(?<!\b(?:on|at|in|from|of) )(?:\bthis website|\b[a-z\d-]+\.(?:[a-z\d-]+\.)*[a-z]{2,12}) (?:is|may be|might be) (?:for sale|available for purchase)|domain owner may (?:currently )?be offering|domain (?:was|has been) (?:recently |just |newly )?registered (?:at|with|by|through|via)\b|\bclaim this domain\b/i,
  },
  {
    kind: 'Parked',
    on: 'short page',
    pattern: /\brelated (?:searches|links)\b|sponsored listings/i,
  },
  // Nothing is there yet, or any more.
  {
    kind: 'Placeholder',
    on: 'title',
    pattern:
      /^(?:coming soon|under construction|maintenance(?: mode)?|website expired|new site)\b/i,
  },
  {
    kind: 'Placeholder',
    on: 'short page',
    pattern:
      /\bcoming soon\b|\bunder (?:construction|maintenance)\b|launching soon|site is (?:being|currently|temporarily)|website expired|be (?:right )?back soon|down for maintenance|lorem ipsum/i,
  },
  {
    kind: 'Placeholder',
    on: 'page',
    pattern: /domain (?:isn['’]t|is not|hasn['’]t been) (?:yet )?connected to a (?:web ?)?site/i,
  },
  // What web servers and hosts show before anybody has uploaded a page, or who did not pay.
  {
    kind: 'ServerPage',
    on: 'title',
    pattern:
      /^(?:welcome to nginx|apache2? .*default page|iis (?:windows|\d)|index of \/|default (?:web ?site )?page|test page for|web server's default page|domain default page|account suspended|plesk)/i,
  },
  {
    kind: 'ServerPage',
    on: 'short page',
    pattern:
      /\b(?:account|site|website) (?:has been |is )?suspended|bandwidth limit exceeded|owner has not (?:yet )?uploaded|^it works!?$/i,
  },
  // Asked for before the page, of machines only.
  {
    kind: 'Challenge',
    on: 'title',
    pattern:
      /^(?:just a moment|attention required|access denied|are you (?:a )?(?:human|robot)|ddos-guard|security check|one moment, please|robot challenge|403 forbidden|forbidden$)/i,
  },
  {
    kind: 'Challenge',
    on: 'short page',
    pattern:
      /verify(?:ing)? (?:that )?you are (?:a )?human|checking your browser|complete the captcha|unusual traffic/i,
  },
  // A member's area: what it says is of its software.
  {
    kind: 'Login',
    on: 'title',
    pattern: /^(?:log ?in|sign ?in|please log ?in|member login|sign in to your account)\b/i,
  },
  // Said with status 200 by many hosts.
  {
    kind: 'NotFound',
    on: 'title',
    pattern:
      /^(?:(?:error )?404\b|page not found|not found$|site not found|website not found|error$)/i,
  },
]

const REASONS: Record<UnfitKind, string> = {
  Parked: 'The domain is parked or for sale.',
  Placeholder: 'The page says only that a website will come or is away.',
  ServerPage: "The page is the server's own, not the organization's.",
  Challenge: 'The page asks for proof of a human being.',
  Login: 'The page asks to log in.',
  NotFound: 'The page says that there is none.',
}

/**
 * Why a page is not to be taken as evidence; `text` is all that it shows. Where the filed address
 * has moved to another domain, dealers are suspected whatever the page's length.
 */
export function findUnfit(
  title: string,
  text: string,
  { isMoved = false } = {},
): { kind: UnfitKind; reason: string } | undefined {
  const top = text.slice(0, LOOKED_AT)
  const sign = SIGNS.find(({ kind, on, pattern }) => {
    if (on === 'title') return pattern.test(title)
    const isSuspect = text.length <= SHORT || (isMoved && kind === 'Parked')
    if (on === 'short page' && !isSuspect) return false
    return pattern.test(title) || pattern.test(top)
  })
  return sign && { kind: sign.kind, reason: REASONS[sign.kind] }
}
