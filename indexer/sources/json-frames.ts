import { cutLongText } from '#src/domain/long-text.ts'

/** An element that is open: what its JSON object will hold, in order of first occurrence. */
export type Frame = {
  name: string
  keys: string[]
  /** JSON texts by position in `keys`; a list when the element repeats. */
  values: (string | string[])[]
  positions: Map<string, number>
  text: string
}

export const newFrame = (): Frame => ({
  name: '',
  keys: [],
  values: [],
  positions: new Map(),
  text: '',
})

/** Readies a used frame for another element: allocating one an element costs a tenth of the time. */
export function resetFrame(frame: Frame, name: string): Frame {
  frame.name = name
  frame.text = ''
  if (frame.keys.length > 0) {
    frame.keys = []
    frame.values = []
    frame.positions.clear()
  }
  return frame
}

/** Adds a child's JSON text; a name met before makes an array, wherever the repeat stands. */
export function addChild(frame: Frame, name: string, json: string): void {
  const position = frame.positions.get(name)
  if (position === undefined) {
    frame.positions.set(name, frame.keys.length)
    frame.keys.push(name)
    frame.values.push(json)
    return
  }
  const present = frame.values[position]
  if (Array.isArray(present)) present.push(json)
  else if (present !== undefined) frame.values[position] = [present, json]
}

/** The JSON text of a closed element: a string for a leaf, else an object. */
export function frameToJson(frame: Frame): string {
  const text = textToJson(frame)
  if (frame.keys.length === 0) return text
  if (text !== '""') addChild(frame, '#text', text)
  const members = frame.keys.map((key, index) => {
    const value = frame.values[index]
    return `"${key}":${Array.isArray(value) ? `[${value.join(',')}]` : value}`
  })
  // Joined, not concatenated: a join is one flat text, where concatenation keeps every piece.
  return `{${members.join(',')}}`
}

/** The JSON text of an element's own text as it is stored. */
export const textToJson = ({ text }: Frame): string => JSON.stringify(cutLongText(trimBlanks(text)))

/** A text without the blanks of XML around it; others, such as no-break spaces, are filed text. */
export function trimBlanks(text: string): string {
  let [start, end] = [0, text.length]
  while (start < end && isBlank(text.charCodeAt(start))) start += 1
  // Not by a pattern: one that ends at the end of a text is tried at every blank within it.
  while (end > start && isBlank(text.charCodeAt(end - 1))) end -= 1
  return text.slice(start, end)
}

const isBlank = (code: number): boolean =>
  code === 0x20 || code === 0x09 || code === 0x0d || code === 0x0a
