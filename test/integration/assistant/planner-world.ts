import { expect } from 'vitest'
import type { ChatContext, Turn } from '#src/assistant/chat.ts'
import { createPlanner } from '#src/assistant/planner/answers/answer.ts'
import type { Citation } from '#src/tools/cite.ts'
import type { IndexedWorld } from '#test/world/indexed.ts'
import { findUnproven } from './prove-citations.ts'

/** A sentence with the citations sent after it. */
type Piece = { text: string; citations: Citation[] }

export type Heard = Piece & { pieces: Piece[]; recovery?: string }

/** Returns the planner's whole answer, as a client has it after [DONE]. */
export async function hear(
  { deps }: IndexedWorld,
  message: string,
  history: Turn[] = [],
  context: ChatContext = {},
): Promise<Heard> {
  const heard: Heard = { text: '', citations: [], pieces: [] }
  const { signal } = new AbortController()
  for await (const event of createPlanner(deps)({ message, history, context }, signal)) {
    if (event.kind === 'text') {
      heard.text += event.text
      heard.pieces.push({ text: event.text, citations: [] })
    } else if (event.kind === 'citation') {
      heard.citations.push(event.citation)
      heard.pieces.at(-1)?.citations.push(event.citation)
    } else heard.recovery = event.id
  }
  return heard
}

/** Returns each number of a body, in the forms an answer may use. */
function* numbersIn(body: unknown): Generator<number> {
  if (typeof body === 'number') yield body
  // Refs contain object ids, which are not numbers of an answer.
  else if (typeof body === 'string') yield* body.includes(':') ? [] : sayings(body)
  else if (body && typeof body === 'object') {
    yield* pointsOf(body)
    for (const item of Object.values(body)) yield* numbersIn(item)
  }
}

type Ratings = {
  categories: { weight: number; score: number; members: string[] }[]
  ratings: { key: string; score: number }[]
}

/** The points of a category in surface B's ratings, and of each of its members. */
function* pointsOf(body: object): Generator<number> {
  if (!('categories' in body && 'ratings' in body)) return
  const { categories, ratings } = body as Ratings
  for (const { weight, score, members } of categories) {
    yield* [weight * score, weight / members.length]
    const own = ratings.filter(({ key }) => members.includes(key))
    yield* own.map((member) => (member.score * weight) / members.length)
  }
}

const sayings = (text: string): number[] =>
  [...text.matchAll(/\d[\d,]*(?:\.\d+)?/g)].map(([digits]) => Number(digits.replaceAll(',', '')))

const EIN = /\b\d{2}-\d{7}\b/g
const DATE = /\b\d{4}-\d{2}(?:-\d{2})?\b/g
const QUOTED = /“[^”]*”/g
// How a search was interpreted: the requested bounds.
const CONDITIONS = / found \(.*\):$/m
// Ranks of a list, the scale of ratings, and form names.
const SCALE = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 100, 990]

const FIGURE = /(?<sign>-?)(?<dollars>\$?)(?<digits>\d[\d,]*(?:\.(?<decimals>\d+))?)(?<percent>%?)/g

/**
 * Returns the unproven figures of an answer. Citations of the sentence (any citation if it has
 * none) or a body of an API operation prove a figure. Compares dollars with their sign and
 * percentages as shares, each rounded to the decimals shown.
 */
export function unfounded({ pieces, citations }: Heard, bodies: readonly unknown[]): string[] {
  const counted = [...SCALE, ...bodies.flatMap((body) => [...numbersIn(body)])]
  return pieces.flatMap((piece) => {
    const cited = piece.citations.length > 0 ? piece.citations : citations
    return unheld(piece.text, [...counted, ...cited.flatMap(numbersOf)])
  })
}

const numbersOf = ({ label, value, evidence }: Citation): number[] => [
  ...(typeof value === 'number' ? [value] : []),
  ...sayings(`${label} ${evidence.citation} ${evidence.formula ?? ''} ${evidence.taxYear ?? ''}`),
]

function unheld(text: string, known: readonly number[]): string[] {
  const plain = text
    .replaceAll(EIN, '')
    .replaceAll(DATE, '')
    .replaceAll(QUOTED, '')
    .replace(CONDITIONS, '')
  return [...plain.matchAll(FIGURE)].flatMap(({ 0: said, groups = {} }) => {
    const { sign, dollars, digits = '', decimals = '', percent } = groups
    const number = Number(digits.replaceAll(',', ''))
    const signed = dollars && sign ? -number : number
    const isHeld = (value: number) => {
      const whole = percent ? value * 100 : value
      return Number((dollars ? whole : Math.abs(whole)).toFixed(decimals.length)) === signed
    }
    return known.some(isHeld) ? [] : [said]
  })
}

/** Expects of every answer: citations are proven, and no figure is made up. */
export async function expectGrounded(world: IndexedWorld, heard: Heard, urls: readonly string[]) {
  const bodies = await Promise.all(urls.map(async (url) => (await world.get(url)).body))
  expect(unfounded(heard, bodies), heard.text).toEqual([])
  expect(await findUnproven(world.deps, heard.citations)).toEqual([])
}
