// "… and who runs it?", "…? Who runs it?": where a second question begins.
const SECOND =
  /(?:,? and(?: also)? (?=(?:who|what|how|where|why|which|when|is|are|does|did|do|has|should)\b)|\?\s+(?=\p{L}))/u

/** The two questions of a message; undefined where it is one. */
export function splitQuestions(text: string): { first: string; second: string } | undefined {
  const match = SECOND.exec(text)
  if (!match) return undefined
  const first = text.slice(0, match.index)
  const second = text.slice(match.index + match[0].length).replace(/[?!.\s]+$/, '')
  return first.trim() === '' || second === '' ? undefined : { first, second }
}
