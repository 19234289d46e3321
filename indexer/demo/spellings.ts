import { townsOf } from './geography/states.ts'
import type { Address, Organization } from './organization.ts'
import type { Random } from './random.ts'

/** What givers cut long names with; the registry's own abbreviations are among them. */
const ABBREVIATIONS: readonly (readonly [RegExp, string])[] = [
  [/\bASSOCIATION\b/, 'ASSN'],
  [/\bCENTER\b/, 'CTR'],
  [/\bCOMMUNITY\b/, 'CMNTY'],
  [/\bCOUNCIL\b/, 'CNCL'],
  [/\bCOUNTY\b/, 'CNTY'],
  [/\bFOUNDATION\b/, 'FDN'],
  [/\bHOSPITAL\b/, 'HOSP'],
  [/\bINSTITUTE\b/, 'INST'],
  [/\bSAINT\b/, 'ST'],
  [/\bSERVICES\b/, 'SVCS'],
  [/\bSOCIETY\b/, 'SOC'],
  [/\bAND\b/, '&'],
]

const abbreviate = (name: string): string =>
  ABBREVIATIONS.reduce((text, [word, short]) => text.replace(word, short), name)

const toggleSuffix = (name: string): string =>
  name.endsWith(' INC') ? name.slice(0, -4) : `${name}, INC.`

// A letter lost in the middle of the name: what no rule finds again.
const dropLetter = (name: string): string => {
  const at = Math.floor(name.length / 2)
  return `${name.slice(0, at)}${name.slice(at + 1)}`
}

/** A recipient's name as a foundation writes it: in capitals, cut, with a suffix, seldom wrong. */
export function spell({ name }: Organization, random: Random): string {
  const upper = name.toUpperCase()
  const roll = random.next()
  if (roll < 0.5) return upper
  if (roll < 0.75) return abbreviate(upper)
  if (roll < 0.88) return toggleSuffix(upper)
  if (roll < 0.96) return `THE ${upper}`
  return dropLetter(upper)
}

/** The address, but sometimes a box in another town of the state: an office, not the seat. */
export function relocate(address: Address, random: Random): Address {
  return random.chance(0.07) ? elsewhere(address, random) : address
}

/** Another town of the same state; the address itself where the demo knows no other. */
export function elsewhere(address: Address, random: Random): Address {
  if (address.foreign) return address
  const others = townsOf(address.state).filter(({ city }) => city !== address.city)
  const [town] = random.sample(others, 1)
  return town
    ? { line1: 'PO BOX 1201', city: town.city, state: town.state, zip: town.zip }
    : address
}
