/** An element or attribute name that occurs in returns, ready to be written. */
export type ElementName = {
  /** As in the file, with prefix. */
  raw: Uint8Array
  /** Without prefix. */
  local: string
  /** Equal for names that differ only in their prefix. */
  localId: number
  /** `"Name": `; the blank becomes `[` if the element repeats. */
  key: Uint8Array
  /** `"@Name": ` */
  attributeKey: Uint8Array
  isNamespace: boolean
}

const NAME = /^(?:([A-Za-z_][\w.-]*):)?([A-Za-z_][\w.-]*)$/

// All schemas together have about ten thousand names.
const MAX_NAMES = 32_768
/** The longest name of the IRS's schemas has about 60 characters. */
export const LONGEST_NAME = 128
const SLOTS = MAX_NAMES * 4

/**
 * Finds names by their bytes: a few thousand recur in every return, and a lookup is cheaper than
 * decoding.
 */
export class ElementNames {
  private readonly slots = new Int32Array(SLOTS).fill(-1)
  private readonly names: ElementName[] = []
  private readonly localIds = new Map<string, number>()

  /**
   * Returns the name from `start` to `end` of `bytes`, whose hash is `hash` (`hashByte`); undefined
   * if it is too long, malformed, or one name too many.
   */
  find(bytes: Uint8Array, start: number, end: number, hash: number): ElementName | undefined {
    let slot = (hash >>> 0) % SLOTS
    for (;;) {
      const id = this.slots[slot] as number
      if (id < 0) return this.add(bytes, start, end, slot)
      const name = this.names[id] as ElementName
      if (name.raw.length === end - start && isAt(name.raw, bytes, start)) return name
      slot = (slot + 1) % SLOTS
    }
  }

  private add(
    bytes: Uint8Array,
    start: number,
    end: number,
    slot: number,
  ): ElementName | undefined {
    if (end - start > LONGEST_NAME) return undefined
    const text = Buffer.from(bytes.subarray(start, end)).toString('latin1')
    const [, prefix, local] = NAME.exec(text) ?? []
    if (local === undefined || this.names.length === MAX_NAMES) return undefined
    const localId = this.localIds.get(local) ?? this.localIds.size
    this.localIds.set(local, localId)
    this.slots[slot] = this.names.length
    const name = {
      raw: Buffer.from(text, 'latin1'),
      local,
      localId,
      key: Buffer.from(`"${local}": `),
      attributeKey: Buffer.from(`"@${local}": `),
      isNamespace: prefix === 'xmlns' || text === 'xmlns',
    }
    this.names.push(name)
    return name
  }
}

/** Returns true if `name` is at `start` of `bytes`. */
export function isAt(name: Uint8Array, bytes: Uint8Array, start: number): boolean {
  for (let index = 0; index < name.length; index += 1) {
    if (name[index] !== bytes[start + index]) return false
  }
  return true
}

/** Adds a byte to the hash of a name, which starts at 0. */
export const hashByte = (hash: number, byte: number): number => (Math.imul(hash, 31) + byte) | 0
