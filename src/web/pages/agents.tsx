import type { FastifyPluginAsync } from 'fastify'
import { AGENTS_GUIDE, type GuidePart } from '#src/api/openapi/agents-guide.ts'
import { AgentExample } from '../components/agents/example.tsx'
import { AgentAllowances, AgentSetUp } from '../components/agents/set-up.tsx'
import { CodeWords } from '../components/code.tsx'
import { Layout, type Site } from '../components/layout.tsx'
import { sendPage } from '../render.ts'

/** `GET /agents`: how programs and models ask here, with requests and what they are answered. */
export const agentsPages =
  (site: Site): FastifyPluginAsync =>
  async (app) => {
    app.get('/agents', {
      config: { terms: { access: 'unchecked', costs: 'nothing', slot: 'shared' } },
      schema: { hide: true },
      handler: async (_, reply) =>
        sendPage(reply, <AgentsPage site={site} origin={site.origin()} />),
    })
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
    <nav aria-label="On this page" class="jump">
      <ul class="chips">
        {[...SET_UP, ...AGENTS_GUIDE].map(({ id, title }) => (
          <li key={id}>
            <a class="chip" href={`#${id}`}>
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
    <AgentSetUp id="connect" title="Connect" origin={origin} />
    <AgentAllowances id="allowances" title="Keys" />
    <p class="notice">
      The answers below are real ones over organizations of the demo, which are fictional. They are
      shortened: fields are left out, rows at the end of lists, and the end of a cursor.
    </p>
    {AGENTS_GUIDE.map((part) => (
      <Part key={part.id} part={part} />
    ))}
    <p class="quiet">
      The same for programs: <a href="/llms.txt">/llms.txt</a>,{' '}
      <a href="/openapi.json">/openapi.json</a>, and by MCP the resource{' '}
      <code>nonprofit://guide</code>. Every operation is told in <a href="/docs">the reference</a>.
    </p>
  </Layout>
)

const SET_UP = [
  { id: 'connect', title: 'Connect' },
  { id: 'allowances', title: 'Keys' },
]

const Part = ({ part: { id, title, paragraphs, examples } }: { part: GuidePart }) => (
  <section aria-labelledby={id} class="guide-part">
    <h2 id={id}>{title}</h2>
    {paragraphs.map((text) => (
      <p key={text}>
        <CodeWords text={text} />
      </p>
    ))}
    {examples.map((example) => (
      <AgentExample key={example.request} example={example} />
    ))}
  </section>
)
