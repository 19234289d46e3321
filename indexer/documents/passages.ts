import type { Passage, PassageKind } from '#mappings/organization-document.ts'
import { cutAtWord, describeText } from '#src/domain/description.ts'
import type { FiledText, Narrative } from '#src/domain/facts/narrative.ts'
import { withoutPointers } from '#src/domain/facts/narrative.ts'

/** A passage is cut here: what is shown and highlighted is a few sentences of it. */
export const PASSAGE_LENGTH = 2_000
/** A hospital files 40 programmes; the first dozen tell what it does. */
export const MOST_PASSAGES = 12

/** Mission before programmes, each as filed, with the Ref `toRef` gives its leaf. */
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

/** The first sentences of the mission, else of the first programme, in 300 characters at most. */
export function toDescription(passages: Passage[]): string | undefined {
  const [first] = passages
  const text = first && withoutPointers(first.text)
  return text ? describeText(text) : undefined
}

// The model reads 256 tokens, some 1,100 characters of English. Shares keep a long mission from
// hiding what is done, and a long first programme from hiding the others.
const CAUSE_TEXT_LENGTH = 1_200
const MISSION_SHARE = 500
const PROGRAM_SHARE = 400

/**
 * The text whose vector stands for an organization's work: mission and programmes without
 * pointers; undefined when none is filed. Equal texts have equal vectors, so nothing that changes
 * from year to year without meaning belongs in it.
 */
export function toCauseText(passages: Passage[]): string | undefined {
  const parts = passages.map(({ kind, text }) =>
    cutAtWord(withoutPointers(text), kind === 'Mission' ? MISSION_SHARE : PROGRAM_SHARE),
  )
  const missions = parts.filter((_, place) => passages[place]?.kind === 'Mission')
  const programs = parts.filter((_, place) => passages[place]?.kind !== 'Mission')
  const joined = [...missions.slice(0, 1), ...programs, ...missions.slice(1)].join(' ').trim()
  return joined === '' ? undefined : cutAtWord(joined, CAUSE_TEXT_LENGTH)
}
