import { DERIVED_VERSION } from '#src/domain/facts/catalogue.ts'
import type { FilingRecord } from '../records/filing.ts'
import { toCopyLine } from '../store/copy.ts'

export const COPY_FILINGS = `copy filing (
  object_id, ein, form, tax_period_begin, tax_period_end, tax_year, schema_version, received_on,
  returned_at, is_amended, is_initial, is_final, is_group_return, facts, narrative,
  contents, row_facts, derived_version, warnings, source_archive, source_member, content_sha256)
  from stdin`

/** Where a return was read: the archive's name without its folder, and the entry in it. */
export type Origin = { archive: string; member: string | undefined; sha256: Buffer }

/** Returns a filing as a line for COPY_FILINGS. */
export const toFilingLine = (filing: FilingRecord, origin: Origin): string =>
  toCopyLine([
    filing.objectId,
    filing.ein,
    filing.form,
    filing.taxPeriodBegin,
    filing.taxPeriodEnd,
    filing.taxYear,
    filing.schemaVersion,
    filing.receivedOn,
    filing.returnedAt,
    filing.isAmended,
    filing.isInitial,
    filing.isFinal,
    filing.isGroupReturn,
    JSON.stringify(filing.facts),
    filing.narrative && JSON.stringify(filing.narrative),
    JSON.stringify(filing.contents),
    JSON.stringify(filing.rowFacts),
    DERIVED_VERSION,
    filing.warnings,
    origin.archive,
    origin.member,
    origin.sha256,
  ])
