import type { FastifyPluginAsync } from 'fastify'
import type { OpenAPIV3_1 } from 'openapi-types'
import { HOW_TO_USE } from './instructions.ts'

/** A request to try for each operation, of fictional organizations of the demo. */
export const EXAMPLES: Readonly<Record<string, string>> = {
  '/api/v2/search': '/api/v2/search?Query=clean+water+wells+in+Kenya&Mode=Discovery&Limit=5',
  '/api/v2/charity/{ein}/page': '/api/v2/charity/070000101/page',
  '/api/v2/charity/{ein}/sections/{SectionId}': '/api/v2/charity/070000101/sections/MoneyFlow',
  '/api/v2/charity/{ein}/filings': '/api/v2/charity/070000101/filings?Limit=5',
  '/api/v2/charity/{ein}/money-network':
    '/api/v2/charity/080000102/money-network?Direction=Incoming&Limit=5',
  '/api/v2/charity/{ein}/grants': '/api/v2/charity/080000102/grants?MinYear=2021&Limit=5',
  '/api/v2/charity/{ein}/grantees': '/api/v2/charity/080000102/grantees?Limit=5',
  '/api/v2/charity/{ein}/funders': '/api/v2/charity/080000102/funders?Limit=5',
  '/api/v2/funders/for-cohort': '/api/v2/funders/for-cohort?EINs=080000102,080000103&Limit=5',
  '/api/v2/charity/{ein}/awards': '/api/v2/charity/080000102/awards?Limit=5',
  '/api/v2/charity/{ein}/subawards': '/api/v2/charity/080000102/subawards?Limit=5',
  '/api/v2/charity/{ein}/discovery': '/api/v2/charity/070000101/discovery?Limit=3',
  '/api/v2/charity/diligence-summary': '/api/v2/charity/diligence-summary?EINs=070000101,080000172',
  '/api/v2/compare': '/api/v2/compare?EINs=080000102,080000103',
  '/api/v2/export': '/api/v2/export?Query=food+bank&Format=csv',
  '/api/v2/changes': '/api/v2/changes',
  '/api/v2/sources': '/api/v2/sources',
  '/api/v2/stats': '/api/v2/stats',
  '/api/v2/top-lists': '/api/v2/top-lists',
  '/api/v2/usage': '/api/v2/usage',
  '/api/v2/health': '/api/v2/health',
}

const HEAD = `# Nonprofit Research Service

> Read-only research data on U.S.-registered nonprofits from their public IRS filings (Form 990 family), with the evidence of every figure. Start with the guide for agents; use /mcp where you speak the Model Context Protocol.

- An organization is known by its EIN, nine digits; a leading zero counts. Search by name first, and ask which is meant where several have it.
${HOW_TO_USE.map((line) => `- ${line}`).join('\n')}

## Start here

- [Guide for agents](/agents): workflows with real requests and answers
- [Reference](/docs): every operation, to read and try
- [OpenAPI](/openapi.json): the same for programs
- [MCP](/mcp): Model Context Protocol over streamable HTTP (POST)

## Operations

Requests are GET, answers JSON. With a key send X-Service-API-Key, or the key as a bearer token; without one 1,000 reads a day are free.
`

/** The text of /llms.txt: what the service is, and a request to try for each of its operations. */
export function writeLlmsTxt(document: OpenAPIV3_1.Document): string {
  const lines = Object.entries(EXAMPLES).flatMap(([path, example]) => {
    const operation = document.paths?.[path]?.get
    if (!operation) return []
    const isOpen = operation.security?.some((way) => Object.keys(way).length === 0) ?? true
    const needs = isOpen ? '' : ' (needs a key)'
    return [`- [${path}](${example}): ${operation.summary}${needs}`]
  })
  return `${HEAD}\n${lines.join('\n')}\n`
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
