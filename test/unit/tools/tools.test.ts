import type { OpenAPIV3_1 } from 'openapi-types'
import { expect, test } from 'vitest'
import { readTsv } from '#src/domain/tsv.ts'
import { describeForMcp, openTools } from '#src/mcp/tools.ts'
import { ApiError } from '#src/platform/errors.ts'
import { toUrl } from '#src/tools/to-url.ts'
import type { Given } from '#src/tools/tool.ts'
import { TOOLS, toolOf } from '#src/tools/tools.ts'
import { expectRecorded } from '#test/recorded.ts'
import { printOpenApi } from '../../../clients/openapi.ts'

const DOCUMENT = (await printOpenApi()) as OpenAPIV3_1.Document
const LISTED = describeForMcp(DOCUMENT)

function urlOf(name: string, given: Given): string {
  const tool = toolOf(name)
  if (!tool) throw new Error(`No tool ${name}.`)
  return toUrl(tool, given)
}

const CALLS = readTsv(new URL('./calls.tsv', import.meta.url)).map(
  ([tool = '', given = '', url]) => [tool, given, url] as const,
)

test.each(CALLS.filter(([, , url]) => url !== undefined))('%s %s', (tool, given, url) => {
  expect(urlOf(tool, JSON.parse(given))).toBe(url)
})

test('invalid arguments are reported by their names in the tool', async () => {
  const invalid = CALLS.filter(([, , url]) => url === undefined).map(([tool, given]) => {
    try {
      return [`${tool} ${given}`, `none: ${urlOf(tool, JSON.parse(given))}`] as const
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      const issues = error.details.issues ?? []
      return [`${tool} ${given}`, issues.map(({ loc, msg }) => `${loc[1]} ${msg}`)] as const
    }
  })
  await expectRecorded('mcp-arguments', Object.fromEntries(invalid))
})

// Clients put the list into every conversation. 24 KB are about 6,000 tokens.
test('the list of tools is small, and every client accepts the names', () => {
  expect(Buffer.byteLength(JSON.stringify({ tools: LISTED }))).toBeLessThan(24_000)
  expect(LISTED.map(({ name }) => name).join()).toMatch(/^(?:[a-z]{4,20},){11}[a-z]{4,20}$/)
  expect(new Set(LISTED.flatMap(({ name, title }) => [name, title])).size).toBe(24)
})

test.each(LISTED)('$name describes itself and its arguments in words of tools', (tool) => {
  const { description, inputSchema, annotations } = tool
  expect(description).toMatch(/^[A-Z].{40,400}\.$/)
  expect(annotations).toEqual({ readOnlyHint: true, openWorldHint: false })
  for (const [name, property] of Object.entries(inputSchema.properties)) {
    expect(property, name).toMatchObject({
      type: expect.stringMatching(/^(string|number|integer|array)$/),
      description: expect.stringMatching(/\w{3}/),
    })
  }
  // A model only calls tools.
  expect(JSON.stringify(tool)).not.toMatch(
    /\/api|\bMode\b|parameter|header|csv|EvidenceRef|the page/,
  )
  for (const given of inputSchema.examples)
    expect(() => urlOf(tool.name, { ...given })).not.toThrow()
})

test('an argument of several operations accepts what either accepts', () => {
  const { Sort, Cursor } =
    LISTED.find(({ name }) => name === 'people')?.inputSchema.properties ?? {}
  expect([Sort, Cursor]).toMatchObject([{ type: 'string' }, { type: 'string' }])
  expect([Sort, Cursor].some((one) => one && 'enum' in one)).toBe(false)
})

test.each([
  ['compare', undefined],
  ['sector', undefined],
  ['search', 'With SimilarTo, requires a key.'],
  ['organizations', 'With EINs, requires a key.'],
  ['money', 'Requires a key.'],
])('the description of %s says whether it needs a key: %s', (name, sentence) => {
  const { description = '' } = LISTED.find((one) => one.name === name) ?? {}
  expect(/[^.]*requires a key\.$/i.exec(description)?.[0].trim()).toBe(sentence)
  expect(openTools(DOCUMENT).includes(name)).toBe(name !== 'money')
})

test('every tool has two examples, which are different if it has arguments', () => {
  for (const { operations, examples, name } of TOOLS) {
    const hasArguments = operations.some((one) => Object.keys(one.arguments).length > 0)
    expect(new Set(examples.map((one) => JSON.stringify(one))).size, name).toBe(
      hasArguments ? 2 : 1,
    )
  }
})
