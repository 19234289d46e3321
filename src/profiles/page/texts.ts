import { toRef } from '../../domain/evidence.ts'
import { describeFiled, type FiledText, readNarrative } from '../../domain/facts/narrative.ts'
import type { Cited } from '../cite.ts'
import type { Filing } from '../organization.ts'

export type PageTexts = {
  mission?: Cited<string>
  /** The first sentences of the mission, else of the first programme, as search shows them. */
  description?: Cited<string>
  /** What was done in the year: the first programme, which forms ask to be the largest. */
  currentYearActivity?: Cited<string>
}

/** What the selected filing says its organization is for and does; a text not filed is absent. */
export function toTexts(filing: Filing): PageTexts {
  if (filing.narrative === null) return {}
  const { mission, programs } = readNarrative(filing.form, filing.narrative)
  const [ofMission, ofProgram] = [citeFirst(filing, mission), citeFirst(filing, programs)]
  const first = ofMission ?? ofProgram
  const short = first && describeFiled(first.value)
  return {
    ...(ofMission && { mission: ofMission }),
    ...(first && short !== undefined && { description: { value: short, ref: first.ref } }),
    ...(ofProgram && { currentYearActivity: ofProgram }),
  }
}

const citeFirst = (filing: Filing, [first]: FiledText[]): Cited<string> | undefined =>
  first && { value: first.text, ref: toRef({ ...filing, path: first.path }) }
