import { patternOf } from '../phrases.ts'
import data from './aspects.json' with { type: 'json' }

// A space in a phrase matches any white space.
const compile = (table: Readonly<Record<string, readonly string[]>>) =>
  Object.entries(table).map(([name, phrases]) => {
    const words = patternOf(phrases).replaceAll(' ', String.raw`\s`)
    return [name, new RegExp(String.raw`\b(?:${words})\b`, 'giu')] as const
  })

/**
 * Lines that a sentence or a label names. More exact phrases are matched first and removed from the
 * text: "net assets" is not "assets". Lines without a loaded figure, such as "part", are included,
 * so that no other figure passes for theirs.
 */
const EXACT = compile(data.exact)

/** Broad words, which may accompany exact ones. */
const WIDE = compile(data.wide)

/** The lines a text names: all exact ones must agree, and one of the broad ones. */
export type Aspects = { exact: ReadonlySet<string>; wide: ReadonlySet<string> }

/** Returns the aspects a text names; splits labels in camel case. */
export function aspectsOf(text: string): Aspects {
  let rest = text.replaceAll(/(?<=[a-z])(?=[A-Z])/gu, ' ')
  const take = (list: typeof EXACT) =>
    new Set(
      list.flatMap(([name, pattern]) => {
        const left = rest.replaceAll(pattern, (found) => ' '.repeat(found.length))
        const isNamed = left !== rest
        rest = left
        return isNamed ? [name] : []
      }),
    )
  return { exact: take(EXACT), wide: take(WIDE) }
}

/** Returns whether a text names any aspect. */
export const namesAny = ({ exact, wide }: Aspects): boolean => exact.size + wide.size > 0

/**
 * Returns whether a fact with this label may be what the sentence states: both name the same exact
 * lines and share a broad one. A label without aspects must share a word with the sentence.
 */
export function agrees(label: string, said: Aspects, sentence: string): boolean {
  const { exact, wide } = aspectsOf(label)
  // A sentence need not repeat the person or the return when it names the line.
  const lines = [...wide].filter(
    (name) => wide.size + exact.size === 1 || !/^(?:persons|returns)$/u.test(name),
  )
  if (exact.size + lines.length === 0) return said.exact.size === 0 && sharesWord(label, sentence)
  const isExact = exact.size === said.exact.size && [...exact].every((name) => said.exact.has(name))
  return isExact && (lines.length === 0 || lines.some((name) => said.wide.has(name)))
}

// Five letters work as a stem: "entry" and "entries" agree, "volume" and "voter" do not.
const STEM = 5
const stemsOf = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => word.slice(0, STEM))

function sharesWord(label: string, sentence: string): boolean {
  const said = new Set(stemsOf(sentence))
  return stemsOf(label).some((stem) => said.has(stem))
}
