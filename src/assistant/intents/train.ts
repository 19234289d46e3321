import { readFileSync, writeFileSync } from 'node:fs'
import { matmul, Tensor } from '@huggingface/transformers'
import { readConfig } from '#src/platform/config.ts'
import { createEmbedder } from '#src/platform/embedding/embedder.ts'
import { KINDS } from '../message.ts'
import { FEATURES, featuresOf } from './features.ts'
import type { Weights } from './head.ts'
import { scoresOf, softmax, toInput } from './softmax.ts'

// Trains the head that tells the kind of a question: `npm run train-intents`.

type Line = { kind: number; input: Float32Array }
type Scored = { kind: number; scores: number[] }[]

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
  const config = readConfig(process.env)
  const embedder = await createEmbedder(config, undefined, config.loadWorkers)
  const texts = KINDS.map(read)
  const vectors = await embedder.embed(texts.flat())
  await embedder.close()
  return KINDS.flatMap((_, kind) => (texts[kind] ?? []).map((text) => ({ kind, text }))).map(
    ({ kind, text }, at) => ({ kind, input: toInput(vectors[at] ?? [], featuresOf(text)) }),
  )
}

/**
 * Returns rows of weights fitted to lines: softmax regression by full-batch Adam. The model library
 * multiplies the matrices, which is ten times as fast as loops.
 */
async function train(lines: readonly Line[]): Promise<Float32Array[]> {
  const [count, width] = [lines.length, lines[0]?.input.length ?? 0]
  const inputs = new Float32Array(count * width)
  for (const [at, { input }] of lines.entries()) inputs.set(input, at * width)
  const matrix = new Tensor('float32', inputs, [count, width])
  // Kind by kind, and turned as `matmul` needs them.
  const zeros = () => new Float32Array(KINDS.length * width)
  const [rows, turned, means, squares] = [zeros(), zeros(), zeros(), zeros()]
  const errors = new Float32Array(KINDS.length * count)
  for (let step = 1; step <= STEPS; step += 1) {
    const scores = await matmul(matrix, new Tensor('float32', turned, [width, KINDS.length]))
    for (const [at, { kind }] of lines.entries()) {
      const own = scores.data.subarray(at * KINDS.length, (at + 1) * KINDS.length)
      for (const [one, guess] of softmax([...(own as Float32Array)]).entries())
        errors[one * count + at] = (guess - (one === kind ? 1 : 0)) / count
    }
    const slopes = await matmul(new Tensor('float32', errors, [KINDS.length, count]), matrix)
    for (let at = 0; at < rows.length; at += 1) {
      const weight = rows[at] ?? 0
      const slope = Number(slopes.data[at]) + DECAY * weight
      const mean = 0.9 * (means[at] ?? 0) + 0.1 * slope
      const square = 0.999 * (squares[at] ?? 0) + 0.001 * slope * slope
      const speed = Math.sqrt(square / (1 - 0.999 ** step)) + 1e-8
      const next = weight - (RATE * mean) / (1 - 0.9 ** step) / speed
      means[at] = mean
      squares[at] = square
      rows[at] = next
      turned[(at % width) * KINDS.length + Math.floor(at / width)] = next
    }
  }
  return KINDS.map((_, at) => rows.subarray(at * width, (at + 1) * width))
}

/** Returns scores of each line from a head that was fitted to the other folds. */
async function crossValidate(lines: readonly Line[]): Promise<Scored> {
  const scored: Scored = []
  for (let fold = 0; fold < FOLDS; fold += 1) {
    const rows = await train(lines.filter((_, at) => at % FOLDS !== fold))
    const own = lines.filter((_, at) => at % FOLDS === fold)
    scored.push(...own.map(({ kind, input }) => ({ kind, scores: scoresOf(rows, input) })))
  }
  return scored
}

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
const scored = await crossValidate(lines)
const shareWithin = (most: number) =>
  scored.filter(({ kind, scores }) => rank(scores, kind) < most).length / scored.length
const temperature = calibrate(scored)
const weights: Weights = {
  features: FEATURES,
  ...quantize(await train(lines)),
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
