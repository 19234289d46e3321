// What turns text around or hides in it: a label stands among others, which it must not move.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu

/** A name as a label: on one line, without marks that turn text around, cut to `length` characters. */
export function toLabel(text: string, length: number): string {
  const plain = text.replaceAll(UNSEEN, ' ').replaceAll(/\s+/g, ' ').trim()
  const characters = [...plain]
  return characters.length <= length
    ? plain
    : `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`
}
