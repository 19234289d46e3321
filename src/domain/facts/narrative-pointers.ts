import { cutAtWord, describeText } from '../description.ts'

/**
 * Phrases that stand where a text should and only say where it is. Collected from the real
 * filings' Part I and Part III ("SEE SCHEDULE O.", "SEE PART III, LINE 1.", "N/A").
 */
const POINTER =
  /^(?:\(?(?:please\s+)?(?:see|refer\s+to|attached)\b[^.!?]*(?:sch(?:edule|\.)?\s*o\b|part\s+[iv\d]+|line\s+\d|attach\w*|statement\w*|above|below|mission|website)[^.!?]*[.)]*|n\/?a|none|not applicable|same|same as above|various|other|unknown)[.\s]*$/i

// A pointer is a line; a longer text that begins like one says something of its own.
const LONGEST_POINTER = 120

/** Whether a text says nothing of its own: "See Schedule O", "N/A". */
export const isPointer = (text: string): boolean =>
  text.length <= LONGEST_POINTER && POINTER.test(text.trim())

const LEADING_POINTER = /^\(?(?:please\s+)?see\s+sch(?:edule|\.)?\s*o\.?\)?\s*:?\s*/i
const TRAILING_POINTER =
  /[\s(-]*(?:please\s+)?see\s+sch(?:edule|\.|eudle)?\s*o\b(?:\s+for\s+(?:more\s+)?(?:detail|information|description)s?)?[.)]*\s*$/i
const CONTINUED = /\((?:continued|cont['’.]?d?\.?)\)/gi

// Searched from every place of a text, the pattern takes time by the square of its length: a text
// of dashes alone would hold up every request. The longest pointer is shorter than this.
const TAIL = 200

function withoutTrailing(text: string): string {
  const tail = Math.max(0, text.length - TAIL)
  return text.slice(0, tail) + text.slice(tail).replace(TRAILING_POINTER, '')
}

const singleSpaced = (text: string): string => text.replace(/\s+/g, ' ').trim()

/**
 * A text without its pointers to other parts of the return, white space made single; in time
 * proportional to its length, whatever it holds.
 */
export const withoutPointers = (text: string): string =>
  singleSpaced(
    withoutTrailing(singleSpaced(text).replace(LEADING_POINTER, '')).replace(CONTINUED, ' '),
  )

// What is described is at the beginning of a text: as much of it as search keeps of a passage.
const DESCRIBED = 2_000

/** The first sentences of a narrative's text, without its pointers; undefined when nothing is left. */
export const describeFiled = (text: string): string | undefined =>
  describeText(withoutPointers(cutAtWord(text, DESCRIBED)))
