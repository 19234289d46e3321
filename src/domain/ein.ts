/**
 * An EIN is always nine characters here; the IRS keeps the leading zero, which spreadsheets lose.
 */
export type Ein = string

const NINE_DIGITS = /^\d{9}$/

/** Returns whether a text has nine digits, not all zero ("000000000" means "none" in filings). */
export const isEin = (text: string): boolean => NINE_DIGITS.test(text) && text !== '000000000'

/**
 * Parses an EIN in files: nine digits, or fewer if a leading zero was lost. Returns undefined for
 * other text, so that the caller counts a rejection with its place.
 */
export function parseFiledEin(text: string): Ein | undefined {
  const digits = text.trim().replace('-', '')
  if (!/^\d{7,9}$/.test(digits)) return undefined
  const ein = digits.padStart(9, '0')
  return isEin(ein) ? ein : undefined
}

// The names of the number on forms, in letters, and in registries.
const LABEL =
  /^(?:(?:f?ein|tin|(?:federal )?tax(?:payer)?[ -]?id(?:entification)?|employer identification)(?: number| no)?)?[:#.\s]*/i

// Hyphens, dashes, and the minus sign, which word processors write in place of "-".
const DASHES = /[\u2010-\u2015\u2212]/g

const unwrap = (text: string): string => /^\((.*)\)$/s.exec(text)?.[1]?.trim() ?? text

/**
 * Parses an EIN as people type it in a search: `12-3456789`, `123456789`, with any dash, spaces, or
 * dots, in parentheses, or after its label (`EIN`, `Tax ID:`, `#`). Returns undefined for other
 * text.
 */
export function parseTypedEin(text: string): Ein | undefined {
  const plain = unwrap(text.normalize('NFKC').replace(DASHES, '-').trim())
  const compact = unwrap(plain.replace(LABEL, '').trim())
  if (!/^[\d\s.-]+$/.test(compact)) return undefined
  const digits = compact.replace(/\D/g, '')
  // Eight digits are an EIN that lost its leading zero, as in integers and spreadsheets.
  if (digits.length !== 9 && digits.length !== 8) return undefined
  const ein = digits.padStart(9, '0')
  return isEin(ein) ? ein : undefined
}

/** Formats an EIN as `12-3456789`. */
export const formatEin = (ein: Ein): string => `${ein.slice(0, 2)}-${ein.slice(2)}`

/** Prefixes that the IRS never assigned, for the demo's fictional organizations. */
export const FICTIONAL_PREFIXES = [
  '07',
  '08',
  '09',
  '17',
  '18',
  '19',
  '28',
  '29',
  '49',
  '70',
  '79',
  '89',
  '97',
] as const
