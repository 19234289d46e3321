import type { Passage, PassageKind } from '#mappings/organization-document.ts'
import { cutAtWord, describeText } from '#src/domain/description.ts'
import { type Capture, isFiledStill } from '#src/domain/enrichment.ts'
import { formatRef } from '#src/domain/evidence.ts'
import type { FiledText, Narrative } from '#src/domain/facts/narrative.ts'
import { withoutPointers } from '#src/domain/facts/narrative.ts'

/** A passage is cut here: what is shown and highlighted is a few sentences of it. */
export const PASSAGE_LENGTH = 2_000
/** A hospital files 40 programs; the first dozen tell what it does. */
export const MOST_PASSAGES = 12

/** Mission before programs, each as filed, with the Ref `toRef` gives its leaf. */
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
 * What the organization's website says of it: the description it gives search engines, then the
 * text of the page, each with its Ref. None where the website is not the one filed.
 */
export function toWebPassages(ein: string, capture: Capture | null, filed: unknown): Passage[] {
  if (capture === null || !isFiledStill(capture, filed)) return []
  const { contentId, fields } = capture
  const { Description = '', Text = '' } = fields
  const toPassage = (field: 'Description' | 'Text', text: string): Passage[] => {
    const ref = formatRef({ kind: 'web', ein, contentId, field })
    return text === '' ? [] : [{ kind: 'Website', text: cutAtWord(text, PASSAGE_LENGTH), ref }]
  }
  // Pages often begin with the same sentences: said once, they count once.
  const isRepeated = Text.startsWith(Description)
  return [...(isRepeated ? [] : toPassage('Description', Description)), ...toPassage('Text', Text)]
}

/** The first sentences of the mission, else of the first program, in 300 characters at most. */
export function toDescription(passages: Passage[]): string | undefined {
  const [first] = passages
  const text = first && withoutPointers(first.text)
  return text ? describeText(text) : undefined
}

// The model reads 256 tokens, some 1,100 characters of English. Shares keep a long mission from
// hiding what is done, and a long first program from hiding the others.
const CAUSE_TEXT_LENGTH = 1_200
const MISSION_SHARE = 500
const PROGRAM_SHARE = 400
// What a page says of the work stands in its first sentences; appeals and news follow.
const WEBSITE_SHARE = 400

const SHARES: Record<PassageKind, number> = {
  Mission: MISSION_SHARE,
  Program: PROGRAM_SHARE,
  Website: WEBSITE_SHARE,
  Classification: PROGRAM_SHARE,
}

/**
 * The text whose vector stands for an organization's work: mission and programs without
 * pointers, and the website in what room they leave, for what is filed is signed; undefined when
 * there is none of them. Equal texts have equal vectors, so nothing that changes
 * from year to year without meaning belongs in it.
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
