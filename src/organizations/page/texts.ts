import { describeText } from '#src/domain/description.ts'
import { toRef } from '#src/domain/evidence.ts'
import { describeFiled, type FiledText, readNarrative } from '#src/domain/facts/narrative.ts'
import type { Cited } from '../evidence/cite.ts'
import type { Filing } from '../organization.ts'
import type { WebPresence } from './web-presence.ts'

export type PageTexts = {
  mission?: Cited<string>
  /**
   * The first sentences of the mission, else of the first program, as search shows them; where
   * neither is filed those of the website, which its Ref tells.
   */
  description?: Cited<string>
  /** What was done in the year: the first program, which forms ask to be the largest. */
  currentYearActivity?: Cited<string>
}

/**
 * What the selected filing says its organization is for and does; a text not filed is absent. What
 * is filed is signed, so the website describes only an organization that files no text of it.
 */
export function toTexts(filing: Filing, web?: WebPresence): PageTexts {
  const filed = toFiledTexts(filing)
  const said = web?.description
  const short = said && describeText(said.value)
  if (filed.description || !short) return filed
  return { ...filed, description: { value: short, ref: said.ref } }
}

function toFiledTexts(filing: Filing): PageTexts {
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
