// Whoever has an executive's title leads before a president, who may be the board's.
const CHIEFS = [
  /\b(?:ceo|chief exec(?:utive)?)\b/i,
  /\bexec(?:utive|\.)? dir(?:ector)?\b/i,
  /\bpresident\b/i,
]
// Senior and executive vice presidents with such a title besides are those of a division.
const NOT_CHIEF =
  /\b(?:vice|assistant|associate|asst|assoc|deputy|former|past|ex|elect|emerit(?:us|a)|v\.? ?p|[es]e?vp)\b/i

/** The rank of a title that is none of a chief executive. */
export const NO_CHIEF = CHIEFS.length

/** Where a filed title stands among those of chief executives, 0 first; `NO_CHIEF` for others. */
export function rankTitle(title: string): number {
  const at = NOT_CHIEF.test(title) ? -1 : CHIEFS.findIndex((pattern) => pattern.test(title))
  return at < 0 ? NO_CHIEF : at
}
