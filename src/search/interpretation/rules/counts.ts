import { causesNamedBy } from '#src/domain/cause-phrases.ts'
import type { Match, Part } from '../patterns.ts'
import { type Effect, endOfCondition, type Rule, wordsOf } from '../reading.ts'
import { reasonOf } from '../vocabulary.ts'

// The most results that a page of surface B has.
const MOST = 100

/** Returns the part of a match that is a whole number without a unit, and that number. */
function countIn({ values: { amount, number } }: Match): (Part & { count: number }) | undefined {
  if (number) return { ...number, count: Number(number.value) }
  const { value = 0.5, scale, isMoney } = amount?.token ?? {}
  const isCount = amount && scale === 1 && !isMoney && Number.isInteger(value)
  return isCount ? { ...amount, count: value } : undefined
}

function limitTo(count: number): Effect {
  if (count < 1 || count > MOST) return { why: reasonOf('limit') }
  return { key: 'limit', meaning: `${count} results per page`, set: { limit: count } }
}

/** Reads a number of results from digits or words. */
const reads = (name: string, isWhole: boolean, ...patterns: string[]): Rule => ({
  name,
  patterns: patterns.flatMap((one) => [one, one.replace('<amount>', '<number>')]),
  read: (match) => {
    const found = countIn(match)
    if (!found) return undefined
    const { from, to } = isWhole ? match : found
    return { effects: [limitTo(found.count)], from, to }
  },
})

/** Numbers of results: "top 10", "the five largest", "show me 20", "5 results". */
export const COUNTS: readonly Rule[] = [
  reads('a number beside an order', false, '<amount> <superlative>', '<superlative> <amount>'),
  reads('a number before a measure', false, '<amount> <most> <by>', '<amount> <judged>'),
  reads('a number after a judgment', false, 'best|worst|top|bottom <amount>'),
  reads('the first results', true, 'first <amount>', 'limit to? <amount>'),
  reads('a number of results', true, 'at|up most|to? <amount> <results>', '<amount> <results>'),
  reads('a number of organizations', false, 'the <amount> <generic>', 'the <amount> <entity>'),
  reads('at most a number', true, 'at|up most|to <amount> <generic>'),
  reads('a number after a verb', true, '<ask> the|me? <amount>', '<ask> <ask> the? <amount>'),
  {
    name: 'a number before a cause',
    patterns: ['^ <number>', '^ <amount>'],
    read: (match, reading) => {
      const found = countIn(match)
      const words = wordsOf(reading, match.to, endOfCondition(reading, match.to))
      // "826 Valencia" is a name.
      return found && causesNamedBy(words) ? [limitTo(found.count)] : undefined
    },
  },
]

/** "…, smallest assets first, 20": a number at the end counts results if there is an order. */
export const LAST_COUNT: readonly Rule[] = [reads('a number at the end', false, ', <amount> $')]
