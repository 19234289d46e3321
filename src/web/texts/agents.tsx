import { formatCount } from '#src/domain/money.ts'

/** Texts in the guide for agents. */
export const agentsTexts = {
  title: 'Guide for agents',
  description:
    'How AI agents and their developers can read public filings of U.S. nonprofits over MCP and HTTP, with real requests, shortened responses, and citation rules.',
  lead: 'For AI agents and their developers: how to send requests, what the responses mean, and how to cite them.',
  contents: 'On this page',
  connect: {
    title: 'Connect',
    mcp: () => (
      <>
        <strong>MCP</strong> (Model Context Protocol over streamable HTTP): if your client supports
        MCP, the server sends it the list of tools with their inputs and outputs. There is nothing
        to install, and there are no sessions.
      </>
    ),
    settings: 'MCP client settings',
    http: () => (
      <>
        To connect without a key, omit the headers. <strong>HTTP</strong>: send a GET request and
        read the JSON response:
      </>
    ),
    request: 'HTTP request',
  },
  keys: {
    title: 'Keys',
    without: (reads: number) =>
      `Without a key: ${formatCount(reads)} reads per UTC day, for search, profiles, sections, evidence, filings, and comparisons.`,
    with: ({ reads, questions }: { reads: number; questions: number | undefined }) => {
      const more = 'grants, funders, money networks, diligence, and exports'
      const assistant =
        questions === undefined
          ? ''
          : `, and ask the assistant ${formatCount(questions)} questions per UTC day`
      return `With a key: ${formatCount(reads)} reads per UTC day, unless the key has its own limit. A key also lets you read ${more}${assistant}.`
    },
    send: () => (
      <>
        Send the key as <code>X-Service-API-Key</code> or as a bearer token, never in a URL. To get
        a key, ask the operator of this service.
      </>
    ),
  },
  shortened:
    'The responses below are real but shortened: some fields, rows at the end of lists, and the ends of cursors are omitted. They come from the demo, whose organizations are fictional.',
  forPrograms: () => (
    <>
      Programs can read this guide as the MCP resource <code>nonprofit://guide</code>. See also{' '}
      <a href="/llms.txt">/llms.txt</a>, <a href="/openapi.json">/openapi.json</a>, and{' '}
      <a href="/docs">the API reference</a>.
    </>
  ),
  code: { http: 'Request', json: 'Response' },
} as const
