import type { EvidenceRef } from '#src/organizations/evidence/evidence-ref.ts'
import type { OperatingModel } from '#src/organizations/figures/operating-model.ts'
import { formatValue } from '../figure.tsx'
import { Citations } from './citations.tsx'

type Props = { ein: string; model: OperatingModel; evidence: readonly EvidenceRef[] }

/** Where money comes from and how it is spent, in words, with what each word rests on. */
export const ModelData = ({ ein, model: { resource, delivery, modifiers }, evidence }: Props) => (
  <>
    <Finding ein={ein} title="Where money comes from" finding={resource} evidence={evidence} />
    <Finding ein={ein} title="How it is spent" finding={delivery} evidence={evidence} />
    {modifiers.length > 0 && (
      <section>
        <h2>What else marks it</h2>
        {modifiers.map(({ key, label, summary, refs }) => (
          <article key={key} class="finding">
            <h3>{label}</h3>
            <p>{summary}</p>
            <Citations ein={ein} refs={refs} evidence={evidence} />
          </article>
        ))}
      </section>
    )}
  </>
)

type Found = OperatingModel['resource'] | OperatingModel['delivery']
type FindingProps = Pick<Props, 'ein' | 'evidence'> & { title: string; finding: Found }

const Finding = ({ ein, title, finding, evidence }: FindingProps) => {
  const { label, summary, primaryShare, refs } = finding
  return (
    <section>
      <h2>{title}</h2>
      <p class="lead">
        <strong>{label}</strong>
        {primaryShare !== undefined && ` · ${formatValue(primaryShare, 'ratio')}`}
      </p>
      <p>{summary}</p>
      <Citations ein={ein} refs={refs} evidence={evidence} />
    </section>
  )
}
