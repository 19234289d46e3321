// Characters that a terminal may obey or disguise: control characters, those that change the writing
// direction, and the two line separators.
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

const escapeCharacter = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Escapes untrusted text for a terminal; line breaks stay. */
export const showText = (text: string): string =>
  text.replace(/\r\n/g, '\n').replace(UNSAFE, (one) => (one === '\n' ? one : escapeCharacter(one)))

/** Does the same as `showText`, on one line: white space becomes single spaces. */
export const showLine = (text: string): string => showText(text.replace(/\s+/g, ' ').trim())

/** Formats JSON for a terminal, with unsafe characters escaped. */
export const showJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(UNSAFE, (one) =>
    one === '\n' ? one : escapeCharacter(one),
  )
