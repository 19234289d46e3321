import type { GuideExample } from '#src/api/openapi/agents-guide.ts'
import { CodeBlock, CodeWords } from '../code.tsx'

/** A request as HTTP and as a call of a tool, and what it is answered. */
export const AgentExample = ({ example }: { example: GuideExample }) => {
  const { says, tool, request, needsKey, status = 200, response } = example
  return (
    <div class="card example">
      <h3>
        <CodeWords text={says} />
      </h3>
      <dl class="asked">
        <div>
          <dt>HTTP</dt>
          <dd>
            <code>GET {needsKey ? request : <a href={request}>{request}</a>}</code>
            {needsKey && <span class="quiet"> with a key</span>}
          </dd>
        </div>
        <div>
          <dt>MCP</dt>
          <dd>
            <code>
              {tool.name} {JSON.stringify(tool.arguments)}
            </code>
          </dd>
        </div>
      </dl>
      <CodeBlock
        name={`Answer: ${says.replaceAll('`', '')}`}
        code={`${status === 200 ? '' : `HTTP ${status}\n`}${JSON.stringify(response, null, 2)}`}
      />
    </div>
  )
}
