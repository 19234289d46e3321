import { groupBy } from './es2024.ts'
import { isNear, nearestByTrigrams, toComparable } from './similarity.ts'
import { readTsv } from './tsv.ts'

/**
 * Labels of the 26 major groups, and of NTEE Core Codes by letter and last two digits. "*" has the codes with the same meaning
 * in every major group except Z. Source: the public code list as transcribed by the Nonprofit Open
 * Data Collective (NTEE/ntee.csv) and by NICAR 2023 (NTEE_Codes.csv), compared entry by entry,
 * without the nine draft codes.
 */
const CODES: Record<string, Record<string, string>> = {}
const MAJOR_LABELS: Record<string, string> = {}
for (const [code = '', label = ''] of readTsv(new URL('./ntee-codes.tsv', import.meta.url))) {
  if (code.length === 1) {
    MAJOR_LABELS[code] = label
    continue
  }
  const group = CODES[code.slice(0, 1)] ?? {}
  CODES[code.slice(0, 1)] = { ...group, [code.slice(1)]: label }
}

const { '*': COMMON_CODES = {}, ...groups } = CODES

/** Labels of the codes of each major group besides the common ones, by last two digits. */
export const CODES_BY_GROUP: Readonly<Record<string, Readonly<Record<string, string>>>> = groups

type MajorGroup = { letter: string; label: string; group: string }
export type Cause = { code: string; label: string }

/** The ten groups by Roman numeral, with their letters. */
const TEN_GROUPS = [
  { group: 'I', label: 'Arts, Culture, and Humanities', letters: 'A' },
  { group: 'II', label: 'Education', letters: 'B' },
  { group: 'III', label: 'Environment and Animals', letters: 'CD' },
  { group: 'IV', label: 'Health', letters: 'EFGH' },
  { group: 'V', label: 'Human Services', letters: 'IJKLMNOP' },
  { group: 'VI', label: 'International, Foreign Affairs', letters: 'Q' },
  { group: 'VII', label: 'Public, Societal Benefit', letters: 'RSTUVW' },
  { group: 'VIII', label: 'Religion Related', letters: 'X' },
  { group: 'IX', label: 'Mutual/Membership Benefit', letters: 'Y' },
  { group: 'X', label: 'Unknown, Unclassified', letters: 'Z' },
] as const

const groupOf = (letter: string): string =>
  TEN_GROUPS.find(({ letters }) => letters.includes(letter))?.group ?? 'X'

/** The 26 major groups; their labels are the canonical labels of causes. */
export const MAJOR_GROUPS: readonly MajorGroup[] = Object.entries(MAJOR_LABELS).map(
  ([letter, label]) => ({ letter, label, group: groupOf(letter) }),
)

const labels = new Map<string, string>()
for (const { letter, label } of MAJOR_GROUPS) labels.set(letter, label)
for (const { letter } of MAJOR_GROUPS) addDeciles(letter)
for (const { letter } of MAJOR_GROUPS) addCodes(letter)

// A decile is named by its code ending in 0; the tenth has only an "N.E.C." code. 0 and 1 have the
// common codes, those of support organizations.
function addDeciles(letter: string): void {
  const codes = CODES_BY_GROUP[letter] ?? {}
  if (letter !== 'Z') {
    labels.set(`${letter}0`, `${MAJOR_LABELS[letter]}: Alliances, Societies & Research`)
    labels.set(`${letter}1`, `${MAJOR_LABELS[letter]}: Support Organizations`)
  }
  for (const digit of '23456789') {
    const label = codes[`${digit}0`] ?? codes[`${digit}9`]
    if (label) labels.set(letter + digit, label)
  }
}

function addCodes(letter: string): void {
  const common = letter === 'Z' ? {} : COMMON_CODES
  for (const [digits, label] of Object.entries({ ...common, ...CODES_BY_GROUP[letter] })) {
    labels.set(letter + digits, label)
  }
}

/**
 * Returns the known codes that include a registry's code, widest first: `K31Z` → K, K3, K31. For
 * unpublished codes (B71, W00, X2X), the known part counts.
 */
