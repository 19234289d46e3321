const YEAR = /^(?:19|20)\d{2}$/u
const SHORT_YEAR = /^\d{2}$/u
const NEVER_BEFORE = /[$€£]\s?$/u
const NEVER_AFTER =
  /^(?:[\s-]?(?:%|percent\b|per\s?cent\b|hundred\b|thousand\b|million\b|billion\b|trillion\b|dollars?\b|USD\b|cents?\b)|[kmb]\b)/iu
/** Words before a number that make it a year. */
const BEFORE =
  /(?:^|[(–—,;:/-]\s?|\b(?:in|for|of|since|from|to|until|till|through|by|during|between|and|or|vs\.?|versus|over|year|years|FY|fiscal|calendar|ended|ending|early|late|mid|before|after|at|as)\s|\bFY|-)$/iu
/** Words after a free-standing number that make it a year: "the 2022 return". */
const AFTER =
  /^(?:$|[-–—/,;:.)!?'"]|s\b|\s(?:tax|fiscal|form|filings?|returns?|periods?|years?|reports?|figures?|data|revenues?|expenses|assets|was|were|is|and|to|through|it|the|[([])(?![\p{L}]))/iu

/**
 * Returns the year a number states; undefined for other numbers. "2022 employees" is not a year:
 * words such as "in" or "tax year" before it, or "return" after it, are needed.
 */
export function readYear(before: string, run: string, after: string): number | undefined {
  if (NEVER_BEFORE.test(before) || NEVER_AFTER.test(after)) return undefined
  const short = readShortYear(before, run)
  if (short !== undefined) return short
  if (!YEAR.test(run)) return undefined
  // After "in", a noun may follow: "In 2022 revenue fell".
  return BEFORE.test(before) && before !== ''
    ? Number(run)
    : AFTER.test(after)
      ? Number(run)
      : undefined
}

// "2021-22", "FY22", "'22"
function readShortYear(before: string, run: string): number | undefined {
  if (!SHORT_YEAR.test(run)) return undefined
  const [, century] = /(?<!\d)((?:19|20)\d{2})[-–—/]$/u.exec(before) ?? []
  if (century !== undefined) return Number(century.slice(0, 2) + run)
  return /(?:\bFY\s?['’]?|(?<![\p{L}\p{N}])['’])$/iu.test(before) ? 2000 + Number(run) : undefined
}
