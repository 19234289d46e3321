import { afterAll, beforeAll, expect, test } from 'vitest'
import { searchResults } from '#src/api/a/search.ts'
import { envelope } from '#src/api/b/operation.ts'
import { searchData } from '#src/api/b/search/schema.ts'
import { buildIndex, openWorld, sketchDocument, type World } from './world.ts'

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

let world: World
beforeAll(async () => {
  world = await openWorld('long')
  const documents = Array.from({ length: 20 }, (_, at) => {
    const name = numbered(26, (by) => `${twoLetters(at)}wor${from(97)(by)}`, ' ')
    const made = sketchDocument({ ein: String(70_000_100 + at).padStart(9, '0'), name })
    return { ...made, query: { ...made.query, alias: [name] } }
  })
  await buildIndex(world.opensearch, world.deps.indexPrefix, documents)
})
afterAll(() => world.close())

test.each(Object.entries(LONG_TEXTS))('both surfaces accept %s', async (_, text) => {
  expect(text.length).toBeLessThanOrEqual(2_000)
  const ask = async (query: Record<string, string>) => {
    const response = await world.app.inject({ url: '/api/v2/search', query })
    expect(response.statusCode, response.body).toBe(200)
    return response.json()
  }
  for (const Mode of ['Identity', 'Discovery']) {
    searchResults.parse(await ask({ Query: ` ${text}`, Mode, Facets: 'true', State: 'OH' }))
  }
  envelope(searchData).parse(await ask({ q: text }))
})
