import type { Random } from '../random.ts'

/** What fills the slots of a text. `growth` is the size of the year against the first one. */
export type Slots = {
  words: Readonly<Record<string, string>>
  growth: number
}

/**
 * Fills a text's slots. Choices and counts depend on the given randomness alone, so one
 * organization says the same every year but for its counts.
 * Throws RangeError for a slot nothing is known for.
 */
export function fillTemplate(text: string, slots: Slots, random: Random): string {
  let position = 0
  return text.replace(/\{([^{}]+)\}(?=( percent)?)/g, (_, slot: string, percent?: string) => {
    const own = random.fork(`slot ${position++}`)
    const range = /^(\d+)\.\.(\d+)$/.exec(slot)
    // A share does not grow with the organization.
    const growth = percent === undefined ? slots.growth : 1
    if (range) return countIn(Number(range[1]), Number(range[2]), growth, own)
    if (slot.includes('/')) return own.pick(slot.split('/'))
    const word = slots.words[slot]
    if (word === undefined) throw new RangeError(`No word for the slot {${slot}}`)
    return word
  })
}

function countIn(min: number, max: number, growth: number, random: Random): string {
  const count = Math.max(1, Math.round(random.between(min, max) * growth))
  return count.toLocaleString('en-US')
}
