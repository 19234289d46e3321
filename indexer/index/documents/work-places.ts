import type { OrganizationDisplay, Passage } from '#mappings/organization-document.ts'
import type { FiledText } from '#src/domain/facts/narrative.ts'
import { findPlaces, type Place, regionPlace } from '#src/domain/places.ts'

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
