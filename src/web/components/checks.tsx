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
import { Citations, Figure } from './figure.tsx'
import { formatValue } from './formats.ts'
import { Band } from './organization/band.tsx'
import { column, numeric, Table } from './table.tsx'

type Props = {
  page: Pick<Page, 'organization' | 'filing'>
  checks: readonly ShownCheck[]
  evidence: readonly EvidenceRef[]
}

const GROUPS = ['Failed', 'Information', 'Passed'] as const
const TITLES = { Failed: 'Failed', Information: 'For information', Passed: 'Passed' }

/** The cross-checks of a return, failed ones first, each with both values. */
export const ChecksBand = ({ page, checks, evidence }: Props) => {
  const { made, failed, passed } = countChecks(checks)
  const { ein } = page.organization
  const side = (label: string, of: (check: ShownCheck) => ShownSide) =>
    numeric<ShownCheck>(label, (check) => <Side {...{ ein, evidence }} side={of(check)} />)
  return (
    <Band id="Checks" title="Cross-checks">
      <p>
        {made === 0
          ? whyNoCheck(page.filing)
          : `${
              passed === made
                ? `${made === 1 ? 'One check' : `All ${made} checks`} passed.`
                : `${passed} of ${countOf(made, 'check')} passed. ${failed === 0 ? 'None' : failed} failed.`
            } Cross-checks compare values within the return, and with the return for the year before.`}
      </p>
      {made > 0 && (
        <Table<ShownCheck>
          name="Cross-checks"
          class="checks"
          groups={GROUPS.map((group) => ({
            title: TITLES[group],
            rows: checks.filter(({ status }) => status === group),
          })).filter(({ rows }) => rows.length > 0)}
          columns={[
            column('Check', (check) => (
              <>
                {check.label}
                {check.status !== 'Passed' && (
                  <span class="below">
                    <CheckChip check={check} /> {check.explanation}
                  </span>
                )}
              </>
            )),
            side('Compared value', ({ left }) => left),
            side('With', ({ right }) => right),
            numeric('Difference', ({ difference, left }) =>
              difference === undefined ? null : formatValue(difference, left.unit),
            ),
          ]}
        />
      )}
    </Band>
  )
}

type SideProps = { ein: string; side: ShownSide; evidence: readonly EvidenceRef[] }

/** A compared value, its line, and the values that it adds up. */
const Side = ({ ein, side, evidence }: SideProps) => {
  const { label, line, ref, formula, derivedFrom = [] } = side
  const others = derivedFrom.filter((one) => one !== ref)
  return (
    <>
      <Figure ein={ein} label={label} figure={side} />
      <span class="below quiet">{line ?? label}</span>
      {(formula !== undefined || others.length > 0) && (
        <details>
          <summary>{formula ?? 'What was compared'}</summary>
          <Citations ein={ein} refs={others} evidence={evidence} />
        </details>
      )}
    </>
  )
}
