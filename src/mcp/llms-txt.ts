import type { FastifyPluginAsync } from 'fastify'
import type { OpenAPIV3_1 } from 'openapi-types'
import { addressOf, type ExampleRequest } from '../api/openapi/examples/demo.ts'
import { type Documented, GROUPS } from '../api/openapi/operations.ts'
import { needsOf } from './describe.ts'
import { HOW_TO_USE } from './prompts.ts'

const HEAD = `# Nonprofit Research Service

> Read-only research data on U.S.-registered nonprofits from their public IRS filings (Form 990 family), with the evidence for every figure. Start with the guide for agents. If you support the Model Context Protocol, use /mcp.

- Each organization has a nine-digit EIN. Keep leading zeros. Search by name first. If several organizations have the name, ask which one is meant.
${HOW_TO_USE.map((line) => `- ${line}`).join('\n')}

## Start here

- [Guide for agents](/agents): workflows with real requests and responses
- [Reference](/docs): every operation, with a form to try it
- [OpenAPI](/openapi.json): the reference for programs
- MCP: Model Context Protocol over streamable HTTP. Send POST requests to /mcp, which is not a web page

## Operations

All requests use GET. Responses are JSON unless another format is stated. The organizations in these examples are fictional and part of the demo data. Send a key in X-Service-API-Key or as a bearer token. Without a key, 1,000 reads a day are free.
`

/** Returns /llms.txt: what the service is, and a request to try for each of its operations. */
function writeLlmsTxt(
  { paths = {} }: OpenAPIV3_1.Document,
  operations: ReadonlyMap<string, Documented>,
): string {
  const lines = GROUPS.flatMap(({ name }) =>
    [...operations].flatMap(
      ([
        path,
        {
          group,
          surfaces,
          examples: [request],
        },
      ]) => {
        const operation = paths[path]?.get
        // Surface B returns the same facts in another form.
        const isListed = group === name && surfaces.includes('A')
        return isListed && operation && request ? [lineOf(path, operation, request)] : []
      },
    ),
  )
  return `${HEAD}\n${lines.join('\n')}\n`
}

function lineOf(
  path: string,
  operation: OpenAPIV3_1.OperationObject,
  request: ExampleRequest,
): string {
  const needs = needsOf(operation)
  const toPut = Object.entries(request.toPut ?? {})
  const notes = [
    ...toPut.map(([name, what]) => `replace ${name} with ${what}`),
    ...(request.type ? [request.type] : []),
    ...(needs === 'nothing' ? [] : [`requires ${needs}`]),
    ...('x-surface-by' in operation
      ? ['with a key, returns a different response format and costs an Advanced operation']
      : []),
  ]
  const address = addressOf(path, request)
  // A request with placeholders is not a link.
  const shown = toPut.length > 0 ? `\`${address}\`` : `[${path}](${address})`
  return `- ${shown}: ${operation.summary}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`
}

/** `GET /llms.txt`; costs nothing. */
export const llmsRoutes: FastifyPluginAsync = async (app) => {
  app.get('/llms.txt', { schema: { hide: true } }, async (_, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      // It changes only with the version of the service.
      .header('Cache-Control', 'public, max-age=3600')
      .send(writeLlmsTxt(app.swagger() as OpenAPIV3_1.Document, app.operations)),
  )
}
