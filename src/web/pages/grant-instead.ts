import { grantSearchQuery, readGrantQuery, toGrantSearch } from '#src/api/shared/grant-search.ts'
import type { Filter } from '#src/search/filter-table.ts'
import { GRANT_FILTERS, type GrantFilterName } from '#src/search/grants/filters.ts'
import type { GrantReading } from '#src/search/grants/interpret.ts'
import { searchGrants } from '#src/search/grants/search-grants.ts'
import { respelled, respellWords } from '#src/search/recovery/respell.ts'
import type { SearchDeps } from '#src/search/search.ts'
import { withoutPhrase } from '../search/address.ts'
import type { Address, Instead } from './list-search.tsx'

const FILTERS = Object.entries(GRANT_FILTERS) as [GrantFilterName, Filter][]

type Other = Omit<Instead['others'][number], 'found'>

/** Searches that are proposed. */
const PROPOSED = 3
/** Words of a query that are left out, one at a time. */
const MAX_WORDS = 5

/**
 * Returns searches for grants that have rows, for one that has none: in another spelling; without one
 * filter, or one word; of a funder with this name; and at last all grants.
 */
export async function findInstead(
  deps: SearchDeps,
  address: Address,
  { reading }: { reading: GrantReading | undefined },
): Promise<Instead> {
  const fields = ['query.purpose', 'query.recipient'] as const
  const spellings = await respellWords(deps, 'grants', fields, reading?.text ?? '')
  const respelt = await countAll(
    deps,
    spellings.map((words) => ({
      address: { ...address, Query: respelled(address.Query ?? '', words) },
      words: '',
    })),
  )
  const spelling = respelt[0]?.address
  if (spelling) return { spelling, others: [] }
  const others = await countAll(deps, proposeOthers(address, reading))
  if (others.length > 0) return { others: others.slice(0, PROPOSED) }
  const all = { address: { Sort: 'Amount' }, words: 'All grants, the largest first' }
  return { others: await countAll(deps, [all]) }
}

/** Returns the searches that find rows, with their number. */
async function countAll(deps: SearchDeps, others: readonly Other[]): Promise<Instead['others']> {
  const counted = others.map(async (other) => {
    const { Sort: _, Order: __, ...given } = other.address
    const { data } = grantSearchQuery.safeParse(given)
    if (!data) return []
    const search = toGrantSearch(data, await readGrantQuery(deps, data))
    const { found } = await searchGrants(deps, { ...search, page: 1, limit: 0, facets: false })
    return found > 0 ? [{ ...other, found }] : []
  })
  return (await Promise.all(counted)).flat()
}

/** Returns the address with parameters instead of words that were read as filters; they win. */
export function settle(address: Address, reading: GrantReading | undefined): Address {
  const { filters, text } = reading ?? { filters: {}, text: address.Query }
  // A parameter has one state.
  if ([filters.states, filters.funderStates].some((one) => one && one.length > 1)) return address
  const read = FILTERS.map(([name, { key }]) => {
    const value = filters[key as keyof typeof filters]
    const text = typeof value === 'object' ? Object.values(value)[0] : value
    return [name, text === undefined ? undefined : String(text)]
  })
  return { ...Object.fromEntries(read), ...address, Query: text || undefined }
}

/** Returns searches that ask for less, the smallest change first. */
function proposeOthers(address: Address, reading: GrantReading | undefined): Other[] {
  const { Query: query = '' } = address
  const { text = '', phrases = [], filters: { funder, recipient } = {} } = reading ?? {}
  const words = text.split(/\s+/).slice(0, MAX_WORDS)
  const without = (phrase: string): Other[] => {
    const rest = withoutPhrase(query, phrase)
    return rest ? [{ address: { ...address, Query: rest }, words: `Without “${phrase}”` }] : []
  }
  const names = [funder, recipient].flatMap((side) => (side && 'name' in side ? side.name : []))
  const settled: Address = { ...settle(address, reading), Query: undefined }
  return [
    ...FILTERS.flatMap(([name, { label }]) =>
      address[name] === undefined
        ? []
        : [
            {
              address: { ...address, [name]: undefined },
              words: `Without “${label}: ${address[name]}”`,
            },
          ],
    ),
    ...phrases.flatMap(({ phrase }) => without(phrase)),
    ...(text !== '' && FILTERS.some(([name]) => settled[name] !== undefined)
      ? [{ address: settled, words: 'All grants with these filters' }]
      : []),
    ...(words.length > 1 ? words.flatMap(without) : []),
    ...(text === '' ? [] : [{ address: { Funder: text }, words: `Grants given by “${text}”` }]),
    ...[text, ...names].flatMap((one) =>
      one === '' ? [] : [{ address: { Query: one }, words: `All grants for “${one}”` }],
    ),
  ]
}
