import { beforeAll, describe, expect, it } from 'vitest'
import { forReference } from '#src/api/openapi/openapi.ts'
import { GROUPS } from '#src/api/openapi/operations.ts'
import { publish } from '#src/api/openapi/publish.ts'
import { ERRORS } from '#src/platform/errors.ts'
import { expectRecorded } from '#test/recorded.ts'
import { printOpenApi } from '../../../clients/openapi.ts'

type Range = { default?: unknown; minimum?: number; maximum?: number }
type Parameter = { name: string; description?: string; schema: Range }
type Operation = {
  operationId: string
  tags: string[]
  parameters?: Parameter[]
  responses: Record<
    string,
    { headers?: object; content?: Record<string, { schema: { $ref?: string } }> }
  >
}

let document: Awaited<ReturnType<typeof printOpenApi>>
let operations: Operation[]

beforeAll(async () => {
  document = await printOpenApi()
  const items = Object.values(document.paths ?? {})
  operations = items.map((item) => (item?.get ?? item?.post) as unknown as Operation)
})

describe('/openapi.json', () => {
  it('groups every operation by purpose, and those of surface B are deep dives', () => {
    const names = GROUPS.map(({ name }) => name)
    expect(document.tags?.map(({ name }) => name)).toEqual(names)
    expect(operations.length).toBeGreaterThan(30)
    for (const operation of operations) {
      expect(operation.tags, operation.operationId).toEqual([expect.toBeOneOf(names)])
      const ref = operation.responses[200]?.content?.['application/json']?.schema.$ref
      const isB = operation.tags[0] === 'Deep dives'
      if (ref) expect(ref.endsWith('Envelope'), operation.operationId).toBe(isB)
    }
  })

  // The recorded list shows which path, parameter, range, default, or status changes for clients.
  it('lists every path with its parameters and statuses', async () => {
    const show = ({ name, schema: { default: usual, minimum, maximum } }: Parameter) =>
      [
        name,
        minimum === undefined || maximum === undefined ? '' : `(${minimum}–${maximum})`,
        usual === undefined ? '' : `=${usual}`,
      ].join('')
    const lines = Object.entries(document.paths ?? {}).map(([path, item], at) => {
      const { parameters = [], responses } = operations[at] as Operation
      const names = parameters.map(({ name }) => name)
      expect(new Set(names).size, path).toBe(names.length)
      for (const { name, description } of parameters) expect(description, name).toBeTruthy()
      const shown = parameters.map(show).join(' ')
      return `${item?.get ? 'GET' : 'POST'} ${path} [${shown}] ${Object.keys(responses).join(' ')}`
    })
    await expectRecorded('operations', { 'Operations of /openapi.json': lines })
    expect(document.openapi).toBe('3.1.0')
    const { responses } = operations[0] as Operation
    expect(Object.keys(responses[503]?.headers ?? {})).toEqual(['X-Request-Id', 'Retry-After'])
    expect(responses[200]?.headers).toHaveProperty('Server-Timing')
    const schemas = Object.keys(document.components?.schemas ?? {})
    expect(schemas.filter((name) => name.endsWith('Input'))).toEqual([])
    expect(JSON.stringify(document)).not.toContain('Default Response')
  })

  it('is adapted for the form of /docs so that an example sends only its own parameters', () => {
    const parametersOf = (given: typeof document) =>
      given.paths?.['/api/v2/search']?.get?.parameters as { name: string; examples?: object }[]
    const examplesOf = (given: typeof document, wanted: string) =>
      parametersOf(given).find(({ name }) => name === wanted)?.examples
    expect(examplesOf(forReference(document), 'PrimaryForm')).toMatchObject({
      ByName: { 'x-disabled': true },
    })
    expect(examplesOf(forReference(document), 'Query')).toMatchObject({
      ByName: { value: 'Turkana Wels Partnership' },
      InPlainWords: { 'x-disabled': true },
    })
    expect(examplesOf(document, 'PrimaryForm')).toBeUndefined()
  })

  it('is published within 150 KB, with all of its operations, parameters, and references', () => {
    const published = publish(document)
    const text = JSON.stringify(published)
    expect(text.length).toBeLessThan(150 * 1024)
    for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g)) {
      expect(published.components).toHaveProperty([kind, name])
    }
    const count = (given: typeof document) =>
      Object.values(given.paths ?? {}).map((item) => item?.get?.parameters?.length)
    expect(count(published)).toEqual(count(document))
  })

  it('lists every error, and links to sources and guides', () => {
    const { description = '' } = forReference(document).info
    for (const code of Object.keys(ERRORS)) expect(description).toContain(`\`${code}\``)
    for (const path of ['/agents', '/llms.txt', '/mcp', '/api/v2/sources']) {
      expect(description).toContain(path)
    }
  })
})
