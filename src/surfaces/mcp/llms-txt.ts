import type { FastifyPluginAsync } from 'fastify'
import type { OpenAPIV3_1 } from 'openapi-types'
import { addressOf, type ExampleRequest, exampleOf } from '../example-address.ts'
import { GROUPS } from '../openapi-groups.ts'
import { HOW_TO_USE } from './instructions.ts'
import { needsOf } from './tools/describe.ts'

const HEAD = `# Nonprofit Research Service

> Read-only research data on U.S.-registered nonprofits from their public IRS filings (Form 990 family), with the evidence of every figure. Start with the guide for agents; use /mcp where you speak the Model Context Protocol.

- An organization is known by its EIN, nine digits; a leading zero counts. Search by name first, and ask which is meant where several have it.
${HOW_TO_USE.map((line) => `- ${line}`).join('\n')}

## Start here

- [Guide for agents](/agents): workflows with real requests and answers
- [Reference](/docs): every operation, to read and try
- [OpenAPI](/openapi.json): the same for programs
- MCP, by POST to /mcp: Model Context Protocol over streamable HTTP; not to be opened as a page

## Operations

Requests are GET, answers JSON where no other form is named; the organizations are fictional ones of the demo. With a key send X-Service-API-Key, or the key as a bearer token; without one 1,000 reads a day are free.
`

/** The text of /llms.txt: what the service is, and a request to try for each of its operations. */
export function writeLlmsTxt(document: OpenAPIV3_1.Document): string {
  const operations = new Map(
    Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
      item?.get ? [[item.get.operationId ?? '', { path, operation: item.get }] as const] : [],
    ),
  )
  const lines = GROUPS.flatMap((group) => group.operations).flatMap((operationId) => {
    const found = operations.get(operationId)
    const request = exampleOf(operationId)
    if (!found || !request || !isOfSurfaceA(found.operation)) return []
    return [lineOf(found.path, found.operation, request)]
  })
  return `${HEAD}\n${lines.join('\n')}\n`
}

// Surface B shows the same facts once more; one form is enough to know.
const isOfSurfaceA = (operation: object): boolean =>
  'x-surface' in operation &&
  Array.isArray(operation['x-surface']) &&
  operation['x-surface'].includes('A')

function lineOf(
  path: string,
  operation: OpenAPIV3_1.OperationObject,
  request: ExampleRequest,
): string {
  const needs = needsOf(operation)
  const toPut = Object.entries(request.toPut ?? {})
  const notes = [
    ...toPut.map(([name, what]) => `for ${name} put ${what}`),
    ...(request.type ? [request.type] : []),
    ...(needs === 'nothing' ? [] : [`needs ${needs}`]),
    ...('x-surface-by' in operation
      ? ['with a key in another form, as an Advanced operation']
      : []),
  ]
  const address = addressOf(path, request)
  // What is to be changed first is no link.
  const shown = toPut.length > 0 ? `\`${address}\`` : `[${path}](${address})`
  return `- ${shown}: ${operation.summary}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`
}

/** `GET /llms.txt`; costs nothing. */
export const llmsRoutes: FastifyPluginAsync = async (app) => {
  app.get('/llms.txt', { schema: { hide: true } }, async (_, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      // It changes with versions of the service alone.
      .header('Cache-Control', 'public, max-age=3600')
      .send(writeLlmsTxt(app.swagger() as OpenAPIV3_1.Document)),
  )
}
