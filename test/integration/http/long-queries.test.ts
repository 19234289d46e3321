import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { searchResults as resultsA } from '#src/api/a/search.ts'
import { envelope } from '#src/api/b/operation.ts'
import { searchData } from '#src/api/b/search/schema.ts'
import { buildIndex, openWorld, sketchDocument, type World } from './world.ts'

let world: World

const numbered = (count: number, word: (at: number) => string, between: string) =>
  Array.from({ length: count }, (_, at) => word(at)).join(between)
/** 676 different words of two letters. */
const twoLetters = (at: number) => String.fromCharCode(97 + Math.floor(at / 26), 97 + (at % 26))
const ideograph = (at: number) => String.fromCodePoint(0x4e00 + at)
// Twenty words of a name, each with as many near neighbors in the index as the engine searches.
const crowded = (at: number) => `${twoLetters(at)}word`
const neighbours = (at: number) =>
  Array.from({ length: 26 }, (_, by) => `${twoLetters(at)}wor${String.fromCharCode(97 + by)}`)

const LONG_TEXTS: [string, string][] = [
  ['280 characters of Chinese', numbered(280, ideograph, '')],
  ['850 characters of Chinese', numbered(850, ideograph, '')],
  [
    'Katakana among letters',
    numbered(250, (at) => `${String.fromCodePoint(0x30a1 + (at % 80))}a`, ''),
  ],
  ['115 words of two letters', numbered(115, twoLetters, ' ')],
  ['166 words of two letters', numbered(166, twoLetters, ' ')],
  ['250 words of one letter', numbered(250, (at) => String.fromCodePoint(0x100 + at), ' ')],
  ['250 pictographs', numbered(250, (at) => String.fromCodePoint(0x1f300 + at), '')],
  [
    '20 words of 24 letters',
    numbered(20, (at) => numbered(12, (by) => twoLetters(at * 12 + by), ''), ' '),
  ],
  ['one word of 2,000 letters', numbered(1_000, (at) => twoLetters(at % 676), '')],
  ['20 words with many neighbors', numbered(20, crowded, ' ')],
]

beforeAll(async () => {
  world = await openWorld('long')
  const documents = Array.from({ length: 20 }, (_, at) => {
    const name = neighbours(at).join(' ')
    const made = sketchDocument({ ein: String(70_000_100 + at).padStart(9, '0'), name })
    return { ...made, query: { ...made.query, alias: [name] } }
  })
  await buildIndex(world.opensearch, world.deps.indexPrefix, documents)
})
afterAll(() => world.close())

describe.each(LONG_TEXTS)('%s', (_, text) => {
  const ask = (query: Record<string, string>) =>
    world.app.inject({ url: '/api/v2/search', query: { ...query } })

  test.each(['Identity', 'Discovery'])('is accepted by %s', async (Mode) => {
    expect(text.length).toBeLessThanOrEqual(2_000)
    const response = await ask({ Query: text, Mode, Facets: 'true', State: 'OH' })
    expect(response.statusCode, response.body).toBe(200)
    resultsA.parse(response.json())
  })

  test('is accepted by B', async () => {
    const response = await ask({ q: text })
    expect(response.statusCode, response.body).toBe(200)
    envelope(searchData).parse(response.json())
  })
})
