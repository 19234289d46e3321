import type { Tool as Described } from '@modelcontextprotocol/sdk/types.js'
import type { OpenAPIV3_1 } from 'openapi-types'
import { beforeAll, expect, test } from 'vitest'
import { describeTools, needsOf } from '#src/mcp/describe.ts'
import { operationsOf } from '#src/tools/tool.ts'
import { OPERATION_TOOLS, operationTool } from '#src/tools/tools.ts'
import { printOpenApi } from '../../../clients/openapi.ts'

let document: OpenAPIV3_1.Document
let tools: Described[]
beforeAll(async () => {
  document = (await printOpenApi()) as OpenAPIV3_1.Document
  tools = describeTools(document)
})

const toolNamed = (name: string): Described => {
  const tool = tools.find((one) => one.name === name)
  if (!tool) throw new Error(`There is no tool ${name}.`)
  return tool
}

// Clients put the list into the context of every conversation. 50 KB are some 12,500 tokens, a
// sixteenth of what many models hold; with every response schema of /openapi.json, the list would
// have more than twice as much.
const MAX_BYTES = 50_000

test('the list of tools is small enough for every conversation', () => {
  expect(Buffer.byteLength(JSON.stringify({ tools }))).toBeLessThan(MAX_BYTES)
})

test('an output schema describes the fields of nested objects', () => {
  const { properties, required } = toolNamed('list_filings').outputSchema ?? {}
  expect(required).toContain('Filings')
  const fields = { Year: { type: 'integer' }, Validation: { type: 'object' } }
  const Filings = { type: 'array', items: { type: 'object', properties: fields } }
  expect(properties).toMatchObject({ Filings })
  // Of several forms, the one that the tool returns.
  const { Data } = toolNamed('get_evidence').outputSchema?.properties ?? {}
  expect(Data).toMatchObject({ properties: { Value: {}, Unit: { type: 'string' } } })
})

test('all operations of a tool need the same from the caller', () => {
  for (const tool of OPERATION_TOOLS) {
    const needs = operationsOf(tool).map(({ path }) => {
      const operation = document.paths?.[path]?.get
      if (!operation) throw new Error(`No operation ${path}.`)
      return needsOf(operation)
    })
    expect(new Set(needs).size, tool.name).toBe(1)
  }
})

test('a tool with several operations describes the arguments and fields of all', () => {
  const { inputSchema, outputSchema } = toolNamed('get_evidence')
  expect(inputSchema.required).toEqual(['Ref'])
  expect(Object.keys(inputSchema.properties ?? {}).toSorted()).toEqual(['EIN', 'Ref'])
  const fields = { Citation: { type: 'object' }, Section: { type: 'object' } }
  expect(outputSchema?.properties).toMatchObject(fields)
  expect(outputSchema?.required).toBeUndefined()
})

test.each([
  ['sector_stats', ['Charities', 'SectorOverview'], ['charities', 'sector_overview']],
  ['top_lists', ['FilingYear', 'Lists'], ['filing_year', 'lists']],
])('%s describes both of its forms and the cost of each', (name, withKey, withoutKey) => {
  const { outputSchema, description } = toolNamed(name)
  const { properties = {}, required } = outputSchema ?? {}
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(withKey))
  for (const field of withoutKey) expect(properties.data).toHaveProperty(['properties', field])
  expect(required).toBeUndefined()
  expect(description).toMatch(/data read .*Advanced operation/)
})

test.each(['check_diligence', 'funders_for_cohort', 'compare_organizations'])(
  '%s accepts as many EINs as its operation',
  (name) => {
    const { EINs } = toolNamed(name).inputSchema.properties ?? {}
    const { minItems, maxItems } = EINs as { minItems: number; maxItems: number }
    const operation = document.paths?.[operationTool(name)?.operation.path ?? '']?.get
    const [schema] = (operation?.parameters ?? []).flatMap((one) =>
      'name' in one && one.name === 'EINs' ? [one.schema as { pattern: string }] : [],
    )
    const isTaken = (count: number) =>
      new RegExp(schema?.pattern ?? '').test(Array(count).fill('070000101').join())
    const counts = [minItems - 1, minItems, maxItems, maxItems + 1]
    expect(counts.filter(isTaken)).toEqual([minItems, maxItems])
  },
)

test('no description mentions requests, because a model only calls tools', () => {
  const texts = tools.map(({ description, inputSchema }) =>
    JSON.stringify([description, inputSchema]),
  )
  for (const text of texts) {
    expect(text).not.toMatch(/\/api|\bMode\b|parameter|header|csv|EvidenceRef|SectionId|the page\b/)
  }
})
