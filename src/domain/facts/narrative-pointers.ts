import { cutAtWord, describeText } from '../description.ts'

/**
 * Phrases in place of a text that only say where it is, collected from Part I and Part III of real
 * filings ("SEE SCHEDULE O.", "SEE PART III, LINE 1.", "N/A").
 */
const POINTER =
  /^(?:\(?(?:please\s+)?(?:see|refer\s+to|attached)\b[^.!?]*(?:sch(?:edule|\.)?\s*o\b|part\s+[iv\d]+|line\s+\d|attach\w*|statement\w*|above|below|mission|website)[^.!?]*[.)]*|n\/?a|none|not applicable|same|same as above|various|other|unknown)[.\s]*$/i

// A longer text that begins like a pointer has content of its own.
const LONGEST_POINTER = 120

/** Returns whether a text has no content of its own: "See Schedule O", "N/A". */
export const isPointer = (text: string): boolean =>
  text.length <= LONGEST_POINTER && POINTER.test(text.trim())

const LEADING_POINTER = /^\(?(?:please\s+)?see\s+sch(?:edule|\.)?\s*o\.?\)?\s*:?\s*/i
const TRAILING_POINTER =
  /[\s(-]*(?:please\s+)?see\s+sch(?:edule|\.|eudle)?\s*o\b(?:\s+for\s+(?:more\s+)?(?:detail|information|description)s?)?[.)]*\s*$/i
const CONTINUED = /\((?:continued|cont['’.]?d?\.?)\)/gi

// The pattern takes quadratic time, so a long text of dashes would block every request. The longest
// pointer is shorter than this.
const TAIL = 200

function withoutTrailing(text: string): string {
  const tail = Math.max(0, text.length - TAIL)
  return text.slice(0, tail) + text.slice(tail).replace(TRAILING_POINTER, '')
}

const singleSpaced = (text: string): string => text.replace(/\s+/g, ' ').trim()

/**
 * Removes pointers to other parts of the return and repeated white space, in linear time for any
 * text.
 */
export const withoutPointers = (text: string): string =>
  singleSpaced(
    withoutTrailing(singleSpaced(text).replace(LEADING_POINTER, '')).replace(CONTINUED, ' '),
  )

// Descriptions are taken from the beginning of a text, as much of it as search keeps of a passage.
const DESCRIBED = 2_000

/** Returns the first sentences of a text without pointers; undefined if nothing is left. */
export const describeFiled = (text: string): string | undefined =>
  describeText(withoutPointers(cutAtWord(text, DESCRIBED)))
