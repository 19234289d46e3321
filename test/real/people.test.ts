import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { deleteIndices } from '#indexer/index/catalog.ts'
import { peoplePart } from '#indexer/index/people-part.ts'
import { resolveDue } from '#indexer/pipeline/resolve.ts'
import { companionIndexFor, indexAlias } from '#mappings/companions.ts'
import { organizationsIndex } from '#mappings/organizations.ts'
import type { PersonDocument } from '#mappings/people.ts'
import { canBeSamePerson, personTerms, readPersonName } from '#src/domain/person-names.ts'
import { createOpenSearch, type OpenSearch } from '#src/platform/clients/opensearch.ts'
import { searchPeople } from '#src/search/people/search-people.ts'
import { buildAllCompanions } from '#test/integration/indices/companions.ts'
import { createStore, loadInto, type Store } from '#test/world/store.ts'
import { REAL, REAL_DATA } from './real-data.ts'

const RECENT = join(REAL_DATA, 'recent/filings')
const prefix = 'people-real-'
const release = '20260101t000000000z'
const organizations = organizationsIndex(prefix, release)
// Every sixth entry of nearly two hundred organizations.
const EVERY = 6
const AT_ONCE = 8

/** Changes one letter inside the longest word: swaps it, drops it, doubles it, or replaces it. */
function misspell(name: string, at: number): string {
  const word = name.split(/[^A-Za-z]+/).toSorted((a, b) => b.length - a.length)[0] ?? ''
  const place = 1 + (at % Math.max(1, word.length - 2))
  const [before, own = '', next = '', after] = [
    word.slice(0, place),
    word.charAt(place),
    word.charAt(place + 1),
    word.slice(place + 2),
  ]
  const middle = [next + own, next, own + own + next, `q${next}`][at % 4]
  return name.replace(word, `${before}${middle}${after}`)
}

describe.skipIf(!existsSync(REAL) || !existsSync(RECENT))('people of real filings', () => {
  let store: Store
  let opensearch: OpenSearch
  let entries: PersonDocument[]

  beforeAll(async () => {
    store = await createStore('people_real')
    opensearch = createOpenSearch({ url: inject('opensearchUrl'), requestTimeoutMs: 60_000 })
    await loadInto(store, [REAL, RECENT])
    await resolveDue(store.db)
    const meta = { index: organizations, release }
    await buildAllCompanions(opensearch, store.db, meta, [peoplePart])
    const index = companionIndexFor(organizations, 'people') ?? ''
    await opensearch.run((client) =>
      client.indices.putAlias({ index, name: indexAlias(prefix, 'people') }),
    )
    const { hits } = await opensearch.search<PersonDocument>({
      index,
      body: { size: 10_000, sort: [{ key: 'asc' }] },
    })
    entries = hits.hits
      .flatMap(({ _source }) => _source ?? [])
      .filter(({ display }) => readPersonName(display.name) !== undefined)
      .filter((_, at) => at % EVERY === 0)
    expect(entries.length).toBeGreaterThan(100)
  })

  afterAll(async () => {
    await deleteIndices(opensearch, [companionIndexFor(organizations, 'people') ?? ''])
    await Promise.all([opensearch.close(), store.drop()])
  })

  const isNamesake = (one: PersonDocument['display'], other: PersonDocument['display']) => {
    const [name, own] = [readPersonName(one.name), readPersonName(other.name)]
    return !!name && !!own && canBeSamePerson(name, own)
  }

  const ways: [string, (entry: PersonDocument, at: number) => { name: string; state?: string }][] =
    [
      ['as filed', ({ display }) => ({ name: display.name })],
      [
        'last name first',
        ({ display }) => {
          const words = personTerms(display.name).words
          return { name: [words.at(-1), ...words.slice(0, -1)].join(' ') }
        },
      ],
      ['with a typo', ({ display }, at) => ({ name: misspell(display.name, at) })],
      ['with a state', ({ display }) => ({ name: display.name, ...stateOf(display) })],
      [
        'with a typo and a state',
        ({ display }, at) => ({ name: misspell(display.name, at), ...stateOf(display) }),
      ],
    ]
  const stateOf = ({ state }: PersonDocument['display']) => (state === undefined ? {} : { state })

  test.each(ways)('the first hit is right: %s', async (_, write) => {
    let right = 0
    const wrong: string[] = []
    const ask = async (entry: PersonDocument, at: number) => {
      const asked = write(entry, at)
      const params = { ...asked, page: 1, limit: 5, facets: false }
      const { hits } = await searchPeople({ opensearch, indexPrefix: prefix }, params)
      const [hit] = hits
      // Without more than a name, a namesake elsewhere is a right answer as well.
      if (hit && (hit.ein === entry.ein || isNamesake(hit.display, entry.display))) right += 1
      else wrong.push(`${asked.name} -> ${hit?.display.name}`)
    }
    for (let at = 0; at < entries.length; at += AT_ONCE) {
      const some = entries.slice(at, at + AT_ONCE)
      await Promise.all(some.map((entry, place) => ask(entry, at + place)))
    }
    expect(right / entries.length, wrong.slice(0, 12).join('; ')).toBeGreaterThanOrEqual(0.95)
  })
})
