import { startOf } from '#src/domain/filed-text.ts'

/**
 * Returns text of a page as it may be stored and shown: one line, without control characters, lone
 * surrogates, and characters that hide or reorder others. It has at most `most` UTF-16 units and is
 * cut at the end of a sentence in the last third, otherwise at a word, with an ellipsis.
 */
export function toPlainText(text: string, most: number): string {
  const line = text
    .slice(0, MAX_READ)
    .toWellFormed()
    // Lone surrogates became U+FFFD, as undecodable bytes do: neither is text.
    .replace(/[\p{Cc}\p{Zs}\p{Zl}\p{Zp}\uFFFD]+/gu, ' ')
    // Zero-width and direction marks hide text from readers, but not from language models.
    .replace(/[\p{Cf}\p{Co}\p{Cn}]/gu, '')
    .replace(/ {2,}/g, ' ')
    .trim()
  return line.length <= most ? line : cut(line, most)
}

// No stored text is this long.
const MAX_READ = 200_000

function cut(line: string, most: number): string {
  const head = startOf(line, most - 1)
  const sentence = Math.max(...['. ', '! ', '? '].map((end) => head.lastIndexOf(end)))
  if (sentence > (most * 2) / 3) return head.slice(0, sentence + 1)
  const word = head.lastIndexOf(' ')
  return `${head.slice(0, word > most / 2 ? word : undefined).trimEnd()}…`
}
