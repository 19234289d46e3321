import { describe, expect, test } from 'vitest'
import type { OrganizationDocument } from '#mappings/organization-document.ts'
import { health } from '#src/api/a/health.ts'
import { searchResults } from '#src/api/a/search.ts'
import { envelope } from '#src/api/b/operation.ts'
import { searchData } from '#src/api/b/search/schema.ts'
import { WINDOW } from '#src/search/discovery/query.ts'
import { opened } from '#test/integration/opened.ts'
import { cases, testCases } from '#test/unit/cases.ts'
import { readA } from './answers-a.ts'
import { ORGANIZATIONS, openWorld, sketchDocument } from './world.ts'

/** Opens a world over these documents for the tests of a block, and returns searches of it. */
function over(name: string, documents: OrganizationDocument[]) {
  const world = opened(() => openWorld(name, {}, documents))
  const ask = (query: Record<string, string>) =>
    readA(world, `/api/v2/search?${new URLSearchParams(query)}`)
  return {
    /** A search of surface A. */
    search: async (query: Record<string, string>) => {
      const results = searchResults.parse(await ask(query))
      return { ...results, eins: results.Hits.map(({ EIN }) => EIN) }
    },
    /** A question to surface B. */
    question: async (query: Record<string, string>) => {
      const { data } = envelope(searchData).parse(await ask(query))
      return { ...data, eins: data.results.map(({ ein }) => ein) }
    },
    get: (url: string) => world.app.inject(url),
  }
}

describe('a search', () => {
  const { get, search } = over('search_a', ORGANIZATIONS)

  test('health reports documents and their release', async () => {
    const response = await get('/api/v2/health')
    const CompiledAt = '2026-03-01T04:05:06.789Z'
    const known = { Status: 'Healthy', SchemaVersion: 2, CompiledAt, Documents: 4 }
    expect(health.parse(response.json())).toEqual(known)
  })

  test('reports the duration of its phases on surface B', async () => {
    const timing = (await get('/api/v2/search?q=harvest')).headers['server-timing']
    const shown = String(timing).replaceAll(/dur=\d+\.\d(?=,|$)/g, 'n')
    expect(shown).toBe('search;n, mongo;n, build;n, audit;n, total;n')
    expect((await get('/api/v2/search?Query=harvest')).headers).not.toHaveProperty('server-timing')
  })

  test('finds by name, with the matched field and known facts', async () => {
    const { Hits, Resolution, Mode } = await search({ Query: 'cuyahoga harvest pantry' })
    expect(Mode).toBe('Identity')
    expect(Resolution).toMatchObject({ Status: 'Exact', EIN: '070000001' })
    expect(Hits[0]).toMatchObject({
      ...{ EIN: '070000001', Name: 'Cuyahoga Harvest Pantry', Location: 'Akron, OH' },
      ...{ Cause: 'Food Banks & Pantries', PrimaryForm: '990', FormTypes: ['990'] },
      Match: { Kind: 'ExactName', Field: 'Name' },
    })
  })

  test.each([
    ['harvest pantry, Akron TX', '070000002'],
    ['harvest pantry Akron OH', '070000001'],
    ...['07-0000001', '070000001', ' 07 0000001 ', '70000001'].map((ein) => [ein, '070000001']),
  ])('distinguishes by place, and reads any spelling of an EIN: %s', async (Query, ein) => {
    const [hit] = (await search({ Query })).Hits
    expect([hit?.EIN, hit?.Match.Kind === 'EIN']).toEqual([ein, !Query.includes('pantry')])
  })

  test.each([
    'Cuyahoga Harvest Pantry in Akron',
    'cuyahoga harvest pantry, Akron, OH 44301-1234, USA',
  ])('finds the only organization with a name in a place: %s', async (Query) => {
    const { Hits, Resolution } = await search({ Query })
    expect(Resolution).toMatchObject({ Status: 'Exact', EIN: '070000001' })
    const Match = { Kind: 'ExactName', Field: 'Name', Place: 'Akron, OH' }
    expect(Hits[0]).toMatchObject({ EIN: '070000001', Match })
  })

  test('ranks a name that begins with the query above one that contains it', async () => {
    const { Hits } = await search({ Query: 'harvest pantry' })
    const kinds = Hits.map(({ EIN, Match }) => `${EIN} ${Match.Kind}`)
    expect(kinds).toEqual(['070000002 Prefix', '070000001 Fuzzy'])
  })

  test('corrects several words at once, three letters included', async () => {
    const { Hits, Resolution } = await search({ Query: 'cuyahgoa havrest panty' })
    expect([Resolution?.Status, Hits[0]?.EIN]).toEqual(['Closest', '070000001'])
  })

  test('leaves out unknown values', async () => {
    const [hit] = (await search({ Query: 'registry only society' })).Hits
    for (const name of ['PrimaryForm', 'FormTypes', 'Description']) {
      expect(hit).not.toHaveProperty(name)
    }
  })

  test('pages by NextCursor, and returns each organization once', async () => {
    const seen: string[] = []
    for (let Cursor: string | undefined = '1'; Cursor; ) {
      const page = await search({ Query: 'harvest pantry', Limit: '1', Cursor })
      expect([page.Page, page.eins.length]).toEqual([Number(Cursor), 1])
      seen.push(...page.eins)
      Cursor = page.NextCursor
    }
    expect(seen).toEqual(['070000002', '070000001'])
  })

  test('returns facets only on request', async () => {
    const { Facets } = await search({ Query: 'harvest pantry', Facets: 'true' })
    const names = ['State', 'Cause', 'Form', 'EntityType', 'RevenueBand']
    expect(Object.keys(Facets ?? {})).toEqual(names)
    expect(Facets?.State).toContainEqual({ Value: 'OH', Label: 'Ohio', Count: 1 })
    expect(await search({ Query: 'harvest pantry' })).not.toHaveProperty('Facets')
  })
})

