import stringWidth from 'string-width'

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
/** What `showText` writes for a character a terminal would obey. */
const ESCAPE = /(\\u[0-9a-f]{4})/

/**
 * A text as at most so many lines of so many columns of a terminal, broken at spaces where a word
 * fits a line; with an ellipsis at its end where it goes on. A Japanese letter takes two columns;
 * neither letters nor escapes are broken.
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
    // A word longer than a line goes on beside what is there already: most of these are of
    // writing without spaces.
    if (stringWidth(word.trimEnd()) <= columns) turn()
    for (const unit of unitsOf(word)) {
      if (!fits(unit)) turn()
      if (line !== '' || unit !== ' ') line += unit
    }
    // Each turn is a line: what lies beyond is never shown.
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
