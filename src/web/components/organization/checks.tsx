import { countChecks } from '#src/organizations/filings/check-filing.ts'
import {
  type ShownCheck,
  type ShownSide,
  whyNoCheck,
} from '#src/organizations/filings/shown-checks.ts'
import type { Overview } from '#src/web/pages/overview.ts'
import { Figure } from '../figure.tsx'
import { toneOfCheck, wordsOfCheck } from '../tones.ts'
import { Band, linkSection } from './band.tsx'

/** A return that fails more is told of by the section. */
const MOST_CHECKS = 8

/** What of the return contradicts itself or the year before, and that the rest does not. */
export const Checks = ({ overview }: { overview: Overview }) => {
  const { page, checks } = overview
  const { made, failed, passed } = countChecks(checks)
  const href = linkSection(overview, 'Checks')
  const told = checks.filter(({ status }) => status !== 'Passed')
  return (
    <Band
      id="checks"
      title="Cross-checks"
      more={href ? { href, label: `All ${made} checks with both sides` } : undefined}
    >
      <p>{made === 0 ? whyNoCheck(page.filing) : describe(made, failed, passed)}</p>
      {told.length > 0 && (
        <ul class="checks">
          {told.slice(0, MOST_CHECKS).map((check) => (
            <CheckRow key={check.rule} ein={page.organization.ein} check={check} href={href} />
          ))}
        </ul>
      )}
    </Band>
  )
}

function describe(made: number, failed: number, passed: number): string {
  if (passed === made)
    return `All ${made} comparisons within the return and with the year before passed.`
  const rest = `${passed} of ${made} comparisons within the return and with the year before passed`
  return failed === 0 ? `${rest}, none failed.` : `${rest}, ${failed} failed.`
}

type RowProps = {
  ein: string
  check: ShownCheck
  /** Page of the section, which tells what sides were computed from. */
  href: string | undefined
}

const CheckRow = ({ ein, check, href }: RowProps) => {
  const { label, explanation, left, right } = check
  return (
    <li>
      <span class={`chip tone-${toneOfCheck(check)}`}>{wordsOfCheck(check)}</span>{' '}
      <strong>{label}.</strong> {explanation} <Side ein={ein} side={left} href={href} />{' '}
      <Side ein={ein} side={right} href={href} />
    </li>
  )
}

type SideProps = Pick<RowProps, 'ein' | 'href'> & { side: ShownSide }

/** A side that no single leaf holds is no link: what it was computed from has other values. */
export const Side = ({ ein, side: { label, value, unit, ref, derivedFrom }, href }: SideProps) => (
  <span class="below quiet">
    {label}: <Figure ein={ein} label={label} value={value} unit={unit} ref_={ref} />
    {ref === undefined && derivedFrom !== undefined && href !== undefined && (
      <>
        {' '}
        <a class="source-link" href={href}>
          what it was computed from<span class="hidden">: {label}</span>
        </a>
      </>
    )}
  </span>
)
