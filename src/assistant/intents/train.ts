import { readFileSync, writeFileSync } from 'node:fs'
import { readConfig } from '#src/platform/config.ts'
import { createEmbedder } from '#src/platform/embedding/embedder.ts'
import { KINDS } from '../message.ts'
import { FEATURES, featuresOf } from './features.ts'
import type { Weights } from './head.ts'
import { type Input, scoresOf, softmax, toInput } from './softmax.ts'

// Trains the head that tells the kind of a question: `npm run train-intents`.

type Line = { kind: number; input: Input }

const FOLDS = 5
const STEPS = 150
const RATE = 0.1
/** Pulls weights to 0; features are few, so they may weigh more than the parts of the vector. */
const DECAY = 0.0001

const read = (kind: string): string[] =>
  readFileSync(new URL(`./${kind}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter(Boolean)

async function readLines(): Promise<Line[]> {
  const embedder = await createEmbedder(readConfig(process.env))
  const lines: Line[] = []
  for (const [kind, name] of KINDS.entries()) {
    const texts = read(name)
    const vectors = await embedder.embed(texts)
    for (const [at, text] of texts.entries()) {
      const vector = vectors[at] ?? []
      lines.push({ kind, input: toInput(vector, featuresOf(text)) })
    }
  }
  await embedder.close()
  return lines
}

/** Returns rows of weights fitted to lines: softmax regression by full-batch Adam. */
function train(lines: readonly Line[]): Float32Array[] {
  // Every input ends in 1.
  const length = (lines[0]?.input.places.at(-1) ?? 0) + 1
  const zeros = () => KINDS.map(() => new Float32Array(length))
  const [rows, means, squares] = [zeros(), zeros(), zeros()]
  for (let step = 1; step <= STEPS; step += 1) {
    const slopes = zeros()
    for (const { kind, input } of lines) {
      const guesses = softmax(scoresOf(rows, input))
      for (const [at, slope] of slopes.entries()) {
        const error = (guesses[at] ?? 0) - (at === kind ? 1 : 0)
        for (let nth = 0; nth < input.places.length; nth += 1) {
          const place = input.places[nth] ?? 0
          slope[place] = (slope[place] ?? 0) + error * (input.values[nth] ?? 0)
        }
      }
    }
    for (const [at, row] of rows.entries()) {
      const [mean, square] = [means[at] ?? row, squares[at] ?? row]
      for (const [place, weight] of row.entries()) {
        const change = (slopes[at]?.[place] ?? 0) / lines.length + DECAY * weight
        const one = 0.9 * (mean[place] ?? 0) + 0.1 * change
        const two = 0.999 * (square[place] ?? 0) + 0.001 * change * change
        mean[place] = one
        square[place] = two
        const speed = Math.sqrt(two / (1 - 0.999 ** step)) + 1e-8
        row[place] = weight - (RATE * one) / (1 - 0.9 ** step) / speed
      }
    }
  }
  return rows
}

/** Returns scores of each line from a head that was fitted to the other folds. */
function crossValidate(lines: readonly Line[]): { kind: number; scores: number[] }[] {
  return Array.from({ length: FOLDS }, (_, fold) => {
    const rows = train(lines.filter((_line, at) => at % FOLDS !== fold))
    const own = lines.filter((_line, at) => at % FOLDS === fold)
    return own.map(({ kind, input }) => ({ kind, scores: scoresOf(rows, input) }))
  }).flat()
}

type Scored = ReturnType<typeof crossValidate>

const rank = (scores: readonly number[], kind: number): number =>
  scores.filter((score) => score > (scores[kind] ?? 0)).length

/** Returns the temperature at which the probabilities of the right kinds are highest. */
function calibrate(scored: Scored): number {
  const lossAt = (temperature: number) =>
    scored.reduce(
      (sum, { kind, scores }) => sum - Math.log(softmax(scores, temperature)[kind] ?? 0),
      0,
    )
  const candidates = Array.from({ length: 40 }, (_, at) => 0.2 + at * 0.05)
  return candidates.reduce((best, one) => (lossAt(one) < lossAt(best) ? one : best))
}

/** Returns the mean difference between stated and true probability, in ten bins. */
function calibrationErrorOf(scored: Scored, temperature: number): number {
  const guesses = scored.map(({ kind, scores }) => {
    const p = Math.max(...softmax(scores, temperature))
    return { p, isRight: rank(scores, kind) === 0 }
  })
  return Array.from({ length: 10 }, (_, bin) => {
    const own = guesses.filter(({ p }) => Math.min(9, Math.floor(p * 10)) === bin)
    const right = own.filter(({ isRight }) => isRight).length
    return Math.abs(own.reduce((sum, { p }) => sum + p, 0) - right)
  }).reduce((sum, one) => sum + one / guesses.length, 0)
}

function quantize(rows: readonly Float32Array[]): Pick<Weights, 'scales' | 'weights'> {
  const scales = rows.map((row) => Math.max(...row.map(Math.abs)) / 127)
  const bytes = rows.flatMap((row, at) =>
    [...row].map((one) => Math.round(one / (scales[at] || 1))),
  )
  return { scales, weights: Buffer.from(Int8Array.from(bytes)).toString('base64') }
}

const lines = await readLines()
// Neighbouring lines resemble each other, so each fold gets every fifth.
const scored = crossValidate(lines)
const shareWithin = (most: number) =>
  scored.filter(({ kind, scores }) => rank(scores, kind) < most).length / scored.length
const temperature = calibrate(scored)
const weights: Weights = {
  features: FEATURES,
  ...quantize(train(lines)),
  temperature,
  accuracy: Math.round(shareWithin(1) * 1_000) / 1_000,
  calibrationError: Math.round(calibrationErrorOf(scored, temperature) * 1_000) / 1_000,
}
writeFileSync(new URL('./weights.json', import.meta.url), `${JSON.stringify(weights)}\n`)
console.log(
  `${lines.length} lines: ${weights.accuracy} right, ${shareWithin(2).toFixed(3)} among the first two, calibration error ${weights.calibrationError}, temperature ${temperature.toFixed(2)}.`,
)
for (const [at, kind] of KINDS.entries()) {
  const own = scored.filter((one) => one.kind === at)
  const missed = own.filter((one) => rank(one.scores, at) > 0)
  const wrong = missed.map(({ scores }) => KINDS[scores.indexOf(Math.max(...scores))])
  console.log(
    `${kind}: ${own.length - missed.length} of ${own.length}; taken for ${wrong.join(' ')}`,
  )
}
