/** An EIN is always nine characters here; the IRS keeps the leading zero, spreadsheets lose it. */
export type Ein = string

const NINE_DIGITS = /^\d{9}$/

/** True for nine digits that are not all zero ("000000000" stands for "none" in filings). */
export const isEin = (text: string): boolean => NINE_DIGITS.test(text) && text !== '000000000'

/**
 * Reads an EIN as files write it: nine digits, or fewer where a leading zero was lost.
 * Returns undefined for anything else, so that a caller counts a rejection with its place.
 */
export function parseFiledEin(text: string): Ein | undefined {
  const digits = text.trim().replace('-', '')
  if (!/^\d{7,9}$/.test(digits)) return undefined
  const ein = digits.padStart(9, '0')
  return isEin(ein) ? ein : undefined
}

// What forms, letters and registries call the number.
const LABEL =
  /^(?:(?:f?ein|tin|(?:federal )?tax(?:payer)?[ -]?id(?:entification)?|employer identification)(?: number| no)?)?[:#.\s]*/i

// Hyphens, dashes and the minus sign, as word processors put them in for "-".
const DASHES = /[\u2010-\u2015\u2212]/g

const unwrap = (text: string): string => /^\((.*)\)$/s.exec(text)?.[1]?.trim() ?? text

/**
 * Reads an EIN as people type it in a search: `12-3456789`, `123456789`, with any dash, spaces or
 * dots, in parentheses, or behind its label (`EIN`, `Tax ID:`, `#`).
 * Returns undefined when the text is anything but an EIN.
 */
export function parseTypedEin(text: string): Ein | undefined {
  const plain = unwrap(text.normalize('NFKC').replace(DASHES, '-').trim())
  const compact = unwrap(plain.replace(LABEL, '').trim())
  if (!/^[\d\s.-]+$/.test(compact)) return undefined
  const digits = compact.replace(/\D/g, '')
  // Eight digits are an EIN that lost its leading zero, as integers and spreadsheets do.
  if (digits.length !== 9 && digits.length !== 8) return undefined
  const ein = digits.padStart(9, '0')
  return isEin(ein) ? ein : undefined
}

/** An EIN as people write it: `12-3456789`. */
export const formatEin = (ein: Ein): string => `${ein.slice(0, 2)}-${ein.slice(2)}`

/** Prefixes the IRS never assigned, which the demo's organizations have: none can be taken for a real one. */
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
