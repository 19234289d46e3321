/** What a token is; an `amount` is any number that is not one of the others. */
export type Kind = 'word' | 'amount' | 'percent' | 'year' | 'decade' | NamedNumber | 'sign'
type NamedNumber = 'form' | 'subsection' | 'ein'

export type Token = {
  kind: Kind
  /** As typed. */
  text: string
  /** In lower case, without accents and dots. */
  word: string
  start: number
  end: number
  /** Of a number, including its unit; a share from 0 to 1; the first year of a decade. */
  value: number
  /** What the unit multiplies by ("5M"); 1 without a unit. */
  scale: number
  /** Marked as dollars. */
  isMoney: boolean
}

const SCALES: Record<string, number> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  mm: 1e6,
  mil: 1e6,
  million: 1e6,
  millions: 1e6,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
}

// In order: the first that matches at a position is the token.
const KINDS: [kind: Kind, pattern: RegExp][] = [
  ['ein', /\d{2}-?\d{7}(?![\d,.]*\d)/y],
  ['subsection', /501\s?\(?c\)?[\s-]?\(?\d{1,2}\)?(?!\d)/iy],
  ['subsection', /\(?c\)?\(?\d{1,2}\)?(?=s?(?![\p{L}\p{N}]))/iuy],
  ['form', /990(?:[\s-]?(?:pf|ez|n|t))?(?=s?(?![\p{L}\p{N}]))/iuy],
  ['percent', /\d\/\d(?![\d/])/y],
  ['percent', /\d+(?:\.\d+)?\s?(?:%|per\s?cent(?!\p{L}))/iuy],
  ['percent', /\d+\s?cents\s(?:of|on|from|out\sof)\s(?:every|each|a|the)\sdollar/iuy],
  ['decade', /(?:1[89]|20)\d0['’]?s(?!\p{L})/uy],
  ['year', /(?:1[89]|20)\d\d(?![\p{L}\p{N}]|,\d|-\p{L})/uy],
  ['word', /\d+-?\p{L}[\p{L}\p{N}-]*/uy],
  ['amount', /\$?\s?\d+(?:,\d{3})*(?:\.\d+)?/y],
  ['word', /(?:\p{L}\.){2,}/uy],
  ['word', /\p{L}[\p{L}\p{M}\p{N}]*(?:['’]\p{L}+)*/uy],
  ['sign', />=|<=|[^\s]/uy],
]

const UNIT = /\s?(?:k|mm?|mil|b|bn|thousand|millions?|billion)(?![\p{L}\p{N}])/iuy
const DOLLARS = /\s?(?:dollars?|usd)(?!\p{L})/iuy
const NUMBER_WITH_UNIT = /\d+(?:\.\d+)?(?:k|mm?|mil|b|bn)(?![\p{L}\p{N}])/iuy

/** Returns the words, numbers, and signs of a text. A hyphen between words only separates them. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < text.length; ) {
    const token = /\s/.test(text.charAt(at)) ? undefined : readToken(text, at)
    if (token && !isHyphen(text, token)) tokens.push(token)
    at = token?.end ?? at + 1
  }
  return tokens
}

const matchAt = (pattern: RegExp, text: string, at: number): string | undefined => {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0]
}

const isWordAt = (text: string, at: number): boolean => /[\p{L}\p{N}]/u.test(text.charAt(at))

/** A hyphen inside "top-rated" is no sign; one before a number or after a space is. */
const isHyphen = (text: string, { text: sign, start, end }: Token): boolean =>
  sign === '-' && isWordAt(text, start - 1) && /\p{L}/u.test(text.charAt(end))

function readToken(text: string, at: number): Token | undefined {
  for (const [kind, pattern] of KINDS) {
    // "b5" inside a word is not a subsection.
    if (kind === 'subsection' && isWordAt(text, at - 1)) continue
    if (kind === 'word' && matchAt(NUMBER_WITH_UNIT, text, at)) continue
    const found = matchAt(pattern, text, at)
    if (found !== undefined) return toToken(kind, text, at, found)
  }
  return undefined
}

function toToken(kind: Kind, whole: string, start: number, found: string): Token {
  if (kind === 'amount') return toAmount(whole, start, found)
  const end = start + found.length
  return {
    kind,
    text: found,
    word: toWord(found),
    start,
    end,
    value: numberOf(kind, found),
    scale: 1,
    isMoney: false,
  }
}

const toWord = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replaceAll('’', "'")
    .replaceAll(/(?<=\p{L})\./gu, '')
    .toLowerCase()

function numberOf(kind: Kind, text: string): number {
  if (kind !== 'percent') return Number.parseInt(text.replaceAll(/\D/g, ''), 10)
  const [part, whole] = text.split('/')
  return whole === undefined ? Number.parseFloat(text) / 100 : Number(part) / Number(whole)
}

function toAmount(whole: string, start: number, digits: string): Token {
  const unit = matchAt(UNIT, whole, start + digits.length) ?? ''
  const dollars = matchAt(DOLLARS, whole, start + digits.length + unit.length) ?? ''
  const text = digits + unit + dollars
  const scale = SCALES[unit.trim().toLowerCase()] ?? 1
  return {
    kind: 'amount',
    text,
    word: toWord(text),
    start,
    end: start + text.length,
    value: Number(digits.replaceAll(/[$,\s]/g, '')) * scale,
    scale,
    isMoney: digits.startsWith('$') || dollars !== '',
  }
}

/** Joins number words and their unit into an amount: "half a billion", "one million". */
export function joinNumberWords(
  tokens: Token[],
  numberAt: (at: number) => { length: number; value: number } | undefined,
): Token[] {
  const joined: Token[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const [token, number] = [tokens[at], numberAt(at)]
    const unit = number && tokens[at + number.length]
    const scale = unit && SCALES[unit.word]
    if (token && number && unit && scale !== undefined && unit.word.length > 2) {
      const dollars = tokens[at + number.length + 1]?.word === 'dollars'
      const last = (dollars && tokens[at + number.length + 1]) || unit
      const value = number.value * scale
      joined.push({ ...token, kind: 'amount', end: last.end, value, scale, isMoney: dollars })
      at += number.length + (dollars ? 1 : 0)
    } else if (token) joined.push(token)
  }
  return joined
}
