import type { Sort, SortOrder } from '../../params.ts'
import type { Match } from '../patterns.ts'
import { declines, type Effect, type Reading, type Rule } from '../reading.ts'
import { isIn, reasonOf } from '../vocabulary.ts'

const SORTED = 'sort|sorted|order|ordered|rank|ranked|arranged|listed the? results|list|them?'
const BY = 'by the? <most>? <adjective>?'

/** Splits "Revenue:desc". */
function toSort(value: string): { sort: Sort; order: SortOrder } {
  const [sort, order] = value.split(':')
  return { sort: sort as Sort, order: order as SortOrder }
}

const reverse = (order: SortOrder): SortOrder => (order === 'asc' ? 'desc' : 'asc')

/** Returns the order that the words after a measure ask for; undefined if there are none. */
const directionOf = ({ values: { asc, desc } }: Match): SortOrder | undefined =>
  asc ? 'asc' : desc && 'desc'

/** "by revenue", "highest revenue first", "assets ascending". The most of overhead is the least. */
function byMeasure(match: Match, reading: Reading): readonly Effect[] | undefined {
  const { most, by } = match.values
  const { sort, order } = toSort(by?.value ?? '')
  if (sort === 'Recent' && isOfFiling(match, reading)) return undefined
  const wanted = directionOf(match) ?? (most?.value as SortOrder | undefined)
  if (wanted === undefined) return [{ sort: { kind: 'by', sort } }]
  return [{ sort: { kind: 'by', sort, order: order === 'asc' ? reverse(wanted) : wanted } }]
}

const OF_FILING = new Set(['in', 'from', 'of', 'for', 'on', 'their', 'its', 'the'])

/** "in the most recent filing" says which filing, not an order. */
const isOfFiling = ({ from }: Match, { tokens, taken }: Reading): boolean =>
  taken[from - 1] === false && OF_FILING.has(tokens[from - 1]?.word ?? '')

const unsortable = ({ values: { noby } }: Match): readonly Effect[] => [
  reasonOf(noby?.value ?? 'figure'),
]

/** "smallest first", but not "largest First Nations groups". */
const isFirst = ({ tokens, taken }: Reading, at: number): boolean =>
  tokens[at]?.word === 'first' && (tokens[at + 1]?.kind ?? 'sign') === 'sign' && !taken[at]

/** "best": an order only before words for many organizations. */
function judged({ values, to }: Match, { tokens }: Reading): readonly Effect[] | undefined {
  const rest = tokens.slice(to).map(({ word }) => word)
  const isMany = rest.some((word) => isIn('generic', word) || /[^s]s$/.test(word))
  if (!isMany || isIn('nojudged', rest[0] ?? '')) return undefined
  return [{ sort: { kind: 'superlative', ...toSort(values.judged?.value ?? '') } }]
}

/** Orders of the results. `settleSorts` chooses between several. */
export const SORTS: readonly Rule[] = [
  {
    name: 'by a measure',
    patterns: [
      `${SORTED} in? <desc> order of|by <adjective>? <by>`,
      `${SORTED} in? <asc> order of|by <adjective>? <by>`,
      `${SORTED} in order of <adjective>? <by> <asc>? <desc>?`,
      'in <desc> order of|by <adjective>? <by>',
      'in <asc> order of|by <adjective>? <by>',
      'in order of <adjective>? <by> <asc>? <desc>?',
      `${SORTED} ${BY} <by> <asc>? <desc>?`,
      `${BY} <by> <asc>? <desc>?`,
      `sort|order|rank <by> <asc>? <desc>?`,
      'the? <most> <by> to <most2>',
      '<by> <asc>',
      '<by> <desc>',
      'with|having? the? <most> <adjective>? <by> first?',
    ],
    read: byMeasure,
  },
  declines(
    'the most of something else',
    'figure',
    'with|having the? best|worst|most|least|fewest|highest|lowest|biggest|largest|smallest|greatest <word>',
  ),
  {
    name: 'a superlative',
    patterns: ['with|having? the? <superlative>', 'the? <superlative>'],
    read: (match, reading) => {
      const { values, to } = match
      const sort = toSort(values.superlative?.value ?? '')
      if (sort.sort === 'Recent' && isOfFiling(match, reading)) return undefined
      const effects = [{ sort: { kind: 'superlative', ...sort } } as const]
      return { effects, to: isFirst(reading, to) ? to + 1 : to }
    },
  },
  {
    name: 'by something that no search sorts by',
    patterns: [
      `${SORTED} ${BY} <noby> <asc>? <desc>?`,
      `${BY} <noby> $`,
      'with|having? the? <most> <adjective>? <noby>',
    ],
    read: unsortable,
  },
  {
    name: 'a direction',
    patterns: ['<desc>', '<asc>'],
    read: ({ values: { asc } }) => [{ sort: { kind: 'direction', order: asc ? 'asc' : 'desc' } }],
  },
  { name: 'a judgment', patterns: ['the? <judged>'], read: judged },
  {
    name: 'a top without a measure',
    patterns: ['the? top|bottom'],
    read: (match, reading) => {
      const isBottom = reading.tokens[match.to - 1]?.word === 'bottom'
      return reading.taken[match.to] === true || judged(match, reading)
        ? [{ sort: { kind: 'direction', order: isBottom ? 'asc' : 'desc' } }]
        : undefined
    },
  },
]

