import { isEin } from '#src/domain/ein.ts'
import type { ListedParty } from './restricted.ts'

/** What OFAC's tables write where nothing is known, with a blank behind it that we take off. */
const NOTHING = '-0-'

/** A field of OFAC's tables; null for `-0-` and for blanks. */
export const readField = (field: string | undefined): string | null => {
  const text = field?.trim() ?? ''
  return text === '' || text === NOTHING ? null : text
}

const KINDS: Readonly<Record<string, ListedParty['kind']>> = {
  individual: 'person',
  entity: 'organization',
  vessel: 'other',
  aircraft: 'other',
}

/** The kind of a party by SDN_Type or sdnType; undefined for a type the lists do not know. */
export const kindOf = (type: string | null): ListedParty['kind'] | undefined =>
  type === null ? 'organization' : KINDS[type.toLowerCase()]

/** `SDGT] [SDT` → SDGT, SDT: the tables write several programs with their inner brackets. */
export const programsOf = (text: string | null): string[] =>
  (text ?? '')
    .split(/\]\s*\[/)
    .map((program) => program.replace(/^\[|\]$/g, '').trim())
    .filter((program) => program !== '')

const IDENTIFIER = /\b(US FEIN|Tax ID No\.)\s+([^\s;(]+?)\.?(?=[\s;(]|$)(?:\s*\(([^)]*)\))?/g
const EIN_SHAPE = /^\d{2}-?\d{7}$/

/**
 * The EIN of an identifier, as nine digits; undefined for what is none. A tax number is one only
 * when the United States gave it, and a few Swiss companies' numbers stand as "US FEIN CH-660-…".
 */
export function einOf(type: string, number: string, country: string | null): string | undefined {
  const isOurs = country === null ? type === 'US FEIN' : country === 'United States'
  if (!isOurs || !['US FEIN', 'Tax ID No.'].includes(type) || !EIN_SHAPE.test(number)) {
    return undefined
  }
  const ein = number.replace('-', '')
  return isEin(ein) ? ein : undefined
}

const WEAK_NAME = /\b([afn])\.k\.a\. '(.+?)'(?=;|\.?\s*$)/g

/** What remarks tell beyond themselves: EINs, and the names that stand nowhere else. */
export function readRemarks(remarks: string): Pick<ListedParty, 'eins' | 'weak_names'> {
  const eins = [...remarks.matchAll(IDENTIFIER)].flatMap(
    ([, type = '', number = '', country]) => einOf(type, number, country ?? null) ?? [],
  )
  const weak_names = [...remarks.matchAll(WEAK_NAME)].map(([, letter = 'a', name = '']) => ({
    kind: `${letter}ka`,
    name,
  }))
  return { eins: [...new Set(eins)].sort(), weak_names }
}

// With dashes, blanks or nothing between the digits, and whatever of it a text's end has left.
const SSN =
  /\bSSN:?\s*(?:withheld)?[\s\p{Pd}]*(?=[X\s\p{Pd}]*\d)[\dX]+(?:[\s\p{Pd}]*[\dX]+\b)*\p{Pd}*/gu

/** Remarks without the social security numbers that OFAC publishes and we do not. */
export const withoutSsn = (remarks: string): string => remarks.replace(SSN, 'SSN withheld')

/**
 * Remarks and the comment that goes on from them without a social security number that they share,
 * cut where they were; undefined when they share none.
 */
export function withoutSharedSsn(
  remarks: string,
  comment: string,
): { remarks: string; comment: string } | undefined {
  const text = remarks + comment
  const clean = withoutSsn(text)
  if (clean === text) return undefined
  let cut = 0
  while (cut < remarks.length && remarks[cut] === clean[cut]) cut += 1
  return { remarks: clean.slice(0, cut), comment: clean.slice(cut) }
}
