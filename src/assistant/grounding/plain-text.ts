import { dropUnseen } from '../../domain/filed-text.ts'

// All control characters but tab and line feed; a lone carriage return ends a line of a stream, too.
const CONTROLS = /\r\n?|[\u2028\u2029\u0085]/gu
const OTHER_CONTROLS = /[^\P{Cc}\t\n]/gu

/**
 * A text as it is checked and shown: compatibility forms composed (so that a full-width or encircled
 * digit is a digit), line ends as line feeds, nothing unseen.
 */
export const toPlainText = (text: string): string =>
  dropUnseen(text).normalize('NFKC').replaceAll(CONTROLS, '\n').replaceAll(OTHER_CONTROLS, '')

/** The words of a text, lower case, for comparing what is said and not how. */
export const wordsOf = (text: string): string[] =>
  toPlainText(text)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** A text with every run of white space as one space and typographic quotes as plain ones. */
export const collapse = (text: string): string =>
  toPlainText(text)
    .replaceAll(/[“”„«»]/gu, '"')
    .replaceAll(/[‘’]/gu, "'")
    .replaceAll(/\s+/gu, ' ')
    .trim()