const MEANINGS: Record<Sort, string> = {
  Relevance: 'relevance',
  Revenue: 'latest revenue',
  Assets: 'latest assets',
  Rating: 'rating',
  ProgramRatio: 'program ratio',
  Recent: 'latest filing',
}

const ENDS: Record<SortOrder, string> = { desc: 'highest first', asc: 'lowest first' }
const TIMES: Record<SortOrder, string> = { desc: 'newest first', asc: 'oldest first' }

/** What a direction without a measure sorts by: the figure that the words filter by. */
function measureOf({ filters, subject }: Reading): Sort | undefined {
  // By amount.
  if (subject === 'grants') return 'Revenue'
  if (filters.minAssets !== undefined || filters.maxAssets !== undefined) return 'Assets'
  if (filters.minRating !== undefined) return 'Rating'
  if (filters.minRevenue !== undefined || filters.maxRevenue !== undefined) return 'Revenue'
  return undefined
}

/**
 * Chooses the order: "by assets" before "largest", which gives the direction if nothing else does.
 * Orders that contradict it are not understood.
 */
export function settleSorts(reading: Reading): void {
  const { sorts } = reading
  const first = sorts.find(({ kind }) => kind === 'by')
  const superlative = sorts.find(({ kind }) => kind === 'superlative')
  const direction = sorts.find(({ kind }) => kind === 'direction')
  const sized = direction && isIn('sized', direction.phrase.toLowerCase()) ? 'Revenue' : undefined
  const sort = first?.sort ?? superlative?.sort ?? (direction && (measureOf(reading) ?? sized))
  if (sort === undefined) {
    for (const { phrase, start } of sorts)
      reading.notUnderstood.push({ phrase, start, ...reasonOf('ascending') })
    return
  }
  const order = first?.order ?? direction?.order ?? superlative?.order ?? 'desc'
  reading.sort = sort
  if (order === 'asc') reading.order = order
  const meaning = `sorted by ${MEANINGS[sort]}, ${(sort === 'Recent' ? TIMES : ENDS)[order]}`
  for (const own of sorts) {
    const { phrase, start } = own
    if (own.kind === 'by' && own.sort !== sort) {
      reading.notUnderstood.push({ phrase, start, ...reasonOf('otherorder') })
    } else if (own.order !== undefined && own.order !== order) {
      reading.notUnderstood.push({ phrase, start, ...reasonOf('contradiction') })
    } else reading.phrases.push({ phrase, start, key: 'sort', meaning })
  }
}

/** Orders of people, who are sorted by pay. `note`, because no order of organizations is one of pay. */
export const PAY_ORDERS: readonly Rule[] = (['desc', 'asc'] as const).map((order) => ({
  name: `${order} by pay`,
  patterns: [`the? <${order === 'desc' ? 'bestpaid' : 'leastpaid'}>`],
  read: () => [
    {
      key: 'note',
      meaning: `sorted by pay, ${ENDS[order]}`,
      ...(order === 'asc' && { set: { order } }),
    },
  ],
}))
