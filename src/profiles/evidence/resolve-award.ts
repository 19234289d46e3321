import { AWARD_COLUMNS, SUBAWARD_COLUMNS } from '../../domain/award-columns.ts'
import type { Evidence } from '../../domain/evidence.ts'
import type { FactValue } from '../../domain/facts/read-facts.ts'
import type { ProfileDeps } from '../deps.ts'
import type { Organization } from '../organization.ts'
import { readAward, type StoredAward } from '../store/read-award.ts'
import { toAwardEvidence } from './evidence-ref.ts'
import type { ResolvedEvidence } from './resolve-evidence.ts'

type AwardEvidence = Extract<Evidence, { kind: 'award' | 'subaward' }>

const COLUMNS: Record<AwardEvidence['kind'], Readonly<Record<string, string>>> = {
  award: AWARD_COLUMNS,
  subaward: SUBAWARD_COLUMNS,
}

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
  if (column === undefined) return { evidence: found, element: toElement(columns, award) }
  const value = fieldOf(award, columns[column])
  if (value === undefined) return undefined
  const isMoney = typeof value === 'number'
  return { evidence: found, ...(isMoney && { unit: 'USD' }), value }
}

/** The columns that have a value, as they are written. */
const toElement = (
  columns: Readonly<Record<string, string>>,
  award: StoredAward,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([column, field]) => {
      const value = fieldOf(award, field)
      return value === undefined ? [] : [[column, String(value)]]
    }),
  )

function fieldOf({ row }: StoredAward, field = ''): FactValue | undefined {
  const value = row[field] ?? undefined
  if (!Array.isArray(value)) return value
  // As USAspending writes several: "10.001: TITLE; 93.243: OTHER".
  return value.map(({ number, title }) => `${number}: ${title}`).join('; ') || undefined
}
