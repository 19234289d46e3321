import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { generateDemo } from '#indexer/demo/generate.ts'
import { openWorld, type RelevanceWorld } from '../relevance/world.ts'

let world: RelevanceWorld
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-'))
  await generateDemo({ folder })
  world = await openWorld('readme', [folder])
})
afterAll(async () => {
  await world?.close()
  await rm(folder, { recursive: true })
})

it('answers the first search of the README with the README’s answer', async () => {
  const readme = await readFile('README.md', 'utf8')
  const url = /curl 'http:\/\/127\.0\.0\.1:8080(\/\S+)'/.exec(readme)?.[1]
  const answer = /```json\n([\s\S]*?)```/.exec(readme)?.[1]
  const { status, body } = await world.get(url ?? 'no curl line in the README')
  expect(status).toBe(200)
  expect(body).toEqual(JSON.parse(answer ?? 'no answer in the README'))
})

it('finds by an acronym that is also an abbreviation, and by a name with its place', async () => {
  const first = async (Query: string) => (await world.find({ Query }))[0]
  expect(await first('TWP')).toBe('070000101')
  expect(await first('Trailblazer Scouts of the Plains in Omaha')).toBe('180000203')
})

it('finds every discovery case of the demo among the first five', async () => {
  const cases = {
    'clean water wells in Kenya': ['070000101', '294090939'],
    'food bank in Ohio': ['080000102', '080000103'],
    'wildlife rehabilitation of sea turtles': ['090000104'],
    'after-school tutoring for refugee children': ['170000105'],
    'rural hospice volunteers': ['170000106'],
    "girls' schooling in rural Guatemala": ['180000107'],
  }
  for (const [query, wanted] of Object.entries(cases)) {
    const found = await world.find({ Query: query, Mode: 'Discovery', Limit: '5' })
    expect(
      found.filter((ein) => wanted.includes(ein)),
      `${query} found ${found}`,
    ).not.toEqual([])
  }
})
