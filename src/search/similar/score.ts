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
      /** Points it adds to the score, after the weights of available components are scaled to 1. */
      contribution: number
      values: string[]
    }
)

/** Both numbers are whole, 0–100. */
export type Similarity = { score: number; evidenceCoverage: number; components: Component[] }

/** Compares a candidate in every component that is known for both sides. */
export const scoreSimilarity = (basis: Basis, candidate: Candidate): Similarity =>
  toSimilarity((kind) => COMPARISONS[kind](basis, candidate))

/**
 * Returns the weighted mean of the known components; an unknown one is left out and never counts as 0.
 * `evidenceCoverage` is the known share of the weight, in percent.
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

/** Returns the text component if its score is above 0, even if it is too low for a match. */
export function textIn({ components }: Similarity) {
  const found = components.find(({ kind }) => kind === 'CauseText')
  return found && found.state !== 'Unavailable' && found.score > 0 ? found : undefined
}

/** Returns the component if it matched. */
export function matchedIn({ components }: Similarity, kind: ComponentKind) {
  const found = components.find((component) => component.kind === kind)
  return found?.state === 'Matched' ? found : undefined
}
