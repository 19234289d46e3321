import type { Block } from '#src/domain/blocks.ts'
import type { CapturedFields } from '#src/domain/enrichment.ts'
import type { Evidence } from '#src/domain/evidence.ts'
import type { FactValue } from '#src/domain/facts/read-facts.ts'
import { describeRegistryCode } from '#src/domain/registry-codes.ts'
import {
  ADD_COLUMNS,
  ALT_COLUMNS,
  AWARD_COLUMNS,
  REGISTRY_COLUMNS,
  SDN_COLUMNS,
  SUBAWARD_COLUMNS,
} from '#src/domain/source-columns.ts'
import type { ProfileDeps } from '../deps.ts'
import type { Organization } from '../organization.ts'
import {
  type RegistryFields,
  type RestrictedEntry,
  readAward,
  readFormerName,
  readRegistryRow,
  readRestriction,
  readRevocation,
  readSnapshot,
  type StoredAward,
} from '../store/read-listed.ts'
import {
  type AwardEvidence,
  type ResolvedEvidence,
  toAwardEvidence,
  toListEvidence,
  toWebEvidence,
} from './evidence-ref.ts'

// Refs to rows of lists other than filings. A row about another organization resolves to undefined.

type RegistryEvidence = Extract<Evidence, { kind: keyof typeof REGISTRY_COLUMNS }>

/** Looks up own keys only: "constructor" in a Ref must not reach Object.prototype. */
const ownValue = <Value>(
  object: Readonly<Record<string, Value>>,
  key: string,
): Value | undefined => (Object.hasOwn(object, key) ? object[key] : undefined)

/** Resolves a column of a registry row. Older extracts of the Business Master File keep only names. */
export async function resolveRegistry(
  deps: ProfileDeps,
  { ein }: Pick<Organization, 'ein'>,
  evidence: RegistryEvidence,
): Promise<ResolvedEvidence | undefined> {
  const field = ownValue<string>(REGISTRY_COLUMNS[evidence.kind], evidence.column)
  if (field === undefined || evidence.ein !== ein) return undefined
  const value = await readRegistryValue(deps, evidence, field)
  if (value === undefined) return undefined
  const known = describeRegistryCode(evidence.column, String(value))
  return { evidence: toListEvidence(evidence), value, ...known }
}

async function readRegistryValue(
  { postgres }: ProfileDeps,
  evidence: RegistryEvidence,
  field: string,
): Promise<FactValue | undefined> {
  const { ein } = evidence
  if (evidence.kind === 'revocation') {
    return registryValue(await readRevocation(postgres, ein, evidence.revokedOn), field)
  }
  const row = await readRegistryRow(postgres, evidence.kind, ein)
  if (String(row?.as_of).startsWith(evidence.asOf)) return registryValue(row, field)
  const isName = evidence.kind === 'bmf' && (field === 'name' || field === 'sort_name')
  return isName ? await readFormerName(postgres, ein, field, evidence.asOf) : undefined
}

function registryValue(row: RegistryFields | undefined, field: string): FactValue | undefined {
  const value = row?.[field] ?? undefined
  return Array.isArray(value) ? value.join(',') : value
}

/**
 * Resolves an entry of a restriction list with its other names and addresses, or one of its columns.
 * The entry must match the organization or one of its officers.
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
  const found = toListEvidence(evidence)
  const row = entry.written ?? toFilled(SDN_COLUMNS, entry)
  if (evidence.column === undefined) {
    return { evidence: found, element: { ...row, ...toPieces(entry) } }
  }
  const value = ownValue(row, evidence.column)
  return value === undefined ? undefined : { evidence: found, value }
}

/** Returns the rows of OFAC's other tables, ALT and ADD, for the entry. */
function toPieces({ names, addresses, written }: RestrictedEntry): Block {
  if (written) return {}
  const isFilled = (row: Block) => Object.keys(row).length > 0
  const alt = names.map((name) => toFilled(ALT_COLUMNS, name)).filter(isFilled)
  const add = addresses.map((address) => toFilled(ADD_COLUMNS, address)).filter(isFilled)
  return { ...(alt.length > 0 && { ALT: alt }), ...(add.length > 0 && { ADD: add }) }
}

