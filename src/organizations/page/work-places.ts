import { refOf } from '#src/domain/cite.ts'
import { readNarrative } from '#src/domain/facts/narrative.ts'
import { toWorkPlaces, WORK_TEXTS, type WorkPlace } from '#src/domain/places/work-places.ts'
import type { Filing } from '../organization.ts'

/** Returns the places that the mission, the programs, and Schedule F of a filing name, in order. */
export function readWorkPlaces(filing: Filing): WorkPlace[] {
  const { mission, programs, regions } = readNarrative(filing.form, filing.narrative ?? [])
  const toRef = (path: string) => refOf(filing, path)
  const texts = [...mission, ...programs].slice(0, WORK_TEXTS.most).map(({ text, path }) => ({
    text: text.slice(0, WORK_TEXTS.length),
    ref: toRef(path),
  }))
  return toWorkPlaces(texts, regions, toRef)
}
