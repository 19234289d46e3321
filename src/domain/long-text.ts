import { formatCount } from './money.ts'

/**
 * The maximum number of UTF-8 bytes stored of one filed text or attribute. The IRS's schemas allow
 * up to 100,000 characters.
 */
export const LONGEST_TEXT = 1 << 20

/** Returns the end of a truncated text, with the number of missing characters. */
const toMark = (leftOut: number): string => `… [${formatCount(leftOut)} characters left out]`

const encoder = new TextEncoder()

/** Collects a text from pieces of whole characters, up to LONGEST_TEXT. */
export class LongText {
  private readonly room = new Uint8Array(LONGEST_TEXT)
  private kept = ''
  private bytes = 0
  private leftOut = 0

  add(piece: string): void {
    const used = this.leftOut > 0 ? LONGEST_TEXT : this.bytes
    const { read, written } = encoder.encodeInto(piece, this.room.subarray(used))
    this.kept += piece.slice(0, read)
    this.bytes += written
    this.leftOut += countCharacters(piece, read)
  }

  /** Returns the text to store: a longer one is cut between characters and ends with a mark. */
  end(): string {
    return this.leftOut === 0 ? this.kept : this.kept + toMark(this.leftOut)
  }
}

/** Returns the text to store (`LongText`). */
export function cutLongText(text: string): string {
  // A character of one UTF-16 unit takes at most three bytes.
  if (text.length * 3 <= LONGEST_TEXT) return text
  const cut = new LongText()
  cut.add(text)
  return cut.end()
}

function countCharacters(text: string, from: number): number {
  let count = 0
  for (let at = from; at < text.length; at += 1) {
    // The second half of a surrogate pair is counted with the first.
    if ((text.charCodeAt(at) & 0xfc00) !== 0xdc00) count += 1
  }
  return count
}