/** Returns the columns that have a value. OFAC writes several programs as "SDGT] [IFSR". */
const toFilled = <Field extends string>(
  columns: Readonly<Record<string, Field>>,
  row: Readonly<Record<Field, string | string[] | null>>,
): Record<string, string> =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([column, field]) => {
      const value: string | string[] | null = row[field]
      const text = Array.isArray(value) ? value.join('] [') : value
      return text ? [[column, text]] : []
    }),
  )

const COLUMNS: Record<AwardEvidence['kind'], Readonly<Record<string, string>>> = {
  award: AWARD_COLUMNS,
  subaward: SUBAWARD_COLUMNS,
}

/** Values computed from an award's transactions. No column of the source has them; the row shows them. */
const COMPUTED = [
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

/** Resolves an award or subaward that is attributed to the organization, or one of its columns. */
export async function resolveAward(
  { postgres }: ProfileDeps,
  { ein }: Pick<Organization, 'ein'>,
  evidence: AwardEvidence,
): Promise<ResolvedEvidence | undefined> {
  const { kind, key, column } = evidence
  const columns = COLUMNS[kind]
  if (column !== undefined && ownValue(columns, column) === undefined) return undefined
  const award = await readAward(postgres, kind, { key, ein })
  if (!award) return undefined
  const found = toAwardEvidence(evidence, award.source)
  const computed = COMPUTED.filter(({ when }) => award.row[when] === true)
  if (column === undefined) {
    const shown = Object.entries(columns).flatMap(([name, field]) => {
      const value = fieldOf(award, field)
      const shownAs = computed.find((one) => one.column === name)?.shownAs
      return value === undefined ? [] : [[shownAs ?? name, String(value)]]
    })
    return { evidence: found, element: Object.fromEntries(shown) }
  }
  if (computed.some((one) => one.column === column)) return undefined
  const value = fieldOf(award, columns[column])
  if (value === undefined) return undefined
  return { evidence: found, ...(typeof value === 'number' && { unit: 'USD' }), value }
}

function fieldOf({ row }: StoredAward, field = ''): FactValue | undefined {
  const value = row[field] ?? undefined
  if (!Array.isArray(value)) return value
  // USAspending writes several as "10.001: TITLE; 93.243: OTHER".
  const written = value.map(({ number, title }) => (title ? `${number}: ${title}` : number))
  return written.join('; ') || undefined
}

/**
 * Resolves a field of a snapshot of the organization's website, even if the website has changed
 * since.
 */
export async function resolveWeb(
  { postgres }: ProfileDeps,
  { ein }: Pick<Organization, 'ein'>,
  evidence: Extract<Evidence, { kind: 'web' }>,
): Promise<ResolvedEvidence | undefined> {
  if (evidence.ein !== ein) return undefined
  const snapshot = await readSnapshot(postgres, ein, evidence.contentId)
  const held = snapshot && readField(snapshot.fields, evidence.field)
  if (snapshot === undefined || held === undefined) return undefined
  const found = toWebEvidence(evidence, snapshot.source)
  return typeof held === 'string'
    ? { evidence: found, value: held }
    : { evidence: found, element: held }
}

const FIELD = /^(\w+)(?:\[(\d+)\])?$/

/** Returns a text, an icon, or an entry of a list. A list as a whole has no value. */
function readField(fields: CapturedFields, field: string): string | Block | undefined {
  const [, name = '', index] = FIELD.exec(field) ?? []
  if (!Object.hasOwn(fields, name)) return undefined
  const held = fields[name as keyof CapturedFields]
  if (Array.isArray(held)) return index === undefined ? undefined : held[Number(index) - 1]
  return index === undefined ? held : undefined
}
