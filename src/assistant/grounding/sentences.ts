/**
 * Longer sentences are cut at a space: whatever a model writes without an end must be shown or
 * withheld some time, and a reader's patience ends about here.
 */
const LONGEST = 1_000
const END = /[.!?]["'”’)\]*_]*(?=\s)|\n/gu
// Names are cut in two otherwise, and a figure loses whom it is of.
const ABBREVIATION =
  /\b(?:Inc|Corp|Co|Ltd|St|Ste|Mt|Ft|Mr|Mrs|Ms|Dr|Jr|Sr|No|vs|approx|ca|e\.g|i\.e|U\.S|[A-Z])\.$/u
const LIST_MARKER = /(?:^|\n)[ \t]*\(?\d{1,2}\.$/u

/**
 * Takes the finished sentences off the front of a text that still grows, each with the white space
 * after it, so that it is known where the next one begins. A sentence does not end inside quotation marks.
 */
export function takeSentences(text: string): { sentences: string[]; rest: string } {
  const sentences: string[] = []
  let rest = text
  for (let end = endOf(rest); end > 0; end = endOf(rest)) {
    sentences.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return { sentences, rest }
}

function endOf(text: string): number {
  for (const { 0: mark, index } of text.matchAll(END)) {
    const end = index + mark.length
    if (end > LONGEST) break
    const sentence = text.slice(0, end)
    if (mark !== '\n' && isUnfinished(sentence)) continue
    const [space = ''] = /^[ \t]*/u.exec(text.slice(end)) ?? []
    // More white space may follow in the next piece: it belongs to this sentence, too.
    const isOver = end + space.length < text.length
    return isOver ? end + space.length : 0
  }
  if (text.length <= LONGEST) return 0
  const space = text.lastIndexOf(' ', LONGEST)
  return space > 0 ? space + 1 : LONGEST
}

const isUnfinished = (text: string): boolean =>
  isQuoting(text) || LIST_MARKER.test(text) || ABBREVIATION.test(text)

function isQuoting(text: string): boolean {
  const straight = text.match(/"/gu)?.length ?? 0
  const opened = text.match(/“/gu)?.length ?? 0
  const closed = text.match(/”/gu)?.length ?? 0
  return straight % 2 === 1 || opened > closed
}
