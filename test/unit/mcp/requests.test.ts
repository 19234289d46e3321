import { expect, test } from 'vitest'
import { readTsv } from '#src/domain/tsv.ts'
import { isTrustedOrigin } from '#src/mcp/routes.ts'
import { toUrl } from '#src/mcp/to-url.ts'
import { ApiError } from '#src/platform/errors.ts'
import { OPERATION_TOOLS, operationTool } from '#src/tools/tools.ts'
import { expectRecorded } from '#test/recorded.ts'
import { testCases } from '#test/unit/cases.ts'

const keyed = { access: 'keyed', publicUrl: 'https://nonprofits.example' } as const
const open = { ...keyed, access: 'open' } as const
const from = (origin: string | undefined, host = 'nonprofits.example') => ({
  headers: { host, ...(origin !== undefined && { origin }) },
})

testCases('origins', (_: string, found: string, host: string, origin: string) => {
  expect(isTrustedOrigin(from(origin || undefined, host), keyed)).toBe(found === 'allowed')
})

test('without keys, only pages of this machine and of PUBLIC_URL are allowed', () => {
  const may = (origin?: string) => isTrustedOrigin(from(origin), open)
  const allowed = [undefined, 'http://localhost:3000', 'https://nonprofits.example']
  expect([...allowed, 'https://agents.example', 'null'].filter(may)).toEqual(allowed)
})

function urlOf(name: string, given: Record<string, unknown>): string {
  const tool = operationTool(name)
  if (!tool) throw new Error(`No tool ${name}.`)
  return toUrl(tool, given)
}

function issuesOf(name: string, given: Record<string, unknown>): string[] {
  try {
    return [`none: ${urlOf(name, given)}`]
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return (error.details.issues ?? []).map(({ loc, msg }) => `${loc[1]} ${msg}`)
  }
}

// Arguments can select another operation of the tool; the last rows are invalid.
const CALLS = readTsv(new URL('./calls.tsv', import.meta.url)).map(
  ([tool = '', given = '', url]) => [tool, given, url] as const,
)

test.each(CALLS.filter(([, , url]) => url !== undefined))('%s %s', (tool, given, url) => {
  expect(urlOf(tool, JSON.parse(given))).toBe(url)
})

// A text that could reach another operation is not an EIN or a section.
const PATHS = ['..', '../..', '%2e%2e', '070000101/../..', 'a?b', '.']

test('invalid arguments are reported by their names in the tool', async () => {
  const invalid = CALLS.filter(([, , url]) => url === undefined)
  const texts = invalid.map(([tool, given]) => {
    return [`${tool} ${given}`, issuesOf(tool, JSON.parse(given))]
  })
  await expectRecorded('mcp-arguments', {
    ...Object.fromEntries(texts),
    'a path as EIN': [...new Set(PATHS.flatMap((EIN) => issuesOf('get_profile', { EIN })))],
    'a path as section': [
      ...new Set(
        PATHS.flatMap((Section) => issuesOf('get_section', { EIN: '070000101', Section })),
      ),
    ],
  })
})

test('a bound of a tool mentions NextCursor only if the tool has a Cursor', () => {
  for (const tool of OPERATION_TOOLS) {
    const { Limit, Cursor } = tool.operation.arguments
    if (Limit?.most === undefined) continue
    expect(Cursor, tool.name).toBeDefined()
    expect(issuesOf(tool.name, { Limit: Limit.most + 1 }).join()).toContain('NextCursor')
  }
})

test('names and titles are unique, and every client accepts the names', () => {
  const names = OPERATION_TOOLS.map(({ name }) => name)
  expect(new Set(names).size).toBe(names.length)
  expect(new Set(OPERATION_TOOLS.map(({ operation }) => operation.title)).size).toBe(names.length)
  expect(names.filter((name) => !/^[a-z][a-z_]{2,40}$/.test(name))).toEqual([])
})
