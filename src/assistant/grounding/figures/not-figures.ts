/**
 * Digits and number words that state no figure: names of forms and laws, lines, ordinals, list
 * markers, fixed expressions. Each has bounded length, so none can carry an amount.
 */
const NOT_FIGURES: readonly RegExp[] = [
  /\bForms?\s+990(?:\s?-?\s?(?:EZ|PF|N|T)\b)?(?![\d,.]\d)/gu,
  /\b990-?(?:EZ|PF|N|T)\b/gu,
  /\b(?:501|509|170|4947)\([a-z]\)(?:\(\d{1,2}\))?(?:\([A-Za-z]\))?/gu,
  // "line 12 million" keeps its million.
  /\b(?:lines?|columns?)\s+\d{1,2}[a-z]?\b(?![\d,.]\d)/giu,
  // "99th percentile" is a figure; "21st century" is not.
  /\b\d{1,3}(?:st|nd|rd|th)\b(?!\s+percentile)/giu,
  // A list marker; lists have at most two digits.
  /^[ \t]*(?:[-*•]\s*)?\(?\d{1,2}[.)](?=\s)/gmu,
  // The scale of a rating; not "100 of 100 employees".
  /(?<=\b(?:rat\w+|scor\w+)\b[^.;]{0,80}\d)\s?(?:\/|out of|of|on a scale of)\s?(?:a possible\s)?(?:0 to )?100(?: points)?(?=$|[.,;:)]|\s(?:in|for|on|and|by|under|which|with|overall)\b)/giu,
  /\b(?:on a scale )?(?:of|from) 0 to 100\b/giu,
  // Part of the name "three-year growth".
  /\b(?:three|3)-year\b/giu,
  /\bCOVID-19\b/giu,
  /\bK-12\b/gu,
  /\b24\/7\b/gu,
]

/** Returns the sentence with these blanked; all other characters keep their position. */
export function blankNonFigures(sentence: string): string {
  let text = sentence
  for (const pattern of NOT_FIGURES) {
    text = text.replaceAll(pattern, (found) => ' '.repeat(found.length))
  }
  return text
}
