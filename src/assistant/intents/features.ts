import { crc32 } from 'node:zlib'
import { readTsv } from '#src/domain/tsv.ts'
import { findWords } from '../vocabulary.ts'

const ROWS = readTsv(new URL('features.tsv', import.meta.url)).map(
  ([name = '', any = '', all = '']) => ({
    ...{ name, any: any.split(' ').filter(Boolean), all: all.split(' ').filter(Boolean) },
  }),
)
/** Features that count any of some lists or entries of vocabulary.tsv. */
const COUNTED = ROWS.filter(({ any }) => any.length > 0)
/** Features that mean something else together. */
const TOGETHER = ROWS.filter(({ all }) => all.length > 0)

const MASKS = ['ORG', 'PERSON', 'YEAR', 'AMOUNT', 'PLACE'] as const
const YES_OR_NO = /^(is|are|was|were|do|does|did|has|have|can|could|any)\b/

// Words and pairs of words share this many places; what one of them weighs.
const BUCKETS = 1_024
const BUCKET = 0.5

/** The names of the features before those of words, in order. */
export const FEATURES: readonly string[] = [
  ...COUNTED.map(({ name }) => name),
  ...MASKS,
  'severalORG',
  'severalYEAR',
  'unnamed',
  'yesOrNo',
  'short',
  ...TOGETHER.map(({ name }) => name),
]

/** Returns the features of a masked text: FEATURES, each 0 or 1, then its words and pairs of words. */
export function featuresOf(masked: string): number[] {
  const entries = new Set(findWords(masked).flatMap(({ list, key }) => [list, `${list}:${key}`]))
  const times = (mask: string) => masked.split(new RegExp(`\\b${mask}\\b`)).length - 1
  const found = new Set([
    ...COUNTED.flatMap(({ name, any }) => (any.some((one) => entries.has(one)) ? [name] : [])),
    ...MASKS.filter((mask) => times(mask) > 0),
    ...(times('ORG') > 1 ? ['severalORG'] : []),
    ...(times('YEAR') > 1 ? ['severalYEAR'] : []),
    ...(times('ORG') + times('PERSON') === 0 ? ['unnamed'] : []),
    ...(YES_OR_NO.test(masked) ? ['yesOrNo'] : []),
    ...(masked.split(/\s+/).length < 5 ? ['short'] : []),
  ])
  for (const { name, all } of TOGETHER) if (all.every((one) => found.has(one))) found.add(name)
  return [...FEATURES.map((name) => (found.has(name) ? 1 : 0)), ...bucketsOf(masked)]
}

function bucketsOf(masked: string): number[] {
  const buckets = new Array<number>(BUCKETS).fill(0)
  const words = ['^', ...(masked.match(/[A-Za-z0-9']+/g) ?? []), '$']
  for (const [at, word] of words.entries()) {
    const next = words[at + 1]
    if (at > 0 && next !== undefined) buckets[crc32(word) % BUCKETS] = BUCKET
    if (next !== undefined) buckets[crc32(`${word} ${next}`) % BUCKETS] = BUCKET
  }
  return buckets
}
