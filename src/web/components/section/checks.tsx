import type { EvidenceRef } from '#src/organizations/evidence/evidence-ref.ts'
import type { ShownCheck, ShownSide } from '#src/organizations/filings/shown-checks.ts'
import { formatValue } from '../figure.tsx'
import { toneOfCheck, wordsOfCheck } from '../tones.ts'
import { Value } from '../value.tsx'
import { Citations } from './citations.tsx'

type Props = { ein: string; checks: readonly ShownCheck[]; evidence: readonly EvidenceRef[] }

const GROUPS = [
  { status: 'Failed', title: 'Failed' },
  { status: 'Information', title: 'For information' },
  { status: 'Passed', title: 'Passed' },
] as const

/** Cross-checks by how they came out, what failed first, each with both its sides. */
export const ChecksData = ({ ein, checks, evidence }: Props) => (
  <>
    {GROUPS.map(({ status, title }) => {
      const own = checks.filter((check) => check.status === status)
      if (own.length === 0) return null
      return (
        <section key={status}>
          <h2>
            {title} <span class="quiet">({own.length})</span>
          </h2>
          {own.map((check) => (
            <Check key={check.rule} ein={ein} check={check} evidence={evidence} />
          ))}
        </section>
      )
    })}
  </>
)

type CheckProps = Pick<Props, 'ein' | 'evidence'> & { check: ShownCheck }

const Check = ({ ein, check, evidence }: CheckProps) => {
  const { rule, label, severity, left, right, difference, tolerance, explanation } = check
  return (
    <article class="check card">
      <h3>{label}</h3>
      <p>
        <span class={`chip tone-${toneOfCheck(check)}`}>{wordsOfCheck(check)}</span> {explanation}
      </p>
      <dl class="sides">
        <Side ein={ein} side={left} evidence={evidence} />
        <Side ein={ein} side={right} evidence={evidence} />
        {difference !== undefined && (
          <div>
            <dt>Difference</dt>
            <dd class="number">{formatValue(difference, left.unit)}</dd>
          </div>
        )}
      </dl>
      <p class="quiet note">
        Let pass: {tolerance}. Severity if it fails: {severity.toLowerCase()}. Rule:{' '}
        <code>{rule}</code>.
      </p>
    </article>
  )
}

type SideProps = Pick<Props, 'ein' | 'evidence'> & { side: ShownSide }

const Side = ({ ein, side, evidence }: SideProps) => {
  const { label, line, value, unit, formula, ref, derivedFrom = [] } = side
  const others = derivedFrom.filter((one) => one !== ref)
  return (
    <div>
      <dt>
        {label} <span class="quiet">{line}</span>
      </dt>
      <dd class="number">
        {ref === undefined ? (
          formatValue(value, unit)
        ) : (
          <Value ein={ein} label={label} value={value} unit={unit} ref_={ref} />
        )}
      </dd>
      {(formula !== undefined || others.length > 0) && (
        <dd class="made-of">
          <details>
            <summary>{formula ?? 'What was looked at'}</summary>
            <Citations ein={ein} refs={others} evidence={evidence} />
          </details>
        </dd>
      )}
    </div>
  )
}
