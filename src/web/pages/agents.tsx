import { hasAdvanced, limitOf } from '#src/access/allowances.ts'
import { AGENTS_GUIDE } from '#src/api/openapi/introduction.ts'
import { formatCount } from '#src/domain/money.ts'
import { Layout, useSite } from '../components/layout.tsx'
import { ChoiceChips } from '../components/navigation.tsx'
import { CodeBlock } from '../components/table.tsx'
import { addPage, type Pages, STATIC_TERMS } from '../render.ts'

/** Adds `GET /agents`: how programs and models use this service, with example requests. */
export function addAgentsPage(pages: Pages): void {
  addPage(pages, '/agents', async () => <AgentsPage />, { terms: STATIC_TERMS })
}

/** The parts of the guide: a title, and paragraphs, subheadings, and code, separated by blank lines. */
const PARTS = AGENTS_GUIDE.split(/^## /m)
  .slice(1)
  .map((part) => {
    const [title = '', ...blocks] = part.trim().split('\n\n')
    return { id: title.toLowerCase().replaceAll(/\W+/g, '-'), title, blocks }
  })

const AgentsPage = () => (
  <Layout
    title="Guide for agents"
    description="How AI agents and their developers can read public filings of U.S. nonprofits over MCP and HTTP, with real requests, shortened responses, and citation rules."
    path="/agents"
    current="/agents"
  >
    <h1>Guide for agents</h1>
    <p class="lead">
      For AI agents and their developers: how to send requests, what the responses mean, and how to
      cite them.
    </p>
    <ChoiceChips
      name="On this page"
      class="jump"
      choices={[
        { id: 'connect', title: 'Connect' },
        { id: 'allowances', title: 'Keys' },
        ...PARTS,
      ].map(({ id, title }) => ({ text: title, href: `#${id}`, isOn: false }))}
    />
    <SetUp origin={useSite().origin()} />
    <Allowances />
    <p class="notice">
      The responses below are real but shortened: some fields, rows at the end of lists, and the
      ends of cursors are omitted. They come from the demo, whose organizations are fictional.
    </p>
    {PARTS.map(({ id, title, blocks }) => (
      <section key={id} aria-labelledby={id} class="guide-part">
        <h2 id={id}>{title}</h2>
        {blocks.map((block) => (
          <Block key={block} block={block} />
        ))}
      </section>
    ))}
    <p class="quiet">
      Programs can read this guide as the MCP resource <code>nonprofit://guide</code>. See also{' '}
      <a href="/llms.txt">/llms.txt</a>, <a href="/openapi.json">/openapi.json</a>, and{' '}
      <a href="/docs">the API reference</a>.
    </p>
  </Layout>
)

/** How to set up an MCP client and an HTTP client; `origin` is the address of this service. */
const SetUp = ({ origin }: { origin: string }) => (
  <section aria-labelledby="connect">
    <h2 id="connect">Connect</h2>
    <p>
      <strong>MCP</strong> (Model Context Protocol over streamable HTTP): if your client supports
      MCP, the server sends it the list of tools with their inputs. There is nothing to install, and
      there are no sessions.
    </p>
    <CodeBlock name="MCP client settings" code={settingsOf(origin)} />
    <p>
      To connect without a key, omit the headers. <strong>HTTP</strong>: send a GET request and read
      the JSON response:
    </p>
    <CodeBlock name="HTTP request" code={`curl '${origin}/api/v2/charity/070000101/page'`} />
  </section>
)

const settingsOf = (origin: string): string => {
  const headers = { 'X-Service-API-Key': 'nrk_…' }
  const server = { type: 'http', url: `${origin}/mcp`, headers }
  return JSON.stringify({ mcpServers: { 'nonprofit-research': server } }, null, 2)
}

const PAID = { tier: 'Paid', dataLimit: null, advancedLimit: null } as const

/** What a key adds for the assistant, if it allows questions. */
const ASSISTANT = hasAdvanced(PAID)
  ? `, and ask the assistant ${formatCount(limitOf(PAID, 'Advanced'))} questions per UTC day`
  : ''

/** The allowances without a key and with one. */
const Allowances = () => (
  <section aria-labelledby="allowances">
    <h2 id="allowances">Keys</h2>
    <ul>
      <li>{`Without a key: ${formatCount(limitOf(null, 'Data'))} reads per UTC day, for search, profiles, sections, evidence, filings, and comparisons.`}</li>
      <li>
        {`With a key: ${formatCount(limitOf(PAID, 'Data'))} reads per UTC day, unless the key has its own limit. A key also lets you read grants, funders, money networks, diligence, and exports${ASSISTANT}.`}
      </li>
      <li>
        Send the key as <code>X-Service-API-Key</code> or as a bearer token, never in a URL. To get
        a key, ask the operator of this service.
      </li>
    </ul>
  </section>
)

/** A subheading, a paragraph, or code: a request as HTTP and as a tool call, or its response. */
const Block = ({ block }: { block: string }) => {
  const [, kind, code = ''] = /^```(\w+)\n([\s\S]*)\n```$/.exec(block) ?? []
  if (kind) return <CodeBlock name={kind === 'json' ? 'Response' : 'Request'} code={code} />
  const text = block.replace(/^### /, '')
  return text === block ? (
    <p>
      <CodeWords text={text} />
    </p>
  ) : (
    <h3>
      <CodeWords text={text} />
    </h3>
  )
}

/** Shows words between backticks as code. */
const CodeWords = ({ text }: { text: string }) => (
  <>
    {text
      .split('`')
      .map((words, at) => (at % 2 === 1 ? <code key={`${at} ${words}`}>{words}</code> : words))}
  </>
)
