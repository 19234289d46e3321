import type { Kind, Token } from './tokens.ts'
import { LISTS } from './vocabulary.ts'

/** Tokens `from` up to, and not including, `to`, and the values of the named parts. */
export type Match = { from: number; to: number; values: Values }
type Values = Readonly<Record<string, Part | undefined>>

/** A named part of a match: the value of its entry and its tokens. */
export type Part = { value: string; token: Token; from: number; to: number }

/** Whether a token is free, or has become part of another reading. */
type IsFree = (at: number) => boolean

type Element = { words?: ReadonlySet<string>; list?: string; name?: string; isOptional: boolean }

const KINDS: ReadonlySet<string> = new Set<Kind>([
  ...(['amount', 'percent', 'year', 'decade', 'form', 'subsection', 'ein', 'word'] as const),
])

/** A parsed pattern, and the words and kinds of token that it can begin with; all if undefined. */
type Pattern = { elements: Element[]; begins?: ReadonlySet<string>; isAnchored: boolean }

const compiled = new Map<string, Pattern>()

/**
 * Parses a pattern: words with alternatives (`sort|order`), entries of a list of the vocabulary or
 * kinds of token (`<measure>`, `<amount>`, `<amount2>`), and optional parts (`the?`). `^` and `$`
 * are the ends of the text.
 */
function compile(pattern: string): Pattern {
  const known = compiled.get(pattern)
  if (known) return known
  const elements = pattern.split(' ').map((part): Element => {
    const isOptional = part.length > 1 && part.endsWith('?')
    const body = isOptional ? part.slice(0, -1) : part
    if (!/^<\w+>$/.test(body)) return { words: new Set(body.split('|')), isOptional }
    const name = body.slice(1, -1)
    return { list: name.replace(/\d$/, ''), name, isOptional }
  })
  const begins = beginningsOf(elements)
  const isAnchored = elements[0]?.words?.has('^') ?? false
  const parsed = { elements, isAnchored, ...(begins && { begins }) }
  compiled.set(pattern, parsed)
  return parsed
}

function beginningsOf(elements: readonly Element[]): ReadonlySet<string> | undefined {
  const last = elements.findIndex(({ isOptional }) => !isOptional)
  const first = last === -1 ? elements : elements.slice(0, last + 1)
  const lists = first.map(({ words, list = '' }) => words ?? LISTS.get(list)?.first ?? [list])
  const begins = new Set(lists.flatMap((words) => [...words]))
  return begins.has('^') || begins.has('$') ? undefined : begins
}

/** Matches a pattern at a token. Longer entries and optional parts are tried first. */
export const matchPattern = (
  pattern: string,
  tokens: readonly Token[],
  from: number,
  isFree: IsFree,
): Match | undefined => matchAt(compile(pattern), tokens, from, isFree)

function matchAt(
  { elements, begins }: Pattern,
  tokens: readonly Token[],
  from: number,
  isFree: IsFree,
): Match | undefined {
  const first = tokens[from]
  if (begins && first && !begins.has(first.word) && !begins.has(first.kind)) return undefined
  const step = (at: number, index: number, values: Values): Match | undefined => {
    const element = elements[index]
    if (!element) return { from, to: at, values }
    for (const { to, value } of waysOf(element, tokens, at, isFree)) {
      const token = tokens[at]
      const part = element.name && token && { [element.name]: { value, token, from: at, to } }
      const match = step(to, index + 1, part ? { ...values, ...part } : values)
      if (match) return match
    }
    return element.isOptional ? step(at, index + 1, values) : undefined
  }
  return step(from, 0, {})
}

/** Finds the first match of a pattern. */
export function findPattern(
  pattern: string,
  tokens: readonly Token[],
  isFree: IsFree,
  start = 0,
): Match | undefined {
  const compiled = compile(pattern)
  for (let at = start; at < tokens.length; at += 1) {
    const match = isFree(at) && matchAt(compiled, tokens, at, isFree)
    if (match && match.to > match.from) return match
    // What begins at the start of the text cannot begin after it.
    if (compiled.isAnchored && isFree(at)) return undefined
  }
  return undefined
}

type Way = { to: number; value: string }

/** Returns the ways in which one element matches at a token. */
function waysOf(element: Element, tokens: readonly Token[], at: number, isFree: IsFree): Way[] {
  const { words, list = '' } = element
  if (words?.has('^')) return isAtStart(at, isFree) ? [{ to: at, value: '' }] : []
  if (words?.has('$')) return isAtEnd(tokens, at) ? [{ to: at, value: '' }] : []
  const token = isFree(at) ? tokens[at] : undefined
  if (!token) return []
  if (words) return words.has(token.word) ? [{ to: at + 1, value: token.word }] : []
  if (KINDS.has(list)) return token.kind === list ? [{ to: at + 1, value: token.word }] : []
  return entriesAt(list, tokens, at, isFree)
}

/** Returns the entries of a list at a token, the longest first. */
export function entriesAt(
  list: string,
  tokens: readonly Token[],
  at: number,
  isFree: IsFree,
): Way[] {
  const entries = LISTS.get(list)
  if (!entries) throw new Error(`The vocabulary has no list named ${list}.`)
  const ways: Way[] = []
  let words = ''
  for (let to = at; to < at + entries.most && isFree(to); to += 1) {
    words = `${words} ${tokens[to]?.word}`.trim()
    const value = entries.values.get(words)
    if (value !== undefined) ways.unshift({ to: to + 1, value })
  }
  return ways
}

// Words that were read at the start, such as "show me", are not part of the question any more.
const isAtStart = (at: number, isFree: IsFree): boolean => {
  for (let before = 0; before < at; before += 1) if (isFree(before)) return false
  return true
}

const isAtEnd = (tokens: readonly Token[], at: number): boolean =>
  tokens.slice(at).every(({ kind }) => kind === 'sign')
