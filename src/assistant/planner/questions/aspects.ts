import type { Aspect } from './question.ts'

const FORMULA =
  /\b(?:how (?:is|are|was|were|do you|did you|do they|did they)(?= .{0,160}\b(?:comput|calculat|worked out|derive|determined|measured|arrive|defined|get to))|comput(?:ed?|es|ing|ation)|calculat(?:ed?|es|ing|ion)|formula|worked out|work out|derived|arrive[ds]? at|come about|made up|what goes into|where does .{0,40} come from|explain how)\b/gi
const TREND =
  /\b(?:develop(?:ed|ment|ing)?|trends?|trajectory|over time|through time|over the (?:last |past )?(?:\d+ |few |several )?years|history|historical(?:ly)?|grow(?:n|s|ing|th)?|grew|chang(?:ed?|es|ing)|increas(?:ed?|es|ing)|decreas(?:ed?|es|ing)|rise[ns]?|rose|fall(?:s|en|ing)?|fell|decline[ds]?|shr(?:ink|ank|unk)|(?:every|each|all|by) years?|year[ -](?:by|over|on)[ -]year|yearly|(?:last|past) (?:\d+|few|several|two|three|four|five|ten) years|evolv(?:ed?|es|ing)|gone (?:up|down)|go (?:up|down)|went (?:up|down))\b/gi

/** What is wanted of a figure, and the text with `|` in the place of the words that say so. */
export function takeAspect(text: string, isStretch: boolean): { aspect: Aspect; rest: string } {
  const isFormula = text.search(FORMULA) >= 0
  const isTrend = isStretch || text.search(TREND) >= 0
  const rest = text.replaceAll(FORMULA, ' | ').replaceAll(TREND, ' | ')
  return { aspect: isFormula ? 'formula' : isTrend ? 'trend' : 'year', rest }
}
