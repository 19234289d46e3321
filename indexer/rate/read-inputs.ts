import type { FactsOfFiling } from '#src/domain/facts/derived-operands.ts'
import type { RowFacts } from '#src/domain/facts/row-facts.ts'
import { openFacts } from '#src/domain/facts/stored-facts.ts'
import type { FilingContents } from '#src/domain/filing-contents.ts'
import type { Postgres, Session } from '#src/platform/clients/postgres.ts'
import { EARLIER_FACTS, type EarlierFiling } from '#src/rating/cross-checks/check.ts'
import { checkStatuses } from '#src/rating/cross-checks/cross-check.ts'
import { failedRules, GROWTH_FACTS, toRatingInputs } from '#src/rating/inputs.ts'
import { revenueDecade } from '#src/rating/peers.ts'
import { copyLines, toCopyLine } from '../store/copy.ts'
import { MAJOR_GROUP } from './due.ts'
import { overlap } from './overlap.ts'

type DueRow = FactsOfFiling & {
  ein: string
  fingerprint: Buffer
  majorGroup: string | null
  schemaVersion: string | null
  receivedOn: string | null
  blocks: FilingContents['blocks']
  rows: FilingContents['rows']
  rowFacts: RowFacts
  warnings: string[]
  earlier: EarlierFiling | null
  before: FactsOfFiling[]
}

type StoredRow = DueRow & { otherFacts: Buffer | null }

// For other years, only the facts that are compared.
const filingJson = (keys: string) => `
  json_build_object('objectId', e.object_id, 'form', e.form, 'taxYear', e.tax_year,
    'taxPeriodBegin', e.tax_period_begin, 'taxPeriodEnd', e.tax_period_end,
    'isAmended', e.is_amended, 'receivedOn', e.received_on,
    'facts', (select coalesce(json_object_agg(fact.key, fact.value), '{}')
      from jsonb_each(e.facts) fact where fact.key = any(${keys})))`

const BEFORE = `
  e.ein = f.ein and e.form = f.form and e.is_current and e.tax_period_end < f.tax_period_end`

// Three years earlier, within 11 days, because years of 52 weeks shift their ends.
const THREE_YEARS = `
  e.tax_period_end between f.tax_period_end - interval '3 years 11 days'
    and f.tax_period_end - interval '3 years' + interval '11 days'`

const ROWS = `
  select due.ein, due.fingerprint, ${MAJOR_GROUP} as "majorGroup", f.object_id as "objectId", f.form,
    f.tax_year as "taxYear", f.tax_period_begin as "taxPeriodBegin",
    f.tax_period_end as "taxPeriodEnd", f.schema_version as "schemaVersion",
    f.received_on as "receivedOn", f.facts, f.other_facts as "otherFacts", f.warnings,
    f.contents -> 'blocks' as blocks, f.contents -> 'rows' as rows,
    f.row_facts - 'officers' as "rowFacts",
    (select ${filingJson('$1')} from filing e where ${BEFORE}
      and e.tax_period_end >= f.tax_period_end - interval '4 years'
      order by e.tax_period_end desc limit 1) as earlier,
    (select coalesce(json_agg(${filingJson('$2')}), '[]') from filing e
      where ${BEFORE} and ${THREE_YEARS}) as before
  from rate_due due join organization o using (ein) join filing f on f.object_id = due.object_id`

// About 5 MB of facts, and a tenth of a second of work that a kill loses.
const BATCH = 500

/**
 * Reads and stores the inputs of the organizations in the session's table `rate_due`, and returns how
 * many. Each batch is committed, so that a killed run continues after the last one.
 */
export async function readInputs(
  db: Postgres,
  session: Session,
  onRead: (organizations: number) => void,
): Promise<number> {
  const batches = session.stream<StoredRow>(ROWS, [[...EARLIER_FACTS], [...GROWTH_FACTS]], BATCH)
  const read = (rows: StoredRow[]) => {
    const lines = rows.map((row) => toLine(openFacts(row)))
    const eins = rows.map(({ ein }) => ein)
    return () => store(db, eins, lines)
  }
  return await overlap(batches, read, onRead)
}

const COPY = `copy rating_input (ein, object_id, form, tax_year, major_group, revenue_decade, revenue,
  metrics, failed_checks, fingerprint) from stdin`

async function store(db: Postgres, eins: string[], lines: string[]): Promise<void> {
  await db.transaction(async (session) => {
    await session.query('delete from rating_input where ein = any($1)', [eins])
    await copyLines(session.copyFrom(COPY), lines)
  })
}

function toLine(row: DueRow): string {
  const { ein, objectId, form, taxYear, facts, fingerprint } = row
  const checks = checkStatuses({ ...row, earlier: row.earlier ?? undefined })
  const metrics = toRatingInputs({ ...row, filing: row, years: row.before, checks })
  const filed = facts.totalRevenue?.value
  const revenue = typeof filed === 'number' ? filed : undefined
  const decade = revenueDecade(revenue)
  const failed = failedRules(checks)
  return toCopyLine([
    ...[ein, objectId, form, taxYear, row.majorGroup, decade, revenue, JSON.stringify(metrics)],
    failed,
    fingerprint,
  ])
}
