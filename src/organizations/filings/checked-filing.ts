import type { CheckedFiling } from '#src/rating/cross-checks/check.ts'
import type { Filing } from '../organization.ts'

/** A filing as cross-checks see it; undefined while its row facts wait for `npm run derive`. */
export function toCheckedFiling(filing: Filing): CheckedFiling | undefined {
  const { contents, rowFacts, earlier } = filing
  if (rowFacts === null) return undefined
  const { objectId, form, taxYear, taxPeriodBegin, taxPeriodEnd, schemaVersion, facts } = filing
  return {
    objectId,
    form,
    taxYear,
    taxPeriodBegin,
    taxPeriodEnd,
    schemaVersion,
    receivedOn: filing.receivedOn,
    facts,
    blocks: contents.blocks,
    rows: contents.rows,
    rowFacts,
    warnings: filing.warnings,
    ...(earlier && { earlier }),
  }
}
