import { type Ein, parseFiledEin } from './ein.ts'
import { tokenize } from './names.ts'
import { wordList } from './word-lists.ts'

// Words in place of a name: pointers, counts, kinds of recipients. Words in many names (people,
// friends, community) are left out, because a futile search costs nothing.
const WORDS_FOR_NOBODY = wordList('no-recipient')

// With any continuation: "SEE ATTACHED LIST OF CHURCHES", "VARIOUS NEEDY PATIENTS".
const POINTER =
  /^\W*(various\b|(see|refer to)\s+(the\s+)?(attach|sched|sch\b|statement|stat|stmt|list|detail|supp|exhibit|add|note|part\b|page|below|above|next|following))/i

const isOfThem = (word: string): boolean =>
  WORDS_FOR_NOBODY.has(word) || /^([a-z]?\d+[a-z]?)?$/.test(word)

/**
 * Returns whether a filed name means no particular recipient: "SEE ATTACHED", "SEE STATEMENT 12",
 * "VARIOUS CHARITIES", "NONE", "N/A", "ANONYMOUS", "INDIVIDUALS". Such names are not looked up.
 */
export function namesNoRecipient(name: string): boolean {
  if (/^\W*n\W?a\W*$/i.test(name) || POINTER.test(name)) return true
  if (!isOfThem(/[a-z\d]+/i.exec(name)?.[0].toLowerCase() ?? '')) return false
  const words = tokenize(name)
  const isSaid = words.length === 0 || words.some((word) => WORDS_FOR_NOBODY.has(word))
  return isSaid && words.every(isOfThem)
}

// One digit nine times, and digits counted up or down.
const NO_EIN = /^(\d)\1{8}$|^123456789$|^012345678$|^987654321$/

/**
 * Parses the EIN filed for a recipient; undefined for other text, for placeholders (000000000,
 * 999999999, 123456789), and for the filer's own, because no filer gives to itself.
 */
export function parseRecipientEin(filed: string, filer: Ein): Ein | undefined {
  const ein = parseFiledEin(filed)
  return ein === undefined || ein === filer || NO_EIN.test(ein) ? undefined : ein
}

/**
 * Returns a recipient's filed name, or `Unnamed recipient, <region>`. The column `sort_name` of
 * network_edge has the same words.
 */
export function nameAsFiled({
  filedName,
  region,
}: {
  filedName: string | null
  region: string | null
}): string {
  if (filedName) return filedName
  return region === null ? 'Unnamed recipient' : `Unnamed recipient, ${region}`
}
