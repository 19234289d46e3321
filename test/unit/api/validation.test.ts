import type { OpenAPIV3_1 } from 'openapi-types'
import { afterAll, describe, expect, test } from 'vitest'
import { openWithoutStores } from './without-stores.ts'

// Sends every operation of /openapi.json to stores that refuse connections: a valid request fails
// with 503, and an invalid one is rejected before any read. rejections.test.ts has bodies.

type Bounds = { minimum?: number; maximum?: number; maxLength?: number }
type Schema = Bounds & { type?: string | string[]; pattern?: string; enum?: string[] }
type Parameter = {
  name: string
  in: 'query' | 'path' | 'header'
  required?: boolean
  schema: Schema
  examples?: Record<string, { value: unknown }>
}
type Operation = {
  method: 'GET' | 'POST'
  path: string
  parameters: Parameter[]
  isOpen: boolean
  body?: object
}

const { app, close } = await openWithoutStores()
const keyed = await openWithoutStores('keyed')
afterAll(() => Promise.all([close(), keyed.close()]))

// The brand icon and the XML of a return have no example, because their responses are files.
const WITHOUT_EXAMPLE: Record<string, string> = { objectId: '202413429349300770' }
const exampleOf = ({ name, examples }: Parameter): string =>
  String(Object.values(examples ?? {})[0]?.value ?? WITHOUT_EXAMPLE[name] ?? '70000101')

function listOperations(): Operation[] {
  const { paths = {} } = (app.swagger() as OpenAPIV3_1.Document) ?? {}
  return Object.entries(paths).flatMap(([path, item]) => {
    const operation = item?.get ?? item?.post
    if (!operation || !/^\/(?:api\/v2|charities)\//.test(path)) return []
    const method = item?.get ? ('GET' as const) : ('POST' as const)
    const parameters = (operation.parameters ?? []) as unknown as Parameter[]
    const { requestBody } = operation as {
      requestBody?: { content: Record<string, { examples?: Record<string, { value: object }> }> }
    }
    const bodies = requestBody?.content['application/json']?.examples ?? {}
    const body = Object.values(bodies)[0]?.value
    const isOpen = (operation.security ?? [{}]).some((one) => Object.keys(one).length === 0)
    return [{ method, path, parameters, isOpen, ...(body && { body }) }]
  })
}
const OPERATIONS = listOperations()

/** Sends a valid request of the operation, with other values for some parameters. */
function send(
  { method, path, parameters, body }: Operation,
  values: Record<string, string> = {},
  to = app,
) {
  const isB = Object.keys(values).some((name) => /^[a-z]/.test(name))
  const query = new URLSearchParams()
  let url = path
  for (const parameter of parameters) {
    const { name } = parameter
    const value = values[name] ?? exampleOf(parameter)
    // A search needs Query or q, which decides the surface; changes need since or Since.
    const isNeeded = path === '/api/v2/search' ? name === (isB ? 'q' : 'Query') : name === 'since'
    if (parameter.in === 'path') url = url.replace(`{${name}}`, encodeURIComponent(value))
    else if (parameter.required || isNeeded || name in values) query.set(name, value)
  }
  if (values.Zebra) query.set('Zebra', values.Zebra)
  return to.inject({ method, url: `${url}?${query}`, ...(body && { payload: body }) })
}

function invalidValues({ type, minimum, maximum, maxLength, pattern, ...schema }: Schema) {
  const types = [type].flat()
  const isWhole = types.includes('integer')
  const isNumber = isWhole || types.includes('number')
  const isEin = isWhole && types.includes('string')
  return [
    ...(isNumber ? ['x', '1x3'] : []),
    ...(isWhole ? ['1.5'] : []),
    ...(isEin ? ['0999999999', '123-456789'] : []),
    ...(isNumber && minimum !== undefined ? [String(minimum - 1)] : []),
    ...(isNumber && maximum !== undefined ? [String(maximum + 1)] : []),
    ...(types.includes('boolean') ? ['maybe', '2'] : []),
    ...(maxLength === undefined ? [] : ['x'.repeat(maxLength + 1)]),
    ...(pattern === undefined ? [] : pattern === '\\S' ? ['  '] : ['\u{1F993}!']),
    ...(schema.enum ? ['Zebra', `${schema.enum[0]},Zebra`] : []),
  ]
}

const INVALID = OPERATIONS.flatMap((operation) =>
  operation.parameters.flatMap((parameter) =>
    invalidValues(parameter.schema).map(
      (value) => [operation.path, parameter.name, value.slice(0, 40), value, operation] as const,
    ),
  ),
)

test('the document lists operations and values to reject', () => {
  expect(OPERATIONS.length).toBeGreaterThan(30)
  expect(INVALID.length).toBeGreaterThan(200)
  expect(OPERATIONS.filter(({ isOpen }) => !isOpen).length).toBeGreaterThan(12)
})

describe.each(OPERATIONS.map((operation) => [operation.path, operation] as const))(
  '%s',
  (_, operation) => {
    test('rejects an unknown parameter by name', async () => {
      const response = await send(operation, { Zebra: '1' })
      expect([400, 422], response.body).toContain(response.statusCode)
      expect(response.body).toMatch(/Zebra/)
    })

    test('accepts its example', async () => {
      const response = await send(operation)
      expect([200, 503], response.body).toContain(response.statusCode)
    })
  },
)

test.each(INVALID)('%s rejects %s=%s', async (_path, name, _shown, value, operation) => {
  const response = await send(operation, { [name]: value })
  expect([400, 422], response.body).toContain(response.statusCode)
  expect(response.body).toContain(name === 'ein' ? 'EIN' : name)
})

const REQUIRED = OPERATIONS.flatMap((operation) =>
  operation.parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name }) => [operation.path, name, operation] as const),
)
test.each(REQUIRED)('%s rejects a request without %s', async (_, name, operation) => {
  const parameters = operation.parameters.filter((parameter) => parameter.name !== name)
  const response = await send({ ...operation, parameters })
  expect(response.statusCode, response.body).toBe(422)
  expect(response.body).toContain(name)
})

const KEYED = OPERATIONS.filter(({ isOpen }) => !isOpen)
test.each(KEYED.map((operation) => [operation.path, operation] as const))(
  '%s needs a credential',
  async (_, operation) => {
    const response = await send(operation, {}, keyed.app)
    expect(response.statusCode, response.body).toBe(401)
    expect(response.json().detail).toMatchObject({ ErrorCode: 'MissingCredential' })
  },
)
