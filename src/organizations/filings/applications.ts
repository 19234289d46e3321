import {
  APPLICATION_PATHS,
  APPLICATIONS,
  APPLICATIONS_PART,
  acceptedApplication,
  applicationRows,
} from '#src/domain/applications.ts'
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

const PARTS = `
  select f.object_id as "objectId", part.content
  from filing f
  join filing_block part on part.object_id = f.object_id
    and part.block = '${APPLICATIONS_PART}' and part.ordinal = 1
  where f.object_id = any($1) and f.contents -> 'rows' ?| $2`

// A part of a large foundation has a megabyte.
const RETURNS_AT_ONCE = 100

/**
 * Returns where and how to apply by the object ids of returns that say so, as filed. Throws ApiError
 * StoreUnavailable.
 */
export async function readHowToApply(
  { postgres }: Pick<ProfileDeps, 'postgres'>,
  objectIds: readonly string[],
): Promise<ReadonlyMap<string, Record<string, string>>> {
  const found = new Map<string, Record<string, string>>()
  for (let at = 0; at < objectIds.length; at += RETURNS_AT_ONCE) {
    const some = objectIds.slice(at, at + RETURNS_AT_ONCE)
    const parts = await postgres.query<{ objectId: string; content: Buffer }>(PARTS, [
      some,
      APPLICATION_PATHS,
    ])
    for (const { objectId, content } of parts) {
      const row = acceptedApplication({}, applicationRows(content))?.row
      const cells = Object.entries(row?.cells ?? {}).map(([key, { value }]) => [key, `${value}`])
      if (row) found.set(objectId, Object.fromEntries(cells))
    }
  }
  return found
}
