import type { FilingBlocks } from '../blocks.ts'
import { FORM_BLOCK, type Form } from '../form.ts'
import { packJson, readPacked } from '../packed-json.ts'
import type { FactKey } from './definitions.ts'
import { type Narrative, NO_NARRATIVE, readNarrative } from './narrative.ts'
import type { Facts, FactValue } from './read-facts.ts'

/** The facts that SQL statements read, in the column `facts`; the others are packed. */
const SQL_FACTS = [
  ...['contributions', 'doingBusinessAs', 'doingBusinessAs2', 'doingBusinessAs3', 'filerCity'],
  ...['filerCountry', 'filerName', 'filerState', 'filerStreet', 'filerStreet2', 'filerZip'],
  ...['foreignGrants', 'functionalProgramExpenses', 'fundraisingExpenses', 'grantsPaid'],
  ...['grantsPaidCashBasis', 'grantsPaidTotal', 'grantsToDomesticIndividuals'],
  ...['grantsToDomesticOrganizations', 'groupExemptionNumber', 'investmentIncome'],
  ...['managementExpenses', 'netAssetsEoy', 'otherRevenue', 'programExpenses'],
  ...['programServiceRevenue', 'totalAssetsEoy', 'totalExpenses', 'totalLiabilitiesEoy'],
  ...['totalRevenue', 'website'],
] as const satisfies FactKey[]
export type SqlFact = (typeof SQL_FACTS)[number]

const IS_IN_SQL: ReadonlySet<string> = new Set(SQL_FACTS)

/** Keys with paths, and the value of each. Values apart from paths take half the space. */
type Packed = [paths: [key: string, path: string][], values: FactValue[]]

/** Facts as the columns of a filing; `otherFacts` is null if `facts` has all of them. */
export type StoredFacts = { facts: Facts; otherFacts: Buffer | null }

/** Splits facts into the columns of a filing. `openFacts` returns them. */
export function storeFacts(form: Form, facts: Facts): StoredFacts {
  const entries = Object.entries(facts)
  const others = entries.filter(([key]) => !IS_IN_SQL.has(key))
  // A postcard has few facts.
  if (others.length === 0 || form === '990N') return { facts, otherFacts: null }
  const packed: Packed = [
    others.map(([key, { path }]) => [key, path]),
    others.map(([, { value }]) => value),
  ]
  return {
    facts: Object.fromEntries(entries.filter(([key]) => IS_IN_SQL.has(key))),
    otherFacts: packJson(`facts ${form}`, Buffer.from(JSON.stringify(packed))),
  }
}

/** Returns a row with all facts of its filing. Throws an Error if it is damaged. */
export function openFacts<Row extends { facts: Facts | null; otherFacts: Buffer | string | null }>({
  otherFacts,
  ...row
}: Row): Omit<Row, 'otherFacts'> {
  if (otherFacts === null) return row
  const [paths, values] = readPacked<Packed>(otherFacts)
  const others = paths.map(([key, path], at) => [key, { value: values[at], path }])
  return { ...row, facts: { ...row.facts, ...Object.fromEntries(others) } }
}

/** Returns a filing's texts as its column; null if it has none. */
export const storeNarrative = (form: Form, narrative: Narrative): Buffer | null =>
  Object.values(narrative).some((texts) => texts.length > 0)
    ? packJson(FORM_BLOCK[form], Buffer.from(JSON.stringify(narrative)))
    : null

/** Returns a filing's texts from its column. Throws an Error if it is damaged. */
export function openNarrative(form: Form, stored: Buffer | null): Narrative {
  if (stored === null) return NO_NARRATIVE
  const narrative = readPacked<Narrative | FilingBlocks>(stored)
  // Earlier versions stored the elements that contain the texts.
  return Array.isArray(narrative) ? readNarrative(form, narrative) : narrative
}
