import type { Form } from '#src/domain/form.ts'
import { listOf, numberOf, readContent } from './content.ts'
import type { Case, Family } from './organization.ts'

/** An organization placed by hand, so that every case has a known EIN. */
export type Notable = {
  ein: string
  /** Id of its kind, see KINDS. */
  kind: string
  state: string
  /** Position among the towns of its state. */
  town: number
  name: string
  /** `registry` for one that files nothing. */
  form: Form | 'registry'
  scale?: number | undefined
  firstTaxYear?: number | undefined
  lastTaxYear?: number | undefined
  fiscalMonth?: number | undefined
  cases: readonly Case[]
  country?: string | undefined
  foreignTown?: number | undefined
  doingBusinessAs?: string | undefined
  formerName?: string | undefined
  family?: Family | undefined
}

/** The rows of `content/notable.tsv`. README.md describes them for readers. */
export const NOTABLES: readonly Notable[] = readContent<
  Exclude<keyof Notable, 'family'> | keyof Family
>('notable').map((row) => ({
  ein: row.ein,
  kind: row.kind,
  state: row.state,
  town: numberOf(row.town) ?? 0,
  name: row.name,
  form: row.form as Notable['form'],
  scale: numberOf(row.scale),
  firstTaxYear: numberOf(row.firstTaxYear),
  lastTaxYear: numberOf(row.lastTaxYear),
  fiscalMonth: numberOf(row.fiscalMonth),
  cases: listOf(row.cases, ' ') as Case[],
  country: row.country || undefined,
  foreignTown: numberOf(row.foreignTown),
  doingBusinessAs: row.doingBusinessAs || undefined,
  formerName: row.formerName || undefined,
  family: row.role
    ? {
        groupExemption: row.groupExemption,
        role: row.role as Family['role'],
        centralEin: row.centralEin,
      }
    : undefined,
}))
