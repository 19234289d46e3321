import { FICTIONAL_PREFIXES } from '../domain/ein.ts'

/** Tables with an index that is ordered by EIN. */
type KeyedTable = 'organization' | 'filing' | 'bmf' | 'pub78' | 'revocation'

type Range = [from: string, to: string]

const next = (prefix: string): string => String(Number(prefix) + 1).padStart(2, '0')

/** Returns the fictional EINs and all others as ranges of their first two digits. */
function toRanges(): { fictional: Range[]; other: Range[] } {
  const fictional = FICTIONAL_PREFIXES.map((prefix): Range => [prefix, next(prefix)])
  const ends = ['00', ...fictional.map(([, to]) => to)]
  // A letter sorts after every digit.
  const begins = [...fictional.map(([from]) => from), 'z']
  const other = ends.flatMap((from, at): Range[] => {
    const to = begins[at] ?? 'z'
    return from < to ? [[from, to]] : []
  })
  return { fictional, other }
}

const { fictional, other } = toRanges()

// Each range is one index lookup. With a single condition, the planner may read the whole table.
const anyIn = (table: KeyedTable, ranges: readonly Range[], where: string): string =>
  `exists (select from (values ${ranges.map(([from, to]) => `('${from}', '${to}')`).join(', ')})
    as prefix (lo, hi) where (select ein from ${table}
      where ein >= lo and ein < hi ${where} order by ein limit 1) is not null)`

/** Returns SQL for whether the EINs of a table are fictional: 'All', 'Some', or null. */
export const fictionalIn = (table: KeyedTable, where = ''): string =>
  `case when ${anyIn(table, fictional, where)}
    then case when ${anyIn(table, other, where)} then 'Some' else 'All' end end`
