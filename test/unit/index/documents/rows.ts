import { readFileSync } from 'node:fs'
import type { OrganizationRow } from '#indexer/index/documents/organization-row.ts'
import type { FilingBlocks } from '#src/domain/blocks.ts'
import { NO_NARRATIVE, readNarrative } from '#src/domain/facts/narrative.ts'

/** A registry row without a filing, of a fictional organization. */
export const registryRow: OrganizationRow = {
  ...{ ein: '070000017', name: 'Saint Aldwyn Food Bank Inc.', names: [] },
  ...{ nameRef: 'bmf:2026-04:070000017:NAME', isRevoked: false, primaryForm: null, forms: [] },
  ...{ city: 'Toledo', state: 'OH', zip: '43604-1234', country: 'US' },
  ...{ entityType: 'OperatingOrOtherTaxExempt', familyId: null, role: 'Independent' },
  ...{ nteeCode: 'K31', subsection: '03', ruling: '199807', foundation: null },
  ...{ registryRevenue: 999, registryAsOf: '2026-04', rating: null, capture: null },
  ...{ objectId: null, taxYear: null, periodEnd: null, facts: null, warnings: null },
  ...{ narrative: NO_NARRATIVE, applications: null, registryPlace: null },
}

export const filedBlocks: FilingBlocks = JSON.parse(
  readFileSync(new URL('./filed-blocks.json', import.meta.url), 'utf8'),
)

const filed = (value: number, leaf: string) => ({ value, path: `/IRS990/${leaf}` })
const PROGRAMS = 'TotalFunctionalExpensesGrp/ProgramServicesAmt'

/** The same organization with a return that points to Schedule O for its mission. */
export const filingRow: OrganizationRow = {
  ...registryRow,
  names: [
    { name: 'Aldwyn Pantry', kind: 'doing-business-as', ref: 'bmf:2026-04:070000017:SORT_NAME' },
  ],
  ...{ primaryForm: '990', forms: ['990'], objectId: '202303199349301234' },
  ...{ taxYear: 2022, periodEnd: '2022-12-31', narrative: readNarrative('990', filedBlocks) },
  facts: {
    totalRevenue: filed(999_999, 'CYTotalRevenueAmt'),
    totalExpenses: filed(800, 'CYTotalExpensesAmt'),
    programExpenses: filed(600, PROGRAMS),
    functionalExpenses: filed(800, 'TotalFunctionalExpensesGrp/TotalAmt'),
    functionalProgramExpenses: filed(600, PROGRAMS),
    totalAssetsEoy: filed(0, 'TotalAssetsEOYAmt'),
  },
}
