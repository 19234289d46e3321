// What a terminal may obey or show as something else: control characters, those that turn the
// direction of writing around, and the two separators that break lines.
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu

const escapeCharacter = (character: string): string =>
  `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A stranger's text for a terminal: line breaks as they are, all else it might obey escaped. */
export const showText = (text: string): string =>
  text.replace(/\r\n/g, '\n').replace(UNSAFE, (one) => (one === '\n' ? one : escapeCharacter(one)))

/** As `showText`, on one line: each run of white space is a space. */
export const showLine = (text: string): string => showText(text.replace(/\s+/g, ' ').trim())

/** JSON whose texts a terminal cannot obey; it reads as the same values. */
export const showJson = (value: unknown): string =>
  JSON.stringify(value, null, 2).replace(UNSAFE, (one) =>
    one === '\n' ? one : escapeCharacter(one),
  )
