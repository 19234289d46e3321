import type { Block } from '#src/domain/blocks.ts'
import type { Evidence } from '#src/domain/evidence.ts'
import { ADD_COLUMNS, ALT_COLUMNS, SDN_COLUMNS } from '#src/domain/restriction-columns.ts'
import type { ProfileDeps } from '../deps.ts'
import type { Organization } from '../organization.ts'
import { type RestrictedEntry, readRestriction } from '../store/read-restriction.ts'
import { toRestrictionEvidence } from './evidence-ref.ts'
import type { ResolvedEvidence } from './resolved-evidence.ts'

/**
 * An entry of a restriction list with its other names and addresses, or one of its columns, that may
 * mean the organization or one of its officers. Any other entry is not its evidence.
 */
export async function resolveRestriction(
  { postgres }: ProfileDeps,
  { restrictions }: Pick<Organization, 'restrictions'>,
  evidence: Extract<Evidence, { kind: 'sdn' | 'sam' }>,
): Promise<ResolvedEvidence | undefined> {
  const list = evidence.kind === 'sdn' ? 'OFAC' : 'SAM'
  const isOwn = restrictions.some((one) => one.list === list && one.entry === evidence.entry)
  const entry = isOwn ? await readRestriction(postgres, list, evidence.entry) : undefined
  if (!entry?.as_of.startsWith(evidence.asOf)) return undefined
  return readColumns(entry, evidence)
}

function readColumns(
  entry: RestrictedEntry,
  evidence: Extract<Evidence, { kind: 'sdn' | 'sam' }>,
): ResolvedEvidence | undefined {
  const { column } = evidence
  const found = toRestrictionEvidence(evidence)
  const row = entry.written ?? toFilled(SDN_COLUMNS, entry)
  if (column === undefined) return { evidence: found, element: { ...row, ...toPieces(entry) } }
  // Own keys only: "constructor" in a client's Ref must not reach Object.prototype.
  const value = Object.hasOwn(row, column) ? row[column] : undefined
  return value === undefined ? undefined : { evidence: found, value }
}

/** OFAC's other tables of the entry, by their names: ALT and ADD. */
function toPieces({ names, addresses, written }: RestrictedEntry): Block {
  if (written) return {}
  const pieces = {
    ALT: names.map((name) => toFilled(ALT_COLUMNS, name)),
    ADD: addresses.map((address) => toFilled(ADD_COLUMNS, address)),
  }
  const isFilled = (row: Block) => Object.keys(row).length > 0
  return Object.fromEntries(
    Object.entries(pieces)
      .map(([table, rows]) => [table, rows.filter(isFilled)] as const)
      .filter(([, rows]) => rows.length > 0),
  )
}

/** The columns that have a value. */
const toFilled = <Field extends string>(
  columns: Readonly<Record<string, Field>>,
  row: Readonly<Record<Field, string | string[] | null>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([column, field]) => {
      const text = toText(row[field])
      return text === undefined ? [] : [[column, text]]
    }),
  )

// Several programs stand as OFAC writes them: "SDGT] [IFSR".
const toText = (value: string | string[] | null): string | undefined =>
  (Array.isArray(value) ? value.join('] [') : value) || undefined