describe('a search by meaning and words', () => {
  // Without a vector, an organization is found only by words; the last one has every query's vector.
  const documents = cases<[string, string, string, string]>(
    'organizations found by words, and the last by meaning',
  ).map(([ein, name, program, state]) =>
    sketchDocument({
      ...{ ein, name, program, state, form: '990', revenue: 1_000 },
      hasVector: ein === '070000006',
    }),
  )
  const { search } = over('discovery', documents)

  test('shows for each organization what matched', async () => {
    const { Hits } = await search({ Mode: 'Discovery', Query: 'springs after clubs' })
    const why = Hits.map(({ EIN, Match, WhyMatched }) =>
      [EIN, Match.Field, WhyMatched?.[0]?.Kind].join(' '),
    )
    expect(why).toEqual(['070000006 CauseText Passage', '070000005 Name Name'])
  })
})

describe('a question', () => {
  const { question } = over('search_b', [
    ...ORGANIZATIONS,
    sketchDocument({ ein: '070000005', name: 'Trustees of Whitcombe School Inc', state: 'VT' }),
  ])

  test('of a name returns every figure with its leaf', async () => {
    const { interpretation, results, evidence } = await question({ q: 'Cuyahoga Harvest Pantry' })
    expect(interpretation).toMatchObject({ mode: 'identity', sort: 'relevance' })
    const ref = '990:2024:202513199349301234:/IRS990/CYTotalRevenueAmt'
    const total_revenue = { value: 2_000_000, tax_year: 2024, ref, _src: 'f1' }
    const match = { kind: 'exact_name' }
    expect(results[0]).toMatchObject({ ein: '070000001', match, financials: { total_revenue } })
    const f1 = { form: '990', tax_year: 2024, object_id: '202513199349301234' }
    expect(evidence.sources).toMatchObject({ f1 })
    expect(results[0]?.financials).not.toHaveProperty('total_assets')
  })

  // Explicit parameters override words. An exact name is read whole, even if it begins like a question
  // about people, and words that only name a cause filter by it, even if a name contains them.
  testCases(
    'questions and how they are read',
    async (query: Record<string, string>, interpretation: object, eins?: string[]) => {
      const data = await question(query)
      expect(data.interpretation).toMatchObject(interpretation)
      if ('state' in query) expect(data.interpretation).not.toHaveProperty('works_in_states')
      if (eins) expect(data.eins).toEqual(eins)
    },
  )

  test('of filters and an order without words lists all matches', async () => {
    const q = 'largest organizations in OH, TX and MI'
    const { interpretation, results, ...data } = await question({ q, limit: '2' })
    const works_in_states = ['OH', 'TX', 'MI']
    expect(interpretation).toMatchObject({ text: '', works_in_states, sort: 'revenue' })
    expect(data).toMatchObject({ total: 3, total_relation: 'exact', has_more: true })
    expect(data.eins).toEqual(['070000001', '070000002'])
    expect(new Set(results.map(({ match }) => match.kind))).toEqual(new Set(['filter']))
  })
})

describe('a discovery of more organizations than are ranked', () => {
  const SOME = 40
  const made = Array.from({ length: WINDOW + SOME }, (_, at) =>
    sketchDocument({
      ...{ ein: String(70_000_100 + at).padStart(9, '0'), name: `Pantry ${at}`, form: '990' },
      ...{ revenue: 1_000 + at, program: 'Gives food to families.' },
      state: at < SOME ? 'OH' : 'TX',
    }),
  )
  const { question } = over('full_window', made)

  test.each([
    [{}, 'at_least', WINDOW],
    [{ sort: 'revenue' }, 'at_least', WINDOW],
    [{ state: 'OH' }, 'exact', SOME],
  ])('with %o has %s %i results', async (narrowed, total_relation, total) => {
    const data = await question({ q: 'gives food to families', limit: '1', ...narrowed })
    expect(data.interpretation.mode).toBe('discovery')
    expect(data).toMatchObject({ total, total_relation })
  })
})

