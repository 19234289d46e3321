import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '#src/app.ts'
import { type IndexedWorld, openIndexed } from './indexed-world.ts'
import { demoFolder } from './prepared.ts'

let world: IndexedWorld

beforeAll(async () => {
  world = await openIndexed('readme', { paths: [await demoFolder()] })
})
afterAll(() => world?.close())

it('answers the requests of the README with the README’s answers', async () => {
  const readme = await readFile('README.md', 'utf8')
  // Each answer follows the request it belongs to; other requests show none.
  const shown = readme.matchAll(
    /curl 'http:\/\/127\.0\.0\.1:8080(\/[^']+)'(?: -H "[^"\n]+")?\n```\n\n<!--([^\n]*)\n```json\n([\s\S]*?)```/g,
  )
  const pairs = [...shown]
  expect(pairs).toHaveLength(4)
  for (const [, url = '', comment = '', text = ''] of pairs) {
    const { status, body } = await world.get(url)
    expect(status, url).toBe(200)
    const answer = JSON.parse(text)
    if (comment.includes('excerpt')) expect(body, url).toMatchObject(answer)
    else expect(body, url).toEqual(answer)
  }
})

it('opens whatever the README opens', async () => {
  const readme = await readFile('README.md', 'utf8')
  const urls = [...readme.matchAll(/curl 'http:\/\/127\.0\.0\.1:8080(\/[^']+)'/g)]
  expect(urls.length).toBeGreaterThan(6)
  for (const [, url = ''] of urls) expect((await world.get(url)).status, url).toBe(200)
})

it('takes the questions and the feedback that the README sends', async () => {
  const readme = await readFile('README.md', 'utf8')
  const sent = [
    ...readme.matchAll(/curl http:\/\/127\.0\.0\.1:8080(\/\S+) [^\n]*\\\n {2}--json '([^']+)'/g),
  ]
  expect(sent).toHaveLength(2)
  const app = await buildApp(world.deps)
  const headers = { 'content-type': 'application/json' }
  for (const [, url = '', payload = ''] of sent) {
    const answer = await app.inject({ method: 'POST', url, headers, payload })
    expect([url, answer.statusCode], answer.body).toEqual([url, 200])
  }
  await app.close()
})

it('finds by an acronym that is also an abbreviation, and by a name with its place', async () => {
  const first = async (Query: string) => (await world.find({ Query }))[0]
  expect(await first('TWP')).toBe('070000101')
  expect(await first('Trailblazer Scouts of the Plains in Omaha')).toBe('180000203')
})

it('finds every discovery case of the demo among the first five', async () => {
  const cases = {
    'clean water wells in Kenya': ['070000101'],
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
