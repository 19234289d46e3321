import type { ComparedOrganization } from '#src/organizations/compare/compare.ts'
import { Name } from '../name.tsx'

type Props = { name: string; readiness: NonNullable<ComparedOrganization['readiness']> }

/** Whether an organization can be relied on without a further look, and what decided that. */
export const ReadinessShown = ({ name, readiness: { tone, label, reviewReasons } }: Props) => (
  <>
    <span class={`chip tone-${tone.toLowerCase()}`}>{label}</span>
    {reviewReasons.length > 0 && (
      <details>
        <summary>
          Why<span class="hidden">, of {name}</span>
        </summary>
        <ul>
          {reviewReasons.map((reason) => (
            <li key={reason}>
              <Name>{reason}</Name>
            </li>
          ))}
        </ul>
      </details>
    )}
  </>
)
