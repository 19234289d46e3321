import type { FastifyInstance } from 'fastify'
import { hasAdvanced, limitOf } from '#src/access/allowances.ts'
import { AGENTS_GUIDE, type GuideExample, type GuidePart } from '#src/api/openapi/agents-guide.ts'
import { formatCount } from '#src/domain/money.ts'
import { Layout, type Site } from '../components/layout.tsx'
import { Jump } from '../components/navigation.tsx'
import { CodeBlock } from '../components/table.tsx'
import { Term } from '../components/text.tsx'
import { addPage, FREE_TERMS } from '../render.ts'

/** Adds `GET /agents`: how programs and models use this service, with example requests. */
export function addAgentsPage(app: FastifyInstance, site: Site): void {
  const answer = async () => <AgentsPage site={site} origin={site.origin()} />
  addPage(app, '/agents', answer, { terms: FREE_TERMS })
}

type Props = { site: Site; origin: string }

const AgentsPage = ({ site, origin }: Props) => (
  <Layout
    site={site}
    head={{
      title: 'Guide for agents · Nonprofit Research',
      description:
        'How agents and those who build them ask for public filings of U.S. nonprofits: by MCP and HTTP, with real requests, shortened answers, and how to cite them.',
      canonicalPath: '/agents',
    }}
    current="/agents"
  >
    <h1>Guide for agents</h1>
    <p class="lead">
      For models that use tools, and for those who build with them: how to ask, what an answer
      means, and how to cite it.
    </p>
    <Jump
      name="On this page"
      entries={[
        { id: 'connect', title: 'Connect' },
        { id: 'allowances', title: 'Keys' },
        ...AGENTS_GUIDE,
      ]}
    />
    <SetUp origin={origin} />
    <Allowances />
    <p class="notice">
      The answers below are real ones about organizations of the demo, which are fictional. They are
      shortened: some fields, rows at the end of lists, and the ends of cursors are left out.
    </p>
    {AGENTS_GUIDE.map((part) => (
      <Part key={part.id} part={part} />
    ))}
    <p class="quiet">
      The same for programs: <a href="/llms.txt">/llms.txt</a>,{' '}
      <a href="/openapi.json">/openapi.json</a>, and by MCP the resource{' '}
      <code>nonprofit://guide</code>. <a href="/docs">The reference</a> describes every operation.
    </p>
  </Layout>
)

/** How to set up a client of MCP and one of HTTP; `origin` is the address of this service. */
const SetUp = ({ origin }: { origin: string }) => (
  <section aria-labelledby="connect">
    <h2 id="connect">Connect</h2>
    <p>
      <strong>By MCP</strong> (Model Context Protocol, streamable HTTP), if your client supports it:
      it lists the tools, their inputs and their answers. There is nothing to install, and no
      session.
    </p>
    <CodeBlock name="Settings of an MCP client" code={settingsOf(origin)} />
    <p>
      Leave the headers out to ask without a key. <strong>By HTTP</strong> every request is a GET
      that returns JSON:
    </p>
    <CodeBlock name="A request by HTTP" code={`curl '${origin}/api/v2/charity/070000101/page'`} />
  </section>
)

const settingsOf = (origin: string): string => {
  const headers = { 'X-Service-API-Key': 'nrk_…' }
  const server = { type: 'http', url: `${origin}/mcp`, headers }
  return JSON.stringify({ mcpServers: { 'nonprofit-research': server } }, null, 2)
}

const PAID = { tier: 'Paid', dataLimit: null, advancedLimit: null } as const

/** The allowances without a key and with one. */
const Allowances = () => (
  <section aria-labelledby="allowances">
    <h2 id="allowances">Keys</h2>
    <ul>
      <li>
        Without a key: {formatCount(limitOf(null, 'Data'))} reads per UTC day of search, profiles,
        sections, evidence, filings and comparisons.
      </li>
      <li>
        With a key: {formatCount(limitOf(PAID, 'Data'))} reads per UTC day, unless the key has a
        limit of its own; also grants, funders, money networks, diligence and exports
        {hasAdvanced(PAID) && (
          <>, and {formatCount(limitOf(PAID, 'Advanced'))} questions to the assistant</>
        )}
        .
      </li>
      <li>
        Send it as <code>X-Service-API-Key</code> or as a bearer token, never in an address. The
        operator of this service hands out keys.
      </li>
    </ul>
  </section>
)

const Part = ({ part: { id, title, paragraphs, examples } }: { part: GuidePart }) => (
  <section aria-labelledby={id} class="guide-part">
    <h2 id={id}>{title}</h2>
    {paragraphs.map((text) => (
      <p key={text}>
        <CodeWords text={text} />
      </p>
    ))}
    {examples.map((example) => (
      <Example key={example.request} example={example} />
    ))}
  </section>
)

/** A request as HTTP and as a call of a tool, with the answer. */
const Example = ({ example }: { example: GuideExample }) => {
  const { says, tool, request, needsKey, status = 200, response } = example
  return (
    <div class="card example">
      <h3>
        <CodeWords text={says} />
      </h3>
      <dl class="asked">
        <Term term="HTTP">
          <code>GET {needsKey ? request : <a href={request}>{request}</a>}</code>
          {needsKey && <span class="quiet"> with a key</span>}
        </Term>
        <Term term="MCP">
          <code>
            {tool.name} {JSON.stringify(tool.arguments)}
          </code>
        </Term>
      </dl>
      <CodeBlock
        name={`Answer: ${says.replaceAll('`', '')}`}
        code={`${status === 200 ? '' : `HTTP ${status}\n`}${JSON.stringify(response, null, 2)}`}
      />
    </div>
  )
}

/** Text with the words between backticks as code. */
const CodeWords = ({ text }: { text: string }) => (
  <>
    {text
      .split('`')
      .map((words, at) => (at % 2 === 1 ? <code key={`${at} ${words}`}>{words}</code> : words))}
  </>
)
