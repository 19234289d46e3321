const UNITS =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  )
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')

const SMALL = new Map([
  ...UNITS.map((word, value) => [word, value] as const),
  ...TENS.map((word, at) => [word, 20 + 10 * at] as const),
])

/** Words and letters that multiply the preceding number. */
export const SCALES = new Map<string, number>([
  ['hundred', 100],
  ['dozen', 12],
  ['thousand', 1e3],
  ['k', 1e3],
  ['million', 1e6],
  ['mil', 1e6],
  ['mn', 1e6],
  ['mm', 1e6],
  ['m', 1e6],
  ['billion', 1e9],
  ['bn', 1e9],
  ['b', 1e9],
  ['trillion', 1e12],
  ['tn', 1e12],
  ['t', 1e12],
])

const WORD_SCALES = new Map([...SCALES].filter(([word]) => word.length > 3))

/** Returns whether a word can be part of a written number. */
export const isNumberWord = (word: string): boolean => SMALL.has(word) || WORD_SCALES.has(word)

/**
 * Returns the value of a written number such as "three hundred and five thousand" or "half a
 * million"; undefined if the words are not a number.
 */
export function valueOfWords(words: readonly string[]): number | undefined {
  const [first, second, ...rest] = words
  if (first === 'half' && (second === 'a' || second === 'an')) return scaled(0.5, rest)
  if (first === 'a' || first === 'an') return scaled(1, words.slice(1))
  const point = words.indexOf('point')
  if (point > 0) return withDecimals(words, point)
  return wholeOf(words)
}

function scaled(value: number, scales: readonly string[]): number | undefined {
  const factors = scales.map((word) => WORD_SCALES.get(word))
  if (factors.length === 0 || factors.includes(undefined)) return undefined
  return factors.reduce<number>((product, factor) => product * (factor ?? 1), value)
}

// "one point two five million": digits one by one after the point, then scales.
function withDecimals(words: readonly string[], point: number): number | undefined {
  const whole = wholeOf(words.slice(0, point))
  const tail = words.slice(point + 1)
  const count = tail.findIndex((word) => !((SMALL.get(word) ?? 10) < 10))
  const digits = count === -1 ? tail : tail.slice(0, count)
  const scales = tail.slice(digits.length)
  if (whole === undefined || digits.length === 0) return undefined
  const value = Number(`${whole}.${digits.map((word) => SMALL.get(word)).join('')}`)
  return scales.length === 0 ? value : scaled(value, scales)
}

function wholeOf(words: readonly string[]): number | undefined {
  let total = 0
  let group: number | undefined
  for (const word of words) {
    if (word === 'and') continue
    const small = SMALL.get(word)
    const scale = WORD_SCALES.get(word)
    if (small !== undefined) {
      // "twenty three" is a number and "five six" is not.
      if (group !== undefined && !fits(group, small)) return undefined
      group = (group ?? 0) + small
    } else if (scale === undefined) {
      return undefined
    } else if (scale < 1_000) {
      group = (group ?? 1) * scale
    } else {
      total = group === undefined && total > 0 ? total * scale : total + (group ?? 1) * scale
      group = undefined
    }
  }
  return total + (group ?? 0)
}

const fits = (group: number, next: number): boolean =>
  next > 0 && (group % 100 === 0 || (group % 10 === 0 && group % 100 >= 20 && next < 10))
