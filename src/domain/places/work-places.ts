import type { FiledText } from '../facts/narrative.ts'
import { findPlaces, type Place, regionPlace } from '../places.ts'

/**
 * The texts that describe the work: the first dozen missions and programs, because a hospital files
 * 40 programs, and 2,000 characters of each, because only a few sentences are shown.
 */
export const WORK_TEXTS = { most: 12, length: 2_000 }

/** A place where an organization says it works, with the Ref of the first text that names it. */
export type WorkPlace = Place & { ref: string }

/**
 * Returns where an organization says it works: places named in the texts about its work, then
 * Schedule F regions, each once.
 */
export function toWorkPlaces(
  texts: readonly { text: string; ref: string }[],
  regions: readonly FiledText[],
  toRef: (path: string) => string,
): WorkPlace[] {
  const places = new Map<string, WorkPlace>()
  const add = ({ code, label }: Place, ref: string) => {
    if (!places.has(code)) places.set(code, { code, label, ref })
  }
  for (const { text, ref } of texts) for (const place of findPlaces(text)) add(place, ref)
  for (const { text, path } of regions) {
    const place = regionPlace(text)
    if (place) add(place, toRef(path))
  }
  return [...places.values()]
}
