/** Some three paragraphs; the evidence page has the whole text. */
export const LONGEST_TEXT = 2_000

/** A text cut between words; an ellipsis says so. */
export function cutText(text: string, longest = LONGEST_TEXT): string {
  if (text.length <= longest) return text
  const cut = text.slice(0, longest)
  const space = cut.lastIndexOf(' ')
  // A text without spaces is cut within a word; half of a pair of surrogates is no character.
  return `${(space > longest / 2 ? cut.slice(0, space) : cut).toWellFormed().replace(/\uFFFD$/, '')} …`
}
