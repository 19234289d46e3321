import { readTsv } from '#src/domain/tsv.ts'

// A home page with content has more words; a notice has a sentence or two.
const SHORT = 600
// Signs appear at the top; further down, "for sale" may belong to a charity shop.
const LOOKED_AT = 3_000

/**
 * Signs of pages without the organization's own text: a title, a page, or a short page, because a longer
 * one may mention them in passing.
 */
const SIGNS = readTsv(new URL('unfit.tsv', import.meta.url)).map(
  ([kind = '', on = '', pattern = '']) => ({ kind, on, pattern: new RegExp(pattern, 'i') }),
)

const REASONS: Record<string, string> = {
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
): { kind: string; reason: string } | undefined {
  const top = text.slice(0, LOOKED_AT)
  const sign = SIGNS.find(({ kind, on, pattern }) => {
    if (on === 'title') return pattern.test(title)
    const isSuspect = text.length <= SHORT || (isMoved && kind === 'Parked')
    if (on === 'short page' && !isSuspect) return false
    return pattern.test(title) || pattern.test(top)
  })
  return sign && { kind: sign.kind, reason: REASONS[sign.kind] ?? '' }
}
