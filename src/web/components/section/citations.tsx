import type { EvidenceRef } from '#src/organizations/evidence/evidence-ref.ts'
import { evidencePath } from '#src/web/links.ts'

type Props = { ein: string; refs: readonly string[]; evidence: readonly EvidenceRef[] }

/** What a sentence rests on cites more than a dozen leaves only where it adds up rows. */
const MOST_CITED = 12

/** What something rests on, each citation a link to the evidence. */
export const Citations = ({ ein, refs, evidence }: Props) => {
  const shown = [...new Set(refs)].slice(0, MOST_CITED)
  if (shown.length === 0) return null
  const more = new Set(refs).size - shown.length
  return (
    <ul class="citations">
      {shown.map((ref) => (
        <li key={ref}>
          <a href={evidencePath(ein, ref)}>
            {evidence.find((one) => one.ref === ref)?.citation ?? ref}
          </a>
        </li>
      ))}
      {more > 0 && <li class="quiet">and {more.toLocaleString('en-US')} more of the same kind</li>}
    </ul>
  )
}
