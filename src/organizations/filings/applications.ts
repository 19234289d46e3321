import { APPLICATIONS, acceptedApplication } from '#src/domain/applications.ts'
import { type Cited, citeFact, refOf } from '#src/domain/evidence.ts'
import { TABLES } from '#src/domain/facts/tables/tables.ts'
import type { Form } from '#src/domain/form.ts'
import { lineIn } from '#src/domain/tsv.ts'
import type { ProfileDeps } from '../deps.ts'
import type { Filing } from '../organization.ts'
import type { SectionFact } from '../sections/section-data.ts'
import { countTables, readTableRows } from './table-rows.ts'

/** What a Form 990-PF says about applications for grants. */
export type Applications = {
  form: Form
  taxYear: number
  /** Its line in this version of the form. */
  line: string
  /** Whether it says where to apply, and does not check the box for preselected organizations. */
  accepts: boolean
  /** Whether the box for giving only to preselected organizations is checked; absent if empty. */
  only?: Cited<unknown>
  /** Each row as filed. */
  rows: (SectionFact & { key: string })[][]
}

// Few foundations name more than three addresses.
const MAX_ROWS = 10

/**
 * Reads how to apply for a grant; one round trip. Undefined for other forms, and for a return that
 * says nothing about it. Throws ApiError StoreUnavailable.
 */
export async function readApplications(
  deps: ProfileDeps,
  filing: Filing,
): Promise<Applications | undefined> {
  const only = citeFact(filing, 'onlyPreselected')
  const isFiled = countTables([APPLICATIONS], filing) > 0
  if (filing.form !== '990PF' || (!only && !isFiled)) return undefined
  const read = await readTableRows(deps, filing, [APPLICATIONS], { offset: 0, limit: MAX_ROWS })
  const rows = read.map(({ row }) => row)
  const { columns } = TABLES[APPLICATIONS]
  return {
    form: filing.form,
    taxYear: filing.taxYear,
    line: lineIn(TABLES[APPLICATIONS], filing.schemaVersion ?? undefined),
    accepts: acceptedApplication(filing.facts, rows) !== undefined,
    ...(only && { only }),
    rows: rows.map(({ cells }) =>
      Object.entries(cells).map(([key, { value, path }]) => ({
        ...{ key, label: columns[key]?.label ?? key, value },
        ref: refOf(filing, path),
      })),
    ),
  }
}
