import { AWARD_COLUMNS, SUBAWARD_COLUMNS } from '#src/domain/award-columns.ts'
import type { Evidence } from '#src/domain/evidence.ts'
import type { FactValue } from '#src/domain/facts/read-facts.ts'
import type { ProfileDeps } from '../deps.ts'
import type { Organization } from '../organization.ts'
import { readAward, type StoredAward } from '../store/read-award.ts'
import { toAwardEvidence } from './evidence-ref.ts'
import type { ResolvedEvidence } from './resolved-evidence.ts'

type AwardEvidence = Extract<Evidence, { kind: 'award' | 'subaward' }>

const COLUMNS: Record<AwardEvidence['kind'], Readonly<Record<string, string>>> = {
  award: AWARD_COLUMNS,
  subaward: SUBAWARD_COLUMNS,
}

/** What we work out of an award's transactions: no column of their files holds it, the row shows it. */
const WORKED_OUT = [
  {
    column: 'total_obligated_amount',
    when: 'is_amount_summed',
    shownAs: 'sum of federal_action_obligation',
  },
  {
    column: 'award_latest_action_date',
    when: 'is_from_transactions',
    shownAs: 'latest action_date',
  },
]

/**
 * An award or subaward that is attributed to the organization, or one of its columns. That of
 * another, or of a UEI that is mapped to nobody for sure, is not its evidence.
 */
export async function resolveAward(
  { postgres }: ProfileDeps,
  { ein }: Pick<Organization, 'ein'>,
  evidence: AwardEvidence,
): Promise<ResolvedEvidence | undefined> {
  const { kind, key, column } = evidence
  const columns = COLUMNS[kind]
  // Own keys only: "constructor" in a client's Ref must not reach Object.prototype.
  if (column !== undefined && !Object.hasOwn(columns, column)) return undefined
  const award = await readAward(postgres, kind, { key, ein })
  if (!award) return undefined
  const found = toAwardEvidence(evidence, award.source)
  const workedOut = WORKED_OUT.filter(({ when }) => award.row[when] === true)
  if (column === undefined) {
    const shown = Object.entries(columns).map(([name, field]): [string, string] => {
      const worked = workedOut.find((one) => one.column === name)
      return [worked?.shownAs ?? name, field]
    })
    return { evidence: found, element: toElement(shown, award) }
  }
  if (workedOut.some((one) => one.column === column)) return undefined
  const value = fieldOf(award, columns[column])
  if (value === undefined) return undefined
  const isMoney = typeof value === 'number'
  return { evidence: found, ...(isMoney && { unit: 'USD' }), value }
}

/** The columns that have a value, as they are written. */
const toElement = (
  columns: readonly [column: string, field: string][],
  award: StoredAward,
): Record<string, string> =>
  Object.fromEntries(
    columns.flatMap(([column, field]) => {
      const value = fieldOf(award, field)
      return value === undefined ? [] : [[column, String(value)]]
    }),
  )

function fieldOf({ row }: StoredAward, field = ''): FactValue | undefined {
  const value = row[field] ?? undefined
  if (!Array.isArray(value)) return value
  // As USAspending writes several: "10.001: TITLE; 93.243: OTHER".
  const written = value.map(({ number, title }) => (title ? `${number}: ${title}` : number))
  return written.join('; ') || undefined
}
