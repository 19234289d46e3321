const DESCRIPTION_LENGTH = 300

/** Returns the first sentences of a text, at most 300 characters; undefined for an empty one. */
export function describeText(text: string): string | undefined {
  if (text === '') return undefined
  if (text.length <= DESCRIPTION_LENGTH) return text
  const sentences = text.slice(0, DESCRIPTION_LENGTH).match(/^.*[.!?](?=\s)/)
  // A first "sentence" of a few words ends in an abbreviation's full stop ("St.", "U.S.").
  if (sentences && sentences[0].length >= 60) return sentences[0]
  return `${cutAtWord(text, DESCRIPTION_LENGTH - 2)} …`
}

/** Returns the text up to the last space before `length` characters, or all of a shorter one. */
export function cutAtWord(text: string, length: number): string {
  if (text.length <= length) return text
  const end = text.lastIndexOf(' ', length)
  return text.slice(0, end > 0 ? end : length)
}