export function nteeCodes(code: string): string[] {
  const text = code.trim().toUpperCase()
  const [letter, decile, full] = [text.slice(0, 1), text.slice(0, 2), text.slice(0, 3)]
  if (!labels.has(letter)) return []
  if (full.length === 3 && labels.has(full)) return [letter, decile, full]
  // "00" and other unknown codes in 0 and 1 mean no more than the letter.
  const isCommonDecile = full.length === 3 && '01'.includes(decile.slice(1))
  return decile.length === 2 && labels.has(decile) && !isCommonDecile ? [letter, decile] : [letter]
}

/**
 * Returns the narrowest known code for a registry's code with its label; undefined if none is
 * known.
 */
export function nteeLabel(code: string): (Cause & { majorLabel: string }) | undefined {
  const known = nteeCodes(code).at(-1)
  const label = known && labels.get(known)
  const majorLabel = known && MAJOR_LABELS[known.slice(0, 1)]
  return label && majorLabel ? { code: known, label, majorLabel } : undefined
}

/**
 * The codes of each label: of a major group or group of groups, otherwise of a decile, otherwise of
 * single codes.
 */
const codesByLabel = new Map<string, Cause[]>()

function addLabel(text: string, causes: Cause[]): void {
  const key = toComparable(text)
  if (!codesByLabel.has(key)) codesByLabel.set(key, causes)
}

/** Every known major group, decile, and code with its label. */
export const causes: readonly Cause[] = [...labels].map(([code, label]) => ({ code, label }))
for (const cause of causes.filter(({ code }) => code.length === 1)) addLabel(cause.label, [cause])
// G is also published under this label.
addLabel('Diseases, Disorders & Medical Disciplines', [{ code: 'G', label: MAJOR_LABELS.G ?? 'G' }])
for (const { label, letters } of TEN_GROUPS) {
  addLabel(
    label,
    [...letters].map((code) => ({ code, label })),
  )
}
for (const length of [2, 3]) {
  const ofLength = causes.filter(({ code }) => code.length === length)
  const byLabel = groupBy(ofLength, ({ label }) => toComparable(label))
  for (const group of byLabel.values()) addLabel(group[0]?.label ?? '', group)
}

type CauseLookup =
  | { codes: string[]; label: string; nearest?: never }
  | { codes?: never; label?: never; nearest: Cause[] }

const LIKE_CODE = /^[A-Z](?:\d[0-9A-Z]{0,2})?$/
// The registry appends a letter to a code: K31Z, never K311.
const CODE = /^[A-Z](?:\d(?:[0-9A-Z][A-Z]?)?)?$/

function findCode(text: string): Cause | undefined {
  const code = text.trim().toUpperCase()
  if (!CODE.test(code)) return undefined
  const known = code.slice(0, 3)
  const label = labels.get(known)
  return label ? { code: known, label } : undefined
}

// 25 groups have "Alliances & Advocacy", which would fill every list of suggestions.
const distinctiveCauses = causes.filter(({ code }) => !(code.slice(1) in COMMON_CODES))

/** The number of suggestions for an unknown cause: enough to choose from in a sentence. */
const NEAREST = 3

/**
 * Finds a cause by code or prefix (`K`, `k31`, `K31Z`) or by label in any case, with or without
 * accents and "&". For an unknown one, returns the most similar known causes, if any.
 */
export function findCause(text: string): CauseLookup {
  const byCode = findCode(text)
  if (byCode) return { codes: [byCode.code], label: byCode.label }
  const named = codesByLabel.get(toComparable(text))
  if (named?.[0]) return { codes: named.map(({ code }) => code), label: named[0].label }
  return { nearest: nearestCauses(text) }
}

function nearestCauses(text: string): Cause[] {
  const isCode = LIKE_CODE.test(text.trim().toUpperCase())
  if (isCode) {
    const above = nteeCodes(text).toReversed()
    return above.map((code) => ({ code, label: labels.get(code) ?? code }))
  }
  const nearest = nearestByTrigrams(text, distinctiveCauses, ({ label }) => label, NEAREST)
  return nearest.filter(({ label }) => isNear(text, label))
}

/** Returns the major group with exactly this canonical label (`CauseLabel`), or undefined. */
export function findMajorGroup(label: string): MajorGroup | undefined {
  return MAJOR_GROUPS.find((group) => group.label === label)
}
