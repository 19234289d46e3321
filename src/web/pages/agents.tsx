import type { FastifyInstance } from 'fastify'
import { hasAdvanced, limitOf } from '#src/access/allowances.ts'
import { AGENTS_GUIDE, type GuideExample, type GuidePart } from '#src/api/openapi/agents-guide.ts'
import { Layout, type Site } from '../components/layout.tsx'
import { Jump } from '../components/navigation.tsx'
import { CodeBlock } from '../components/table.tsx'
import { Term } from '../components/text.tsx'
import { addPage, STATIC_TERMS } from '../render.ts'
import { agentsTexts } from '../texts/agents.tsx'
import { layoutTexts } from '../texts/layout.tsx'

/** Adds `GET /agents`: how programs and models use this service, with example requests. */
export function addAgentsPage(app: FastifyInstance, site: Site): void {
  const answer = async () => <AgentsPage site={site} origin={site.origin()} />
  addPage(app, '/agents', answer, { terms: STATIC_TERMS })
}

type Props = { site: Site; origin: string }

const AgentsPage = ({ site, origin }: Props) => (
  <Layout
    site={site}
    head={{
      title: layoutTexts.pageTitle(agentsTexts.title),
      description: agentsTexts.description,
      canonicalPath: '/agents',
    }}
    current="/agents"
  >
    <h1>{agentsTexts.title}</h1>
    <p class="lead">{agentsTexts.lead}</p>
    <Jump
      name={agentsTexts.contents}
      entries={[
        { id: 'connect', title: agentsTexts.connect.title },
        { id: 'allowances', title: agentsTexts.keys.title },
        ...AGENTS_GUIDE,
      ]}
    />
    <SetUp origin={origin} />
    <Allowances />
    <p class="notice">{agentsTexts.shortened}</p>
    {AGENTS_GUIDE.map((part) => (
      <Part key={part.id} part={part} />
    ))}
    <p class="quiet">{agentsTexts.forPrograms()}</p>
  </Layout>
)

/** How to set up an MCP client and an HTTP client; `origin` is the address of this service. */
const SetUp = ({ origin }: { origin: string }) => (
  <section aria-labelledby="connect">
    <h2 id="connect">{agentsTexts.connect.title}</h2>
    <p>{agentsTexts.connect.mcp()}</p>
    <CodeBlock name={agentsTexts.connect.settings} code={settingsOf(origin)} />
    <p>{agentsTexts.connect.http()}</p>
    <CodeBlock
      name={agentsTexts.connect.request}
      code={`curl '${origin}/api/v2/charity/070000101/page'`}
    />
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
    <h2 id="allowances">{agentsTexts.keys.title}</h2>
    <ul>
      <li>{agentsTexts.keys.without(limitOf(null, 'Data'))}</li>
      <li>
        {agentsTexts.keys.with({
          reads: limitOf(PAID, 'Data'),
          questions: hasAdvanced(PAID) ? limitOf(PAID, 'Advanced') : undefined,
        })}
      </li>
      <li>{agentsTexts.keys.send()}</li>
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

/** A request over HTTP and as a tool call, with the response. */
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
          {needsKey && <span class="quiet">{agentsTexts.withKey}</span>}
        </Term>
        <Term term="MCP">
          <code>
            {tool.name} {JSON.stringify(tool.arguments)}
          </code>
        </Term>
      </dl>
      <CodeBlock
        name={agentsTexts.response(says.replaceAll('`', ''))}
        code={`${status === 200 ? '' : `HTTP ${status}\n`}${JSON.stringify(response, null, 2)}`}
      />
    </div>
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
