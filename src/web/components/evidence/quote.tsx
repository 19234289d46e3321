import type { ResolvedEvidence } from '#src/organizations/evidence/evidence-ref.ts'
import { CodeBlock } from '../table.tsx'

const TITLE = 'The element in the return'

/** The element of the return as XML, with the names of the elements that contain it. */
export const QuotedElement = ({ target: { evidence, xml } }: { target: ResolvedEvidence }) => {
  if (xml === undefined || evidence.sourcePath === undefined) return null
  const above = evidence.sourcePath.split('/').slice(1, -1)
  const root = above[0] === 'ReturnHeader' ? ['Return'] : ['Return', 'ReturnData']
  return (
    <section>
      <h2>{TITLE}</h2>
      <p class="quiet">
        Inside <code>{[...root, ...above].join(' › ')}</code>
      </p>
      <CodeBlock name={TITLE} code={xml} />
    </section>
  )
}
