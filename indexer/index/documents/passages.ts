import type { Passage, PassageKind } from '#mappings/organization-document.ts'
import { cutAtWord, describeText } from '#src/domain/description.ts'
import { type Capture, isFiledStill } from '#src/domain/enrichment.ts'
import { formatRef } from '#src/domain/evidence.ts'
import { type Narrative, withoutPointers } from '#src/domain/facts/narrative.ts'
import { toWorkTexts, WORK_TEXT_LENGTH } from '#src/domain/places/work-places.ts'

/** Returns the texts that describe the work, each with the Ref that `toRef` returns for its leaf. */
export const toPassages = (narrative: Narrative, toRef: (path: string) => string): Passage[] =>
  toWorkTexts(narrative).map(({ kind, text, path }) => ({ kind, text, ref: toRef(path) }))

/**
 * Returns passages of the organization's website: its description for search engines, then the text
 * of the page, each with its Ref. None if the website is not the filed one.
 */
export function toWebPassages(ein: string, capture: Capture | null, filed: unknown): Passage[] {
  if (capture === null || !isFiledStill(capture, filed)) return []
  const { contentId, fields } = capture
  const { Description = '', Text = '' } = fields
  const toPassage = (field: 'Description' | 'Text', text: string): Passage[] => {
    const ref = formatRef({ kind: 'web', ein, contentId, field })
    return text === '' ? [] : [{ kind: 'Website', text: cutAtWord(text, WORK_TEXT_LENGTH), ref }]
  }
  // Pages often begin with the description: repeated sentences count once.
  const isRepeated = Text.startsWith(Description)
  return [...(isRepeated ? [] : toPassage('Description', Description)), ...toPassage('Text', Text)]
}

/**
 * Returns the first sentences of the mission, otherwise of the first program, at most 300
 * characters.
 */
export function toDescription(passages: Passage[]): string | undefined {
  const [first] = passages
  const text = first && withoutPointers(first.text)
  return text ? describeText(text) : undefined
}

// The model reads 256 tokens, about 1,100 characters of English. Shares keep a long mission from
// hiding the programs, and a long first program from hiding the others.
const CAUSE_TEXT_LENGTH = 1_200
const MISSION_SHARE = 500
const PROGRAM_SHARE = 400
// A page describes the work in its first sentences; appeals and news follow.
const WEBSITE_SHARE = 400

const SHARES: Record<PassageKind, number> = {
  Mission: MISSION_SHARE,
  Program: PROGRAM_SHARE,
  Website: WEBSITE_SHARE,
  Classification: PROGRAM_SHARE,
}

/**
 * Returns the text whose vector represents an organization's work: mission and programs without
 * pointers, and the website in the remaining room, because filed text is signed. Undefined if it
 * has none of these. Equal texts have equal vectors, so text that changes from year to year without
 * a change of meaning must stay out.
 */
export function toCauseText(passages: Passage[]): string | undefined {
  const parts = passages.map(({ kind, text }) => ({
    kind,
    text: cutAtWord(withoutPointers(text), SHARES[kind]),
  }))
  const of = (kind: PassageKind) => parts.filter((part) => part.kind === kind)
  const [mission, ...missions] = of('Mission')
  const ordered = [...(mission ? [mission] : []), ...of('Program'), ...missions, ...of('Website')]
  const joined = ordered
    .map(({ text }) => text)
    .join(' ')
    .trim()
  return joined === '' ? undefined : cutAtWord(joined, CAUSE_TEXT_LENGTH)
}
