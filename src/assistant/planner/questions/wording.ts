/** In capitals alone everything looks like a name; a short text may be one, or an acronym. */
export const lowerShouting = (text: string): string =>
  /\p{Ll}/u.test(text) || !/[ ?]/.test(text) ? text : text.toLowerCase()

const BAND = '(?:Strong|Good|Mixed|Weak|Scored|Unrated)'
const RATED_BAND = new RegExp(
  String.raw`\b(?:rated|rating(?: of| is)?|band(?: of)?|only|just|called|considered) ${BAND}\b`,
  'g',
)
const WHY_BAND = new RegExp(
  String.raw`^(why (?:is|was) .{2,140}?)(?<!\brated) (${BAND}(?: rather than ${BAND})?)[?.! ]*$`,
  'i',
)

/** A text with bands of the rating in lower case, as they are no names. */
export const spellBands = (text: string): string =>
  text
    .replaceAll(RATED_BAND, (words) => words.toLowerCase())
    .replace(WHY_BAND, (_, who: string, band: string) => `${who} rated ${band.toLowerCase()}?`)
