import { isEin } from '#src/domain/ein.ts'
import type { ListedParty } from './restricted.ts'

/** OFAC's mark for an unknown value; files add a blank. */
const NOTHING = '-0-'

/** Reads a field of OFAC's tables; null for `-0-` and for blanks. */
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

/** Returns a party's kind by SDN_Type; undefined for an unknown type. */
export const kindOf = (type: string | null): ListedParty['kind'] | undefined =>
  type === null ? 'organization' : KINDS[type.toLowerCase()]

/** Splits `SDGT] [SDT` into SDGT and SDT: the tables keep the inner brackets. */
export const programsOf = (text: string | null): string[] =>
  (text ?? '')
    .split(/\]\s*\[/)
    .map((program) => program.replace(/^\[|\]$/g, '').trim())
    .filter((program) => program !== '')

const IDENTIFIER = /\b(US FEIN|Tax ID No\.)\s+([^\s;(]+?)\.?(?=[\s;(]|$)(?:\s*\(([^)]*)\))?/g
const EIN_SHAPE = /^\d{2}-?\d{7}$/

/**
 * Returns the EIN of an identifier, as nine digits, or undefined. A tax number is an EIN only if the
 * United States issued it; a few Swiss numbers are called "US FEIN CH-660-…".
 */
function einOf(type: string, number: string, country: string | null): string | undefined {
  const isOurs = country === null ? type === 'US FEIN' : country === 'United States'
  if (!isOurs || !['US FEIN', 'Tax ID No.'].includes(type) || !EIN_SHAPE.test(number)) {
    return undefined
  }
  const ein = number.replace('-', '')
  return isEin(ein) ? ein : undefined
}

const WEAK_NAME = /\b([afn])\.k\.a\. '(.+?)'(?=;|\.?\s*$)/g

/** Returns the EINs and weak names in remarks; these names occur nowhere else. */
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

// With dashes, blanks, or nothing between the digits, even if the end of the text cut off the
// number.
const SSN =
  /\bSSN:?\s*(?:withheld)?[\s\p{Pd}]*(?=[X\s\p{Pd}]*\d)[\dX]+(?:[\s\p{Pd}]*[\dX]+\b)*\p{Pd}*/gu

/** Removes the social security numbers that OFAC publishes. */
export const withoutSsn = (remarks: string): string => remarks.replace(SSN, 'SSN withheld')

/**
 * Removes a social security number that continues from remarks into their comment, and splits the
 * text where it was split before. Undefined if there is none.
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

// Programs of OFAC's consolidated list that forbid certain dealings without blocking the party.
const PARTIAL: readonly string[] = [
  // Palestinian Legislative Council: banks reject its members' transactions (31 CFR parts 594, 595,
  // and 597, General License 4).
  'NS-PLC',
  // Chinese military-industrial complex: no dealing in their securities (EO 13959, by EO 14032).
  'CMIC-EO13959',
  // Foreign banks: no correspondent or payable-through account (31 CFR 561.201).
  '561-Related',
]

// Programs that block in other cases: an entry is partial if its remarks name the lesser measure.
// RUSSIA-EO14024 is not listed, because blocked banks keep their directives.
const PARTIAL_WHERE: Readonly<Record<string, RegExp>> = {
  // Sectoral sanctions: new debt, equity, oil projects (EO 13662, Directives 1 to 4).
  'UKRAINE-EO13662': /\bExecutive Order 13662 Directive Determination\b/,
  // Financial services only (EO 14014, Directive 1).
  'BURMA-EO14014': /\bExecutive Order 14014 Directive Information: Subject to Directive\b/,
  // Loans, foreign exchange, equity (EO 14059, sec. 2).
  'ILLICIT-DRUGS-EO14059': /\bExecutive Order 14059 information: Prohibition on\b/,
  // Five of the Act's twelve sanctions. Blocking, (a)(9), is not among them (CAATSA, sec. 235).
  'CAATSA - RUSSIA': /^(?!.*\bBLOCKING\b).*\bCAATSA Section 235 Information: /s,
}

/** Returns true if every program of an OFAC entry forbids only certain dealings with the party. */
export const isPartial = (programs: readonly string[], remarks: string): boolean =>
  programs.length > 0 &&
  programs.every((program) => PARTIAL.includes(program) || PARTIAL_WHERE[program]?.test(remarks))
