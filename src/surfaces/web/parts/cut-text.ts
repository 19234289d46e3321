import { startOf } from '../../../domain/filed-text.ts'

/** Some three paragraphs; the evidence page has the whole text. */
export const LONGEST_TEXT = 2_000

/** A text cut between words; an ellipsis says so. */
export function cutText(text: string, longest = LONGEST_TEXT): string {
  if (text.length <= longest) return text
  const space = text.lastIndexOf(' ', longest - 1)
  // A text without spaces is cut within a word.
  return `${startOf(text, space > longest / 2 ? space : longest)} …`
}
