import type { Form } from '#src/domain/form.ts'
import { checkFiling, countChecks } from '../filings/check-filing.ts'
import { evidenceOfChecks, showChecks } from '../filings/shown-checks.ts'
import type { Filing } from '../organization.ts'
import type { Reader } from './section-data.ts'
import type { SectionStatus } from './section.ts'
import { plural } from './subject.ts'

/** Parts of each form that cross-checks compare. */
export const CHECKED_ON = {
  '990': {
    sourceTags: [
      'Part I',
      'Part IV',
      'Part VI',
      'Part VII',
      'Part VIII',
      'Part IX',
      'Part X',
      'Schedules',
    ],
  },
  '990EZ': { sourceTags: ['Part I', 'Part II', 'Part III', 'Part V', 'Part VI', 'Schedules'] },
  '990PF': { sourceTags: ['Part I', 'Part II', 'Grants paid and approved'] },
} as const satisfies Partial<Record<Form, { sourceTags: readonly string[] }>>

/** Whether anything of a filing could be checked. */
export const hasChecks = (filing: Filing): boolean => checkFiling(filing).length > 0

/** How many checks there are, and what failed. */
export function describeChecks(filing: Filing): string {
  const checks = checkFiling(filing)
  const { made, failed } = countChecks(checks)
  const what = plural(made, 'cross-check', 'cross-checks')
  if (failed === 0) return `${what} within the return and with the year before, none failed.`
  const names = checks.filter(({ status }) => status === 'Failed').map(({ label }) => label)
  return `${failed} of ${what} failed: ${names.join('; ')}.`
}

/** "2 of 17 checks failed", as grave as the gravest failure. */
export function judgeChecks(filing: Filing): SectionStatus {
  const checks = checkFiling(filing)
  const { made, failed } = countChecks(checks)
  const what = plural(made, 'check', 'checks')
  if (failed === 0) return { label: `None of ${what} failed`, tone: 'Good' }
  const isGrave = checks.some((one) => one.status === 'Failed' && one.severity === 'Concern')
  return { label: `${failed} of ${what} failed`, tone: isGrave ? 'Concern' : 'Caution' }
}

/** The cross-checks of a filing; nothing more is read for them. */
export const readChecksSection: Reader = async (_, { organization, filing }) => ({
  data: { kind: 'checks', checks: showChecks(organization, filing) },
  evidence: evidenceOfChecks(organization, filing),
})
