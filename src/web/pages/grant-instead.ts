import { grantSearchQuery, readGrantQuery, toGrantSearch } from '#src/api/shared/grant-search.ts'
import type { Filter } from '#src/search/filter-table.ts'
import { GRANT_FILTERS } from '#src/search/grants/filters.ts'
import type { GrantReading } from '#src/search/grants/interpret.ts'
import { countGrants, respellGrantWords } from '#src/search/grants/recover-grants.ts'
import type { SearchDeps } from '#src/search/search.ts'
import { withoutPhrase } from '../components/search/resolution.tsx'
import type { Address, Instead } from './list-search.tsx'

type Other = Instead['others'][number]

/** Searches that are proposed. */
const PROPOSED = 3
/** Words of a query that are left out, one at a time. */
const MAX_WORDS = 10

/**
 * Returns searches for grants that have rows, for one that has none: in another spelling; without one
 * filter, or one word; of a funder with this name; and at last all grants.
 */
export async function findInstead(
  deps: SearchDeps,
  address: Address,
  { reading }: { reading: GrantReading | undefined },
): Promise<Instead> {
  const text = reading?.text ?? ''
  const spellings = (await respellGrantWords(deps, text)).map((words) => ({
    ...address,
    Query: [...words].reduce(
      (query, [word, better]) => query.replace(word, better),
      address.Query ?? '',
    ),
  }))
  const others = proposeOthers(address, reading)
  const counts = await countGrants(
    deps,
    await Promise.all(
      [...spellings, ...others.map((other) => other.address)].map((one) => toSearch(deps, one)),
    ),
  )
  const [respelt, found] = [counts.slice(0, spellings.length), counts.slice(spellings.length)]
  const spelling = spellings[respelt.findIndex((count) => count > 0)]
  return {
    ...(spelling && { spelling }),
    others: others.filter((_, at) => (found[at] ?? 0) > 0).slice(0, PROPOSED),
  }
}

async function toSearch(deps: SearchDeps, address: Address) {
  const { Sort: _, Order: __, ...given } = address
  const read = grantSearchQuery.safeParse(given)
  return read.success ? toGrantSearch(read.data, await readGrantQuery(deps, read.data)) : undefined
}

/** Returns searches that ask for less, the smallest change first. */
function proposeOthers(address: Address, reading: GrantReading | undefined): Other[] {
  const { Query: query = '', Sort: _, Order: __, ...given } = address
  const text = reading?.text ?? ''
  const words = text.split(/\s+/).slice(0, MAX_WORDS)
  const without = (phrase: string): Other[] => {
    const rest = withoutPhrase(query, phrase)
    return rest ? [{ address: { ...address, Query: rest }, words: `Without “${phrase}”` }] : []
  }
  const filters = Object.entries<Filter>(GRANT_FILTERS).flatMap(([name, { label }]) =>
    given[name] === undefined
      ? []
      : [
          {
            address: { ...address, [name]: undefined },
            words: `Without “${label}: ${given[name]}”`,
          },
        ],
  )
  return [
    ...filters,
    ...(reading?.phrases ?? []).flatMap(({ phrase }) => without(phrase)),
    ...(words.length > 1 ? words.flatMap(without) : []),
    ...(text === '' ? [] : [{ address: { Funder: text }, words: `Grants given by “${text}”` }]),
    ...(text === '' ? [] : [{ address: { Query: text }, words: `All grants for “${text}”` }]),
    ...(Object.keys(given).length === 0
      ? []
      : [{ address: given, words: 'Any grant with these filters' }]),
    { address: { Sort: 'Amount' }, words: 'All grants, the largest first' },
  ]
}
