import { countOf } from '#src/domain/money.ts'
import type { EvidenceRef } from '#src/organizations/evidence/evidence-ref.ts'
import { countChecks } from '#src/organizations/filings/check-filing.ts'
import {
  type ShownCheck,
  type ShownSide,
  whyNoCheck,
} from '#src/organizations/filings/shown-checks.ts'
import type { Page } from '#src/organizations/page/page.ts'
import { CheckChip } from './chips.tsx'
import { Citations, Figure, Value } from './figure.tsx'
import { formatValue } from './formats.ts'
import { Band, linkSection } from './organization/band.tsx'

/** The section has all of them. */
const MAX_CHECKS = 8

type BandProps = { page: Page; checks: readonly ShownCheck[] }

/** Contradictions within the return or with the year before. */
export const ChecksBand = ({ page, checks }: BandProps) => {
  const { made, failed, passed } = countChecks(checks)
  const href = linkSection(page, 'Checks')
  const notable = checks.filter(({ status }) => status !== 'Passed')
  return (
    <Band
      id="checks"
      title="Cross-checks"
      more={{
        href,
        label: made === 1 ? 'The check with both values' : `All ${made} checks, with both values`,
      }}
    >
      <p>
        {made === 0
          ? whyNoCheck(page.filing)
          : `${
              passed === made
                ? `${made === 1 ? 'One check' : `All ${made} checks`} passed.`
                : `${passed} of ${countOf(made, 'check')} passed. ${failed === 0 ? 'None' : failed} failed.`
            } Cross-checks compare values within the return, and with the return for the year before.`}
      </p>
      {notable.length > 0 && (
        <ul class="checks">
          {notable.slice(0, MAX_CHECKS).map((check) => (
            <li key={check.rule}>
              <CheckChip check={check} /> <strong>{check.label}.</strong> {check.explanation}{' '}
              <Side ein={page.organization.ein} side={check.left} href={href} />{' '}
              <Side ein={page.organization.ein} side={check.right} href={href} />
            </li>
          ))}
        </ul>
      )}
    </Band>
  )
}

type SideProps = { ein: string; side: ShownSide; href: string | undefined }

/** A side that is not a single leaf links to the section, which lists its inputs. */
export const Side = ({ ein, side, side: { label, ref, derivedFrom }, href }: SideProps) => (
  <span class="below quiet">
    {label}: <Figure ein={ein} label={label} figure={side} />
    {ref === undefined && derivedFrom !== undefined && href !== undefined && (
      <>
        {' '}
        <a class="source-link" href={href}>
          see its inputs
          <span class="hidden">: {label}</span>
        </a>
      </>
    )}
  </span>
)

type DataProps = { ein: string; checks: readonly ShownCheck[]; evidence: readonly EvidenceRef[] }

const GROUPS = [
  { status: 'Failed', title: 'Failed' },
  { status: 'Information', title: 'For information' },
  { status: 'Passed', title: 'Passed' },
] as const

/** The section: checks by result, failed checks first, each with both sides. */
export const ChecksData = ({ ein, checks, evidence }: DataProps) => (
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

type CheckProps = Pick<DataProps, 'ein' | 'evidence'> & { check: ShownCheck }

const Check = ({ ein, check, evidence }: CheckProps) => {
  const { rule, label, severity, left, right, difference, tolerance, explanation } = check
  return (
    <article class="check card">
      <h3>{label}</h3>
      <p>
        <CheckChip check={check} /> {explanation}
      </p>
      <dl class="sides">
        <ComparedSide ein={ein} side={left} evidence={evidence} />
        <ComparedSide ein={ein} side={right} evidence={evidence} />
        {difference !== undefined && (
          <div>
            <dt>Difference</dt>
            <dd class="number">{formatValue(difference, left.unit)}</dd>
          </div>
        )}
      </dl>
      <p class="quiet note">
        Tolerance: {tolerance}. Severity if it fails: {severity.toLowerCase()}. Rule:{' '}
        <code>{rule}</code>.
      </p>
    </article>
  )
}

type ComparedProps = Pick<DataProps, 'ein' | 'evidence'> & { side: ShownSide }

const ComparedSide = ({ ein, side, evidence }: ComparedProps) => {
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
            <summary>{formula ?? 'What was compared'}</summary>
            <Citations ein={ein} refs={others} evidence={evidence} />
          </details>
        </dd>
      )}
    </div>
  )
}
