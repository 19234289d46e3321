import { cutShort, SHOWN_NAME_LENGTH, startOf } from '#src/domain/filed-text.ts'

/** Some three paragraphs; the evidence page has the whole text. */
export const LONGEST_TEXT = 2_000

/** A text cut between words; an ellipsis says so. */
export function cutText(text: string, longest = LONGEST_TEXT): string {
  if (text.length <= longest) return text
  const space = text.lastIndexOf(' ', longest - 1)
  // A text without spaces is cut within a word.
  return `${startOf(text, space > longest / 2 ? space : longest)} …`
}

// Longer than what parts show, so that they still see that a text is cut and link to the whole.
const LONGEST_IN_MODEL = 2 * LONGEST_TEXT
const NAMES = new Set([
  ...['name', 'legalName', 'inCareOf', 'principalOfficer'],
  ...['street', 'city', 'state', 'zip', 'country'],
])

/**
 * What a page is made of, with its names, places and longer texts cut. Parts repeat them in labels
 * and links. An object in which nothing is cut is returned as it is.
 */
export function cutTexts<Model>(model: Model, longest?: number): Model
export function cutTexts(model: unknown, longest = LONGEST_IN_MODEL): unknown {
  if (typeof model === 'string') return cutShort(model, longest)
  if (model instanceof Map)
    return new Map([...model].map(([key, one]) => [key, cutTexts(one, longest)]))
  if (!isPlain(model)) return model
  const entries = Object.entries(model)
  const cut = entries.map(([key, one]) =>
    cutTexts(one, NAMES.has(key) ? SHOWN_NAME_LENGTH : longest),
  )
  if (entries.every(([, one], at) => one === cut[at])) return model
  return Array.isArray(model) ? cut : Object.fromEntries(entries.map(([key], at) => [key, cut[at]]))
}

const isPlain = (model: unknown): model is object =>
  Array.isArray(model) ||
  (typeof model === 'object' && model !== null && Object.getPrototypeOf(model) === Object.prototype)
