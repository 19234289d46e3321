/** An element or attribute name met in returns, with what writing it takes. */
export type ElementName = {
  /** As it stands in the file, prefix included. */
  raw: Uint8Array
  /** Without prefix. */
  local: string
  /** The same for names that differ in prefix only. */
  localId: number
  /** `"Name": `; the blank becomes `[` when the element turns out to repeat. */
  key: Uint8Array
  /** `"@Name": ` */
  attributeKey: Uint8Array
  isNamespace: boolean
}

const NAME = /^(?:([A-Za-z_][\w.-]*):)?([A-Za-z_][\w.-]*)$/

// All schemas together have some ten thousand names; what goes beyond is no return of the IRS.
const MOST_NAMES = 32_768
/** The longest name of the IRS's schemas has some 60 characters. */
export const LONGEST_NAME = 128
const SLOTS = MOST_NAMES * 4

/**
 * Names by their bytes: the same few thousand come in every return, and finding one again costs
 * less than decoding it.
 */
export class ElementNames {
  private readonly slots = new Int32Array(SLOTS).fill(-1)
  private readonly names: ElementName[] = []
  private readonly localIds = new Map<string, number>()

  /**
   * The name that stands in `bytes` from `start` to `end`, whose hash is `hash` (see hashByte);
   * undefined when it is none that a return has.
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
    if (local === undefined || this.names.length === MOST_NAMES) return undefined
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

/** True when `name` stands in `bytes` at `start`. */
export function isAt(name: Uint8Array, bytes: Uint8Array, start: number): boolean {
  for (let index = 0; index < name.length; index += 1) {
    if (name[index] !== bytes[start + index]) return false
  }
  return true
}

/** Adds a byte to the hash of a name; begin with 0. */
export const hashByte = (hash: number, byte: number): number => (Math.imul(hash, 31) + byte) | 0
