import { type ComponentKind, KINDS, SIMILARITY_WEIGHTS } from '../queries/similar.ts'
import type { Candidate } from '../results/similar.ts'
import type { Basis } from './basis.ts'
import { COMPARISONS, type Likeness } from './components.ts'

export type Component = { kind: ComponentKind; weight: number } & (
  | { state: 'Unavailable' }
  | {
      state: 'Matched' | 'NotMatched'
      /** 0–100, whole. */
      score: number
      /** Points of the 100 it adds, after the weights of what is available are made to sum to 1. */
      contribution: number
      values: string[]
    }
)

/** Both numbers are whole, 0–100. */
export type Similarity = { score: number; evidenceCoverage: number; components: Component[] }

/** Compares a candidate in everything both sides know. */
export const scoreSimilarity = (basis: Basis, candidate: Candidate): Similarity =>
  toSimilarity((kind) => COMPARISONS[kind](basis, candidate))

/**
 * The weighted mean of what is known: an unknown likeness takes its weight away, it is never 0.
 * `evidenceCoverage` is the share of the weight that is left, in percent.
 */
export function toSimilarity(read: (kind: ComponentKind) => Likeness | undefined): Similarity {
  const compared = KINDS.map((kind) => ({
    kind,
    weight: SIMILARITY_WEIGHTS[kind],
    likeness: read(kind),
  }))
  const available = sum(compared.map(({ likeness, weight }) => (likeness ? weight : 0)))
  const components = compared.map(
    ({ kind, weight, likeness }): Component =>
      likeness
        ? { kind, weight, ...toScored(likeness, weight / available) }
        : { kind, weight, state: 'Unavailable' },
  )
  const points = components.map((one) => (one.state === 'Unavailable' ? 0 : one.contribution))
  return {
    score: Math.min(100, Math.round(sum(points))),
    evidenceCoverage: Math.round(available * 100),
    components,
  }
}

const sum = (numbers: number[]): number => numbers.reduce((total, one) => total + one, 0)

function toScored(likeness: Likeness, share: number) {
  const score = Math.round(likeness.score)
  const isMatch = score >= (likeness.leastMatch ?? 1)
  return {
    state: isMatch ? ('Matched' as const) : ('NotMatched' as const),
    score,
    contribution: Math.round(score * share * 100) / 100,
    values: isMatch ? likeness.values : [],
  }
}

/** How alike the texts are, be it too little for a match; undefined when they are not at all. */
export function textIn({ components }: Similarity) {
  const found = components.find(({ kind }) => kind === 'CauseText')
  return found && found.state !== 'Unavailable' && found.score > 0 ? found : undefined
}

/** The component of a kind that matched; undefined when it did not, or is not known. */
export function matchedIn({ components }: Similarity, kind: ComponentKind) {
  const found = components.find((component) => component.kind === kind)
  return found?.state === 'Matched' ? found : undefined
}
