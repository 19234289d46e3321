/** Why a page is no evidence of its organization's work, to count by. */
type UnfitKind = 'Parked' | 'Placeholder' | 'ServerPage' | 'Challenge' | 'Login' | 'NotFound'

type Sign = {
  kind: UnfitKind
  pattern: RegExp
  /** The length up to which the sign counts; a longer page may mention it in passing. */
  on: 'title' | 'page' | 'short page'
}

// A home page with content has more words; a notice has a sentence or two.
const SHORT = 600
// Signs appear at the top; further down, "for sale" may belong to a charity shop.
const LOOKED_AT = 3_000

const SIGNS: Sign[] = [
  // Pages of registrars and domain dealers: advertisers' text, not the organization's.
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
  // No content yet, or no longer any.
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
  // Pages that web servers and hosts show before anything is uploaded, or after an account is
  // suspended.
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
  // Checks shown before the actual page, which only robots see.
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
  // A members' area: its text is about its software.
  {
    kind: 'Login',
    on: 'title',
    pattern: /^(?:log ?in|sign ?in|please log ?in|member login|sign in to your account)\b/i,
  },
  // Many hosts send this with status 200.
  {
    kind: 'NotFound',
    on: 'title',
    pattern:
      /^(?:(?:error )?404\b|page not found|not found$|site not found|website not found|error$)/i,
  },
]

const REASONS: Record<UnfitKind, string> = {
  Parked: 'The domain is parked or for sale.',
  Placeholder: 'The page is a placeholder: coming soon or unavailable.',
  ServerPage: "The page is the web server's default page.",
  Challenge: 'The page asks visitors to prove that they are human.',
  Login: 'The page requires a login.',
  NotFound: 'The page reports that it does not exist.',
}

/**
 * Returns why a page is no evidence; `text` is all its visible text. If the filed address has moved
 * to another domain, signs of dealers count whatever the page's length.
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
