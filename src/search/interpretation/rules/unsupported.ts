import { causesNamedBy } from '#src/domain/cause-phrases.ts'
import type { Match } from '../patterns.ts'
import {
  declines,
  endOfCondition,
  isFreeIn,
  type Reading,
  type Rule,
  refuses,
  wordsOf,
} from '../reading.ts'
import { isIn, reasonOf } from '../vocabulary.ts'

/** Words that ask for something that no search does: growth, status, stars, "near me". */
export const UNSUPPORTED: readonly Rule[] = [
  {
    name: 'a similar organization',
    patterns: ['similar to', 'comparable to'],
    read: () => [{ topic: 'similar' }],
  },
  refuses(
    'pay at organizations',
    'pay',
    '<role> pay|salary|salaries|compensation',
    '<role> <earn> the? most|least|more|less',
    'that|which|who? pay|pays|paying their|its <role>',
  ),
  {
    name: 'a condition that no filing has',
    patterns: [
      'and|that? are|is? open on|at|until|late|now|today|daily|24|evenings|weekends',
      'audited|accredited|certified|endorsed|recommended by',
      'under investigation',
      'being|been|was|were investigated|sued|charged|accused',
    ],
    read: ({ to }, reading) => ({
      effects: [reasonOf('condition')],
      to: endOfCondition(reading, to + 1),
    }),
  },
  refuses(
    'a person',
    'leaders',
    'with|having|where <word> <word>? <word>? as|is a|an|the|its|their? <role>',
    'with|having a|an <word>? <role>',
  ),
  {
    name: 'a judgment without a measure',
    patterns: ['good|great|decent|solid|worthy <generic>'],
    read: ({ from }) => ({ effects: [reasonOf('trust')], to: from + 1 }),
  },
  {
    name: 'words around a subject',
    patterns: ['<focus>'],
    read: () => ['filler'],
  },
  {
    name: 'what no search does',
    patterns: ['with|having|the|that|are? the|are? <unsupported>'],
    read: ({ from, to, values: { unsupported } }, reading) =>
      // "Charity Navigator" is also a name.
      from === 0 && to === reading.tokens.length
        ? undefined
        : {
            effects: [reasonOf(unsupported?.value ?? 'condition')],
            // "with a net loss three years in a row", but not "profitable hospitals"
            to: unsupported?.token.word === 'with' ? endOfCondition(reading, to) : to,
          },
  },
]

/** Returns the words that follow up to the next reading. */
function restAfter(reading: Reading, from: number): string {
  let to = from
  while (isFreeIn(reading)(to) && reading.tokens[to]?.kind !== 'sign') to += 1
  return wordsOf(reading, from, to)
}

/** "small" with a maximum says nothing more. */
function isCovered({ filters }: Reading, size: string): boolean {
  const isMin = filters.minRevenue !== undefined || filters.minAssets !== undefined
  const isMax = filters.maxRevenue !== undefined || filters.maxAssets !== undefined
  if (size === 'small') return isMax
  return size === 'large' ? isMin : isMin && isMax
}

/** "small business" and "big cats" are subjects; "small museums" asks for a size. */
function readSize({ to, values: { size } }: Match, reading: Reading) {
  const wanted = size?.value ?? ''
  if (isCovered(reading, wanted))
    return [{ key: 'note', meaning: 'covered by the amount' } as const]
  const words = restAfter(reading, to)
  const isKind = causesNamedBy(words) !== undefined || isIn('generic', words.toLowerCase())
  const isPlural = !words.includes(' ') && /[^s]s$/.test(words)
  return isKind || isPlural ? [reasonOf('size')] : undefined
}

/** Sizes without an amount, read when the amounts are known. */
export const SIZES: readonly Rule[] = [
  {
    name: 'a size of a figure',
    patterns: ['with|having|have|has? <size> <measure>', 'with|having|have|has? <level> <measure>'],
    // "low income families" are a subject.
    read: ({ to, values: { measure } }, reading) =>
      measure?.token.word === 'income' &&
      isFreeIn(reading)(to) &&
      reading.tokens[to]?.kind === 'word'
        ? undefined
        : [reasonOf('size')],
  },
  { name: 'a size', patterns: ['<size>'], read: readSize },
]

/** Words of conditions that nothing has read. They are never searched as text. */
export const LEFTOVERS: readonly Rule[] = [
  {
    name: 'near an unknown place',
    patterns: ['near <word>', 'nearest <word>'],
    read: ({ from, to }, { tokens }) =>
      from > 0 && /^\p{Lu}/u.test(tokens[to - 1]?.text ?? '')
        ? [reasonOf('unknownplace')]
        : undefined,
  },
  refuses(
    'a comparison of figures',
    'condition',
    'with|having? <measure> <over> <adjective>? <measure2>?',
    'with|having? <measure> <under> <adjective>? <measure2>?',
    'with|having? more|less|fewer|higher|lower|greater <measure> than <measure2>',
  ),
  declines(
    'an order by something else',
    'figure',
    'sorted|ranked|ordered|arranged by|on',
    'sort|rank|order by',
    'in order of',
  ),
  refuses(
    'a number without a measure',
    'measure',
    '<over> <number>',
    '<under> <number>',
    '<over> <year>',
    '<under> <year>',
  ),
]
