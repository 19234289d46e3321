import type { Postgres } from '#src/platform/clients/postgres.ts'
import { insertRows } from '#test/integration/indices/store.ts'

/** The origin recorded for made rows. */
const SOURCE = { as_of: '2026-05-01', source_file: 'made.csv', source_id: 1 }

export type MadeAudit = {
  uei: string | null
  ein: string | null
  year?: number
  name?: string
  auditor?: string
  /** Further EINs and UEIs that the audit covers. */
  covers?: readonly string[]
}

let reports = 0

/** Stores audits as a loader does; each is a separate report. */
export async function insertAudits(db: Postgres, audits: readonly MadeAudit[]): Promise<void> {
  const rows = audits.map((audit, at) => ({ ...audit, id: `made-${reports + at}` }))
  reports += rows.length
  const stored = rows.map(({ id, uei, ein, year = 2023, name = null, auditor = null }) => {
    return { report_id: id, audit_year: year, uei, ein, auditor_ein: auditor, name }
  })
  await insert(db, 'audit', stored)
  const further = rows.flatMap(({ id, covers = [] }) =>
    covers.map((value) => ({ report_id: id, kind: value.length === 12 ? 'uei' : 'ein', value })),
  )
  await insert(db, 'audit_identifier', further)
}

type Columns = Record<string, unknown>

/** Stores awards; omitted fields are those of an award of a thousand dollars. */
export const insertAwards = (db: Postgres, awards: readonly Columns[]): Promise<void> =>
  insert(
    db,
    'award',
    awards.map((award, at) => ({
      ...{ award_key: `ASST_NON_MADE_${at}`, kind: 'assistance', award_id: `MADE${at}` },
      ...{ amount: 1_000, listings: [], is_from_transactions: false, is_amount_summed: false },
      ...award,
    })),
  )

/** Stores subawards; omitted fields are those of a subaward of a hundred dollars. */
export const insertSubawards = (db: Postgres, subawards: readonly Columns[]): Promise<void> =>
  insert(
    db,
    'subaward',
    subawards.map((subaward, at) => ({
      ...{ subaward_key: `MADE|${at}`, prime_award_key: 'ASST_NON_PRIME_1' },
      ...{ amount: 100, listings: [], ...subaward },
    })),
  )

const insert = (db: Postgres, table: string, rows: readonly Columns[]): Promise<void> =>
  insertRows(
    db,
    table,
    rows.map((row, at) => ({ ...SOURCE, source_row: at + 2, ...row })),
  )
