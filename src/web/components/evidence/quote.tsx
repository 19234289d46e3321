import type { ResolvedEvidence } from '#src/organizations/evidence/evidence-ref.ts'
import { evidenceTexts } from '#src/web/texts/evidence.tsx'
import { CodeBlock } from '../table.tsx'

const texts = evidenceTexts.quote

/** The element of the return as XML, with the names of the elements that contain it. */
export const QuotedElement = ({ target: { evidence, xml } }: { target: ResolvedEvidence }) => {
  if (xml === undefined || evidence.sourcePath === undefined) return null
  const above = evidence.sourcePath.split('/').slice(1, -1)
  const root = above[0] === 'ReturnHeader' ? ['Return'] : ['Return', 'ReturnData']
  return (
    <section>
      <h2>{texts.title}</h2>
      <p class="quiet">
        {texts.inside} <code>{[...root, ...above].join(' › ')}</code>
      </p>
      <CodeBlock name={texts.title} code={xml} />
    </section>
  )
}
