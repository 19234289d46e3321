/**
 * An EIN is always nine characters here; the IRS keeps the leading zero, which spreadsheets lose.
 */
export type Ein = string

const NINE_DIGITS = /^\d{9}$/

/** Returns whether a text has nine digits, not all zero ("000000000" means "none" in filings). */
export const isEin = (text: string): boolean => NINE_DIGITS.test(text) && text !== '000000000'

/** Returns the nine characters of an EIN that lost its leading zeros, as integers do. */
export const padEin = (digits: string | number): string => String(digits).padStart(9, '0')

const padded = (digits: string): Ein | undefined => {
  const ein = padEin(digits)
  return isEin(ein) ? ein : undefined
}

/**
 * Parses an EIN in files: nine digits, or fewer if a leading zero was lost. Returns undefined for
 * other text, so that the caller counts a rejection with its place.
 */
export function parseFiledEin(text: string): Ein | undefined {
  const digits = text.trim().replace('-', '')
  return /^\d{7,9}$/.test(digits) ? padded(digits) : undefined
}

/**
 * The largest number of leading zeros that is restored. The lowest EINs in IRS lists have six digits
 * after their zeros (000107893), so four digits or fewer are a fragment.
 */
const MAX_ZEROS = 4

/** The nine digits of an EIN in a list, perhaps with a hyphen after the second. */
export const NINE_DIGIT_EIN = '(?!00-?0{7})\\d{2}-?\\d{7}'
/** An EIN elsewhere, where the contract has integers from 10000000: one leading zero is optional. */
export const CONTRACT_EIN = `(?:${NINE_DIGIT_EIN}|[1-9]\\d{7})`
export const MIN_CONTRACT_EIN = 10_000_000

export const LARGEST_EIN = 999_999_999

const SENT = new RegExp(`^(?:${NINE_DIGIT_EIN}|[1-9]\\d{${8 - MAX_ZEROS},7})$`)

/**
 * Parses nine digits, perhaps with a hyphen, or the digits of the integer in an earlier response, to
 * nine digits. Returns undefined for other text and for zeros only.
 */
export const parseSentEin = (text: string): Ein | undefined =>
  SENT.test(text) ? padded(text.replace('-', '')) : undefined

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
  return digits.length === 9 || digits.length === 8 ? padded(digits) : undefined
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

/**
 * All prefixes that the IRS does not assign (irs.gov, "How EINs are assigned and valid EIN
 * prefixes"). Registries contain a few such EINs.
 */
export const UNASSIGNED_PREFIXES = [...FICTIONAL_PREFIXES, '00', '69', '78', '96'] as const
