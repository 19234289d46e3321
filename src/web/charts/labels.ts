import { toLine } from '#src/domain/filed-text.ts'

/** A name as a label: on one line, without unseen characters, cut to `length` characters. */
export function toLabel(text: string, length: number): string {
  const plain = toLine(text)
  const characters = [...plain]
  return characters.length <= length
    ? plain
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`
}

/**
 * A name as a label on several lines of at most `length` characters, broken between words: as many
 * as it takes up to `most`, the last cut where that is too few.
 */
export function wrapLabel(text: string, length: number, most = 4): string[] {
  const lines: string[] = []
  for (const word of toLabel(text, text.length).split(' ')) {
    const last = lines.at(-1)
    const longer = last === undefined ? word : `${last} ${word}`
    if (last !== undefined && ([...longer].length <= length || lines.length === most)) {
      lines[lines.length - 1] = longer
    } else lines.push(word)
  }
  return lines.map((line) => toLabel(line, length))
}
