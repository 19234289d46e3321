import type { Form } from '#src/domain/form.ts'
import { listOf, numberOf, readContent } from './content.ts'
import type { Case, Family } from './organization.ts'

/**
 * Organizations placed by hand, so that every case has a known EIN; README.md describes them for
 * readers. `kind` is an id of KINDS, `town` is an index into the state's towns, and the form
 * `registry` means that the organization files nothing.
 */
export const NOTABLES = readContent(
  'notable',
  'ein kind state town name form scale firstTaxYear lastTaxYear fiscalMonth cases country foreignTown doingBusinessAs formerName groupExemption role centralEin',
).map((row) => ({
  ein: row.ein,
  kind: row.kind,
  state: row.state,
  town: numberOf(row.town) ?? 0,
  name: row.name,
  form: row.form as Form | 'registry',
  scale: numberOf(row.scale),
  firstTaxYear: numberOf(row.firstTaxYear),
  lastTaxYear: numberOf(row.lastTaxYear),
  fiscalMonth: numberOf(row.fiscalMonth),
  cases: listOf(row.cases, ' ') as Case[],
  country: row.country || undefined,
  foreignTown: numberOf(row.foreignTown),
  doingBusinessAs: row.doingBusinessAs || undefined,
  formerName: row.formerName || undefined,
  family: row.role ? familyOf(row) : undefined,
}))
export type Notable = (typeof NOTABLES)[number]

function familyOf(row: Record<keyof Family, string>): Family {
  const { groupExemption, role, centralEin } = row
  return { groupExemption, role: role as Family['role'], centralEin }
}
