import stringWidth from 'string-width'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** An escape of `showText`. */
const ESCAPE = /(\\u[0-9a-f]{4})/

/**
 * Breaks a text into at most `most` lines of `columns` terminal columns, at spaces if possible,
 * with an ellipsis if it is longer. A Japanese letter takes two columns. Letters and escapes are
 * never split.
 */
export function breakLines(text: string, columns: number, most: number): string {
  const lines: string[] = []
  let line = ''
  const fits = (more: string) => stringWidth(line + more) <= columns
  const turn = () => {
    lines.push(line.trimEnd())
    line = ''
  }
  for (const word of text.split(/(?<= )/)) {
    if (fits(word.trimEnd())) {
      line += fits(word) ? word : word.trimEnd()
      continue
    }
    // A word longer than a line continues on the current one; most such texts have no spaces.
    if (stringWidth(word.trimEnd()) <= columns) turn()
    for (const unit of unitsOf(word)) {
      if (!fits(unit)) turn()
      if (line !== '' || unit !== ' ') line += unit
    }
    // The rest is never shown.
    if (lines.length > most) break
  }
  if (line !== '') turn()
  if (lines.length <= most) return lines.join('\n')
  const last = lines[most - 1] ?? ''
  return [...lines.slice(0, most - 1), endShort(last, columns)].join('\n')
}

const unitsOf = (text: string): string[] =>
  text
    .split(ESCAPE)
    .flatMap((part) =>
      ESCAPE.test(part) ? [part] : Array.from(graphemes.segment(part), ({ segment }) => segment),
    )

function endShort(line: string, columns: number): string {
  const units = unitsOf(line)
  while (stringWidth(`${units.join('')}…`) > columns) units.pop()
  return `${units.join('').trimEnd()}…`
}

/** Wraps a sentence at spaces into lines of at most 80 characters. */
export const wrap = (sentence: string): string =>
  sentence.replace(/(.{1,80})(?: +|$)/g, '$1\n').trimEnd()
