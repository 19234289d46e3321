import type { FastifyInstance } from 'fastify'
import { hasAdvanced, limitOf } from '#src/access/allowances.ts'
import { AGENTS_GUIDE } from '#src/api/openapi/introduction.ts'
import { Layout, type Site } from '../components/layout.tsx'
import { Jump } from '../components/navigation.tsx'
import { CodeBlock } from '../components/table.tsx'
import { addPage, STATIC_TERMS } from '../render.ts'
import { agentsTexts } from '../texts/agents.tsx'
import { layoutTexts } from '../texts/layout.tsx'

/** Adds `GET /agents`: how programs and models use this service, with example requests. */
export function addAgentsPage(app: FastifyInstance, site: Site): void {
  const answer = async () => <AgentsPage site={site} origin={site.origin()} />
  addPage(app, '/agents', answer, { terms: STATIC_TERMS })
}

type Props = { site: Site; origin: string }

/** The parts of the guide: a title, and paragraphs, subheadings, and code, separated by blank lines. */
const PARTS = AGENTS_GUIDE.split(/^## /m)
  .slice(1)
  .map((part) => {
    const [title = '', ...blocks] = part.trim().split('\n\n')
    return { id: title.toLowerCase().replaceAll(/\W+/g, '-'), title, blocks }
  })

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
        ...PARTS,
      ]}
    />
    <SetUp origin={origin} />
    <Allowances />
    <p class="notice">{agentsTexts.shortened}</p>
    {PARTS.map(({ id, title, blocks }) => (
      <section key={id} aria-labelledby={id} class="guide-part">
        <h2 id={id}>{title}</h2>
        {blocks.map((block) => (
          <Block key={block} block={block} />
        ))}
      </section>
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

/** A subheading, a paragraph, or code: a request as HTTP and as a tool call, or its response. */
const Block = ({ block }: { block: string }) => {
  const [, kind, code = ''] = /^```(\w+)\n([\s\S]*)\n```$/.exec(block) ?? []
  if (kind)
    return <CodeBlock name={agentsTexts.code[kind === 'json' ? 'json' : 'http']} code={code} />
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
