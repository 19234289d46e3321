import { cutAtWord } from '../description.ts'
import type { FiledText, Narrative } from '../facts/narrative.ts'
import { findPlaces, type Place, regionPlace } from '../places.ts'

// A hospital files 40 programs, and only a few sentences are shown.
const MAX_TEXTS = 12
/** The most characters of a text about the work that are indexed and shown. */
export const WORK_TEXT_LENGTH = 2_000

type WorkText = FiledText & { kind: 'Mission' | 'Program' }

/** Returns the first dozen texts that describe the work, missions before programs, each cut at a word. */
export function toWorkTexts({ mission, programs }: Narrative): WorkText[] {
  const toText =
    (kind: WorkText['kind']) =>
    ({ text, path }: FiledText): WorkText => ({
      kind,
      text: cutAtWord(text, WORK_TEXT_LENGTH),
      path,
    })
  return [...mission.map(toText('Mission')), ...programs.map(toText('Program'))].slice(0, MAX_TEXTS)
}

/** A place where an organization says it works, with the Ref of the first text that names it. */
export type WorkPlace = Place & { ref: string }

/**
 * Returns where an organization says it works: places named in the texts about its work, then
 * Schedule F regions, each once. `toRef` returns the Ref of a leaf's path.
 */
export function toWorkPlaces(narrative: Narrative, toRef: (path: string) => string): WorkPlace[] {
  const places = new Map<string, WorkPlace>()
  const add = ({ code, label }: Place, path: string) => {
    if (!places.has(code)) places.set(code, { code, label, ref: toRef(path) })
  }
  for (const { text, path } of toWorkTexts(narrative)) {
    for (const place of findPlaces(text)) add(place, path)
  }
  for (const { text, path } of narrative.regions) {
    const place = regionPlace(text)
    if (place) add(place, path)
  }
  return [...places.values()]
}
