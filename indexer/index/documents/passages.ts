import type { OrganizationDisplay, Passage, PassageKind } from '#mappings/organization-document.ts'
import { cutAtWord, describeText } from '#src/domain/description.ts'
import { type Capture, isFiledStill } from '#src/domain/enrichment.ts'
import { formatRef } from '#src/domain/evidence.ts'
import { type FiledText, type Narrative, withoutPointers } from '#src/domain/facts/narrative.ts'
import { findPlaces, type Place, regionPlace } from '#src/domain/places.ts'

/** Passages are cut at this length, because only a few sentences are shown and highlighted. */
const PASSAGE_LENGTH = 2_000
/** A hospital files 40 programs; the first dozen describe what it does. */
const MOST_PASSAGES = 12

/** Returns missions before programs, each as filed, with the Ref that `toRef` gives its leaf. */
export function toPassages(narrative: Narrative, toRef: (path: string) => string): Passage[] {
  const toPassage =
    (kind: PassageKind) =>
    ({ text, path }: FiledText): Passage => ({
      kind,
      text: cutAtWord(text, PASSAGE_LENGTH),
      ref: toRef(path),
    })
  return [
    ...narrative.mission.map(toPassage('Mission')),
    ...narrative.programs.map(toPassage('Program')),
  ].slice(0, MOST_PASSAGES)
}

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
    return text === '' ? [] : [{ kind: 'Website', text: cutAtWord(text, PASSAGE_LENGTH), ref }]
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

/**
 * Returns where an organization says it works: places named in its passages, then Schedule F
 * regions, each once, with the Ref of the first text that names it.
 */
export function toWorkPlaces(
  passages: Passage[],
  regions: FiledText[],
  toRef: (path: string) => string,
): OrganizationDisplay['places'] {
  const places = new Map<string, OrganizationDisplay['places'][number]>()
  const add = ({ code, label }: Place, ref: string) => {
    if (!places.has(code)) places.set(code, { code, label, ref })
  }
  for (const { text, ref } of passages) for (const place of findPlaces(text)) add(place, ref)
  for (const { text, path } of regions) {
    const place = regionPlace(text)
    if (place) add(place, toRef(path))
  }
  return [...places.values()]
}
