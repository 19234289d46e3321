import type { ProfileDeps } from '#src/organizations/deps.ts'
import type { ResolvedEvidence } from '#src/organizations/evidence/evidence-ref.ts'
import { resolveEvidence } from '#src/organizations/evidence/resolve-evidence.ts'
import { openProfile } from '#src/organizations/open-profile.ts'
import type { Citation } from '#src/tools/cite.ts'

const isText = (value: unknown): value is string => typeof value === 'string'

/** Returns true if a text is another or a part of it, cut where " …" ends it. */
const isPartOf = (said: string, filed: string): boolean => {
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  return plain(filed).includes(plain(said.replace(/ …$/, '')))
}

/**
 * Returns true if a Ref's target contains a value: as its leaf, in a cell, or as the sum of a row's
 * cells.
 */
export function holds({ value, row, element }: ResolvedEvidence, said: Citation['value']): boolean {
  if (value !== undefined) {
    return isText(value) && isText(said) ? isPartOf(said, value) : value === said
  }
  if (row) {
    const cells = Object.values(row.row.cells).map((cell) => cell.value)
    const amounts = cells.filter((cell) => typeof cell === 'number')
    return cells.includes(said) || amounts.reduce((sum, cell) => sum + cell, 0) === said
  }
  // A list has a person's name in several columns.
  const words = String(said).split(/[\s,]+/)
  const texts = JSON.stringify(element ?? {})
  return words.every((word) => texts.includes(JSON.stringify(word).slice(1, -1)))
}

/** Returns citations whose Ref does not resolve to the stated value, each with its sentence. */
export async function findUnproven(
  deps: ProfileDeps,
  citations: readonly Citation[],
): Promise<string[]> {
  const faults: string[] = []
  for (const { ein, label, value, evidence } of citations) {
    const organization = await openProfile(deps, ein)
    try {
      const found = await resolveEvidence(deps, organization, evidence.ref)
      if (!holds(found, value)) {
        const held = JSON.stringify(found.value ?? found.row?.row.cells ?? found.element)
        faults.push(`${ein} ${label}: ${value} is not in ${evidence.ref}: ${held}`)
      }
      if (found.evidence.citation !== evidence.citation) {
        faults.push(`${evidence.ref}: "${evidence.citation}", not "${found.evidence.citation}"`)
      }
    } catch (error) {
      faults.push(`${ein} ${label}: ${evidence.ref}: ${String(error)}`)
    }
  }
  return faults
}
