import { readFileSync } from 'node:fs'
import { KINDS, type Kind } from '../message.ts'
import { FEATURES } from './features.ts'
import { scoresOf, softmax, toInput } from './softmax.ts'

/** A trained head: one row of weights for each kind, in 8 bits with a scale, and their calibration. */
export type Weights = {
  /** Inputs: the vector, then the features, then 1. */
  features: readonly string[]
  scales: number[]
  /** Base64 of signed bytes, kind by kind. */
  weights: string
  temperature: number
  /** Share of right answers and calibration error, measured with lines that were not trained on. */
  accuracy: number
  calibrationError: number
}

/** A kind and the calibrated probability that a question is of it. */
export type Guess = { kind: Kind; p: number }

const WEIGHTS = JSON.parse(
  readFileSync(new URL('./weights.json', import.meta.url), 'utf8'),
) as Weights

const ROWS = toRows(WEIGHTS)

/** Returns the rows of weights as numbers. Throws if they were trained with other features. */
function toRows({ features, scales, weights }: Weights): Float32Array[] {
  if (features.join() !== FEATURES.join()) {
    throw new Error('intents/weights.json is older than the features. Run npm run train-intents.')
  }
  const bytes = new Int8Array(Buffer.from(weights, 'base64'))
  const length = bytes.length / KINDS.length
  return KINDS.map((_, at) =>
    Float32Array.from(
      bytes.subarray(at * length, (at + 1) * length),
      (byte) => byte * (scales[at] ?? 0),
    ),
  )
}

/** Returns every kind with its probability for a question, the likeliest first. */
export const classify = (vector: Float32Array, features: readonly number[]): Guess[] =>
  softmax(scoresOf(ROWS, toInput(vector, features)), WEIGHTS.temperature)
    .map((p, at) => ({ kind: KINDS[at] as Kind, p }))
    .sort((a, b) => b.p - a.p)
