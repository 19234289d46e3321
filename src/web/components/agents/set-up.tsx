import { hasAdvanced, limitOf } from '#src/access/allowances.ts'
import { CodeBlock } from '../code.tsx'

type Named = { id: string; title: string }

/** How a client of MCP and one of HTTP are set up; `origin` is where this service is reached. */
export const AgentSetUp = ({ id, title, origin }: Named & { origin: string }) => (
  <section aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    <p>
      <strong>By MCP</strong> (Model Context Protocol, streamable HTTP), where your client speaks
      it: the tools, what they take and what they answer are listed there. Nothing is to be
      installed, and there is no session.
    </p>
    <CodeBlock name="Settings of an MCP client" code={settingsOf(origin)} />
    <p>
      Leave the headers out to ask without a key. <strong>By HTTP</strong> every request is a GET
      that answers JSON:
    </p>
    <CodeBlock name="A request by HTTP" code={`curl '${origin}/api/v2/charity/070000101/page'`} />
  </section>
)

const settingsOf = (origin: string): string =>
  JSON.stringify(
    {
      mcpServers: {
        'nonprofit-research': {
          type: 'http',
          url: `${origin}/mcp`,
          headers: { 'X-Service-API-Key': 'nrk_…' },
        },
      },
    },
    null,
    2,
  )

const PAID = { tier: 'Paid', dataLimit: null, advancedLimit: null } as const

/** What may be asked without a key and with one. */
export const AgentAllowances = ({ id, title }: Named) => (
  <section aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    <ul>
      <li>
        Without a key: {count(limitOf(null, 'Data'))} reads a UTC day of search, profiles, sections,
        evidence, filings and comparisons.
      </li>
      <li>
        With one: {count(limitOf(PAID, 'Data'))} reads a UTC day, where the key has no limit of its
        own; grants, funders, money networks, diligence and exports as well
        {hasAdvanced(PAID) && (
          <>, and {count(limitOf(PAID, 'Advanced'))} questions to the assistant</>
        )}
        .
      </li>
      <li>
        Send it as <code>X-Service-API-Key</code> or as a bearer token, never in an address. Who
        runs this service gives keys out.
      </li>
    </ul>
  </section>
)

const count = (number: number): string => number.toLocaleString('en-US')