describe('rated organizations', () => {
  const COUNT = 45
  /** A pantry in Ohio: each fifth is not rated, scores repeat, and ratios are in reverse order. */
  function pantry(n: number): OrganizationDocument {
    const ein = `07${String(100 + n).padStart(7, '0')}`
    const made = sketchDocument({ ein, name: `Harvest Pantry ${n}`, state: 'OH', form: '990' })
    if (n % 5 === 0) return made
    const [score, value] = [40 + (n % 12) * 4.25, 1 - n / 100]
    const filing = '990:2024:202513199349301234'
    const taxYear = 2024
    Object.assign(made.display, {
      rating: {
        ...{ score, band: score >= 85 ? 'Strong' : 'Good', taxYear, policyVersion: 'rating-1' },
        ...{ ref: `derived:rating:${ein}:2024`, filing: `${filing}:/ReturnHeader` },
      },
      programRatio: {
        ...{ value, taxYear, ref: `derived:programRatio:${ein}:2024` },
        derivedFrom: [`${filing}:/IRS990/TotalFunctionalExpensesGrp/TotalAmt`],
      },
    })
    Object.assign(made.sort, { rating: score, programRatio: value })
    return made
  }
  const { question } = over(
    'search_ratings',
    Array.from({ length: COUNT }, (_, at) => pantry(at + 1)),
  )

  // test/integration/filters-and-sorts.test.ts proves the orders.
  test('are filtered by the least and the greatest program ratio', async () => {
    const ratiosOf = async (query: object) => {
      const { results } = await question({ q: 'harvest pantry', limit: '100', ...query })
      return results.map(({ program_ratio: ratio }) => ratio?.value ?? Number.NaN)
    }
    const [least, greatest] = [{ min_program_ratio: '0.8' }, { max_program_ratio: '0.8' }]
    const [above, below] = [await ratiosOf(least), await ratiosOf(greatest)]
    expect([Math.min(...above), Math.max(...below)]).toEqual([0.81, 0.79])
    expect([above.length, below.length]).toEqual([16, 20])
    expect(await ratiosOf({ min_program_ratio: '0.79', ...greatest })).toEqual([0.79])
  })

  test('are sorted by rating for "top rated", and show score and ratio with their years', async () => {
    const { interpretation, results } = await question({ q: 'top rated food banks' })
    expect(interpretation).toMatchObject({ mode: 'discovery', sort: 'rating' })
    expect(results[0]?.rating?.score).toBe(86.75)
    const [hit] = (await question({ q: '070000111' })).results
    expect(hit?.rating).toEqual({
      ...{ score: 86.75, band: 'Strong', tax_year: 2024, policy_version: 'rating-1' },
      ...{ ref: 'derived:rating:070000111:2024', _src: 'f1' },
    })
    const ref = 'derived:programRatio:070000111:2024'
    expect(hit?.program_ratio).toMatchObject({ value: 0.89, ref, _src: 'f1' })
    const [unrated] = (await question({ q: '070000105' })).results
    expect(unrated).not.toHaveProperty('rating')
    expect(unrated).not.toHaveProperty('program_ratio')
  })
})

describe('a long text', () => {
  const numbered = (count: number, word: (at: number) => string, between: string) =>
    Array.from({ length: count }, (_, at) => word(at)).join(between)
  /** 676 different words of two letters. */
  const twoLetters = (at: number) => String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26))
  const from =
    (first: number, of = 10_000) =>
    (at: number) =>
      String.fromCodePoint(first + (at % of))

  const LONG_TEXTS: Record<string, string> = {
    '280 characters of Chinese': numbered(280, from(0x4e00), ''),
    '850 characters of Chinese': numbered(850, from(0x4e00), ''),
    'Katakana among letters': numbered(250, (at) => `${from(0x30a1, 80)(at)}a`, ''),
    '115 words of two letters': numbered(115, twoLetters, ' '),
    '166 words of two letters': numbered(166, twoLetters, ' '),
    '250 words of one letter': numbered(250, from(0x100), ' '),
    '250 pictographs': numbered(250, from(0x1f300), ''),
    '20 words of 24 letters': numbered(
      20,
      (at) => numbered(12, (by) => twoLetters(at * 12 + by), ''),
      ' ',
    ),
    'one word of 2,000 letters': numbered(1_000, (at) => twoLetters(at % 676), ''),
    'many words of 2,000 letters': 'food bank '.repeat(200).trim().padEnd(2_000, 's'),
    // Twenty words of a name, each with as many near neighbors in the index as the engine searches.
    '20 words with many neighbors': numbered(20, (at) => `${twoLetters(at)}word`, ' '),
  }

  const documents = Array.from({ length: 20 }, (_, at) => {
    const name = numbered(26, (by) => `${twoLetters(at)}wor${from(97)(by)}`, ' ')
    const made = sketchDocument({ ein: String(70_000_100 + at).padStart(9, '0'), name })
    return { ...made, query: { ...made.query, alias: [name] } }
  })
  const { search, question } = over('long', documents)

  test.each(Object.entries(LONG_TEXTS))('is accepted by both surfaces: %s', async (_, text) => {
    expect(text.length).toBeLessThanOrEqual(2_000)
    for (const Mode of ['Identity', 'Discovery']) {
      await search({ Query: ` ${text}`, Mode, Facets: 'true', State: 'OH' })
    }
    await question({ q: text })
  })
})
