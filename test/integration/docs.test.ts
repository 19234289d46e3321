import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { opened } from '#test/integration/opened.ts'
import { openIndexed } from '#test/world/indexed.ts'

const world = opened(() => openIndexed('docs'))

const listPages = (folder: string) =>
  readdirSync(folder).flatMap((name) => (name.endsWith('.md') ? [`${folder}/${name}`] : []))

type Shown = { url: string; body: string | undefined; response: string | undefined }

/** Returns the requests of a page, each with the JSON response that follows it, if there is one. */
function requestsOf(page: string): Shown[] {
  const blocks = readFileSync(page, 'utf8').matchAll(
    /(<!-- not run by a test -->\n)?```sh\n([\s\S]*?)```(?:\n+```json\n([\s\S]*?)```)?/g,
  )
  return [...blocks].flatMap(([, isNotRun, code = '', response]) => {
    if (isNotRun) return []
    const commands = code.replaceAll(/\\\n\s*/g, '').split('\n')
    return commands.flatMap((command) => {
      const url = /^curl\b.*?http:\/\/127\.0\.0\.1:8080(\/[^'\s]*)/.exec(command)?.[1]
      const body = /(?:--json|-d) '([^']*)'/.exec(command)?.[1]
      return url === undefined ? [] : [{ url, body, response }]
    })
  })
}

const PAGES = ['README.md', ...listPages('docs/using'), ...listPages('docs/running')]

const shown = PAGES.flatMap((page) => requestsOf(page).map((request) => ({ page, ...request })))

it.each(shown)(
  'a request in $page gets the shown response: $url',
  async ({ url, body, response }) => {
    const headers = { 'content-type': 'application/json' }
    const sent = await world.app.inject(
      body === undefined ? { url } : { method: 'POST', url, headers, payload: body },
    )
    expect(sent.statusCode, sent.body.slice(0, 500)).toBe(200)
    // The page shortens its responses.
    if (response !== undefined) expect(sent.json()).toMatchObject(JSON.parse(response))
  },
)

describe('the demo', () => {
  it.each([
    ['TWP', '070000101'],
    ['Trailblazer Scouts of the Plains in Omaha', '180000203'],
  ])('finds %s first', async (Query, ein) => {
    expect((await world.find({ Query }))[0]).toBe(ein)
  })

  it.each([
    ['clean water wells in Kenya', ['070000101']],
    ['food bank in Ohio', ['080000102', '080000103']],
    ['wildlife rehabilitation of sea turtles', ['090000104']],
    ['after-school tutoring for refugee children', ['170000105']],
    ['rural hospice volunteers', ['170000106']],
    ["girls' schooling in rural Guatemala", ['180000107']],
  ])('finds %s among the first five', async (Query, wanted) => {
    const found = await world.find({ Query, Mode: 'Discovery', Limit: '5' })
    expect(
      found.filter((ein) => wanted.includes(ein)),
      `found ${found}`,
    ).not.toEqual([])
  })
})
