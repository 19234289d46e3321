import { dropUnseen } from '#src/domain/filed-text.ts'

// All control characters except tab and line feed; in a stream, a carriage return also ends a line.
const CONTROLS = /\r\n?|[\u2028\u2029\u0085]/gu
const OTHER_CONTROLS = /[^\P{Cc}\t\n]/gu

/**
 * Returns a text as it is checked and shown: composed forms (a full-width digit is a digit), line
 * feeds, no invisible characters.
 */
export const toPlainText = (text: string): string =>
  dropUnseen(text).normalize('NFKC').replaceAll(CONTROLS, '\n').replaceAll(OTHER_CONTROLS, '')

/** Returns the words of a text in lower case. */
export const wordsOf = (text: string): string[] =>
  toPlainText(text)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** Returns a text with single spaces and plain quotes. */
export const collapse = (text: string): string =>
  toPlainText(text)
    .replaceAll(/[“”„«»]/gu, '"')
    .replaceAll(/[‘’]/gu, "'")
    .replaceAll(/\s+/gu, ' ')
    .trim()
