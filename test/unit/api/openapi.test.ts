import { beforeAll, describe, expect, it } from 'vitest'
import { forReference } from '#src/api/openapi/openapi.ts'
import { GROUPS } from '#src/api/openapi/operations.ts'
import { ERRORS } from '#src/platform/errors.ts'
import { printOpenApi } from '../../../clients/openapi.ts'

type Operation = { operationId: string; tags: string[]; description: string; 'x-surface': string[] }

let document: Awaited<ReturnType<typeof printOpenApi>>
let operations: Operation[]

beforeAll(async () => {
  document = await printOpenApi()
  const items = Object.values(document.paths ?? {})
  operations = items.map((item) => (item?.get ?? item?.post) as unknown as Operation)
})

describe('/openapi.json', () => {
  it("groups every operation by purpose, and says which surface's form its response has", () => {
    const names = GROUPS.map(({ name }) => name)
    expect(document.tags?.map(({ name }) => name)).toEqual(names)
    expect(operations.length).toBeGreaterThan(30)
    for (const operation of operations) {
      expect(operation.tags, operation.operationId).toEqual([expect.toBeOneOf(names)])
      expect(operation.description, operation.operationId).toMatch(/^\*Surface [AB]( and B)?\.\*/)
      expect(operation['x-surface'], operation.operationId).not.toEqual([])
    }
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

  it('lists every error, and links to sources and guides', () => {
    const { description = '' } = document.info
    for (const code of Object.keys(ERRORS)) expect(description).toContain(`\`${code}\``)
    for (const path of ['/agents', '/llms.txt', '/mcp', '/api/v2/sources']) {
      expect(description).toContain(path)
    }
  })
})
