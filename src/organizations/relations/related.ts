import type { Block, Leaf } from '#src/domain/blocks.ts'
import { parseFiledEin } from '#src/domain/ein.ts'
import { type Cell, readRow } from '#src/domain/facts/tables/read-rows.ts'
import type { TableKey } from '#src/domain/facts/tables/tables.ts'
import { plainPath } from '#src/domain/filing-contents.ts'
import { countryFromFips } from '#src/domain/places/fips.ts'
import type { ProfileDeps } from '../deps.ts'
import {
  countTables,
  readTableRows,
  type TableRow,
  tableOf,
  type Window,
  windowsOf,
} from '../filings/table-rows.ts'
import type { Filing, FilingSummary, Organization } from '../organization.ts'
import { readKnownNames, type ReferenceRow, readReferences } from '../store/read-related.ts'

/** A row of a Schedule R, and the filing it stands in: the organization's own or another's. */
export type RelatedEvidence = TableRow & {
  filing: Pick<FilingSummary, 'objectId' | 'form' | 'taxYear' | 'sourceArchive' | 'schemaVersion'>
  /** Who filed it. */
  ein: string
}

/**
 * An organization that a Schedule R relates to this one. `Source`: this organization's Schedule R
 * names the other; `Target`: the other's current one names this organization.
 */
export type Relationship = {
  organization: {
    name?: string
    ein?: string
    city?: string
    state?: string
    /** ISO 3166 alpha-2 */
    country?: string
  }
  roles: ('Source' | 'Target')[]
  /** In words, e.g. "Related tax-exempt organization". */
  type: string
  /** `Authoritative` with an EIN that its Schedule R gives, `Strong` by name, found or not. */
  confidences: ('Authoritative' | 'Strong')[]
  evidence: RelatedEvidence[]
}

/** Tables of Schedule R in the order of its parts, and what a row of each says the other is. */
const RELATIONSHIPS = {
  disregardedEntities: 'Disregarded entity',
  relatedExempt: 'Related tax-exempt organization',
  relatedPartnerships: 'Related organization taxable as a partnership',
  relatedCorporations: 'Related organization taxable as a corporation or trust',
  relatedTransactions: 'Transaction with a related organization',
  unrelatedPartnerships: 'Unrelated organization taxable as a partnership',
} as const satisfies Partial<Record<TableKey, string>>
type RelatedTable = keyof typeof RELATIONSHIPS

export const RELATED_TABLES = Object.keys(RELATIONSHIPS) as RelatedTable[]

/**
 * Relationships: a row of the organization's own Schedule R each, in filed order, then the
 * organizations that only their own returns relate to it, by EIN. Two statements at once, and one
 * more where rows give no EIN.
 * Throws ApiError StoreUnavailable.
 */
export async function readRelated(
  deps: ProfileDeps,
  { ein }: Pick<Organization, 'ein'>,
  filing: Filing,
  { offset, limit }: Window,
): Promise<{ relationships: Relationship[]; total: number }> {
  const ownTotal = countTables(RELATED_TABLES, filing)
  const ownLimit = Math.max(0, Math.min(limit, ownTotal - offset))
  const [rows, { references, total }] = await Promise.all([
    readTableRows(deps, filing, RELATED_TABLES, { offset, limit: ownLimit }),
    readReferences(deps.postgres, {
      ein,
      filing,
      paths: rowPaths(filing, { offset, limit: ownLimit }),
      offset: Math.max(0, offset - ownTotal),
      limit: limit - ownLimit,
    }),
  ])
  const own = await withKnownNames(
    deps,
    filing,
    rows.map((row) => toOwn(row, filing, references)),
  )
  return { relationships: [...own, ...toOthers(references)], total: ownTotal + total }
}

/** Paths of the own rows a window holds, known before they are read. */
const rowPaths = (filing: Filing, window: Window): string[] =>
  windowsOf(RELATED_TABLES, filing, window).flatMap(({ source, from, to }) =>
    Array.from({ length: to - from }, (_, at) => `${source.path}[${from + at + 1}]`),
  )

function toOwn(row: TableRow, filing: Filing, references: readonly ReferenceRow[]): Relationship {
  const { cells } = row.row
  const ein = parseFiledEin(textOf(cells.ein) ?? '')
  const named = references.filter((reference) => reference.isNamed && reference.ein === ein)
  return {
    organization: toOrganization(cells, ein),
    roles: named.length > 0 ? ['Source', 'Target'] : ['Source'],
    type: RELATIONSHIPS[row.table as RelatedTable],
    confidences: [ein === undefined ? 'Strong' : 'Authoritative'],
    evidence: [{ ...row, filing, ein: filing.ein }, ...named.flatMap(toEvidence)],
  }
}

/**
 * Gives relationships filed without an EIN that of whom their name means: of those said to be
 * tax-exempt the one organization with that name in that city, of transactions, which give names
 * alone, the one that the same Schedule R gives with its EIN. No others: the name of a subsidiary
 * is often its parent's with another legal suffix.
 */
async function withKnownNames(
  deps: ProfileDeps,
  { ein, objectId }: Pick<Filing, 'ein' | 'objectId'>,
  relationships: Relationship[],
): Promise<Relationship[]> {
  const named = relationships.filter(isNamedAlone)
  const found = await readKnownNames(
    deps.postgres,
    objectId,
    named.map(({ organization: { name = '', city = '', state = '' } }) => ({ name, city, state })),
  )
  const known = new Map(named.map((one, at) => [one, found[at]]))
  return relationships.map((one) => {
    const other = known.get(one)
    if (other === undefined || other.ein === ein) return one
    const organization = { ...one.organization, ein: other.ein }
    return { ...one, organization, confidences: [other.confidence] }
  })
}

const isNamedAlone = ({ organization: { ein, name, city, state }, type }: Relationship): boolean =>
  ein === undefined &&
  name !== undefined &&
  (type === RELATIONSHIPS.relatedTransactions ||
    (type === RELATIONSHIPS.relatedExempt && city !== undefined && state !== undefined))

const textOf = (cell: Cell | undefined): string | undefined =>
  cell === undefined ? undefined : String(cell.value)

function toOrganization(
  cells: Readonly<Record<string, Cell>>,
  ein: string | undefined,
): Relationship['organization'] {
  const name = textOf(cells.name)
  const city = textOf(cells.city)
  const state = textOf(cells.state)
  const filedCountry = textOf(cells.country)
  const country = filedCountry && countryFromFips(filedCountry)
  return {
    ...(name && { name }),
    ...(ein && { ein }),
    ...(city && { city }),
    ...(state && { state }),
    ...(country && { country }),
  }
}

function toOthers(references: readonly ReferenceRow[]): Relationship[] {
  const byEin = new Map<string, ReferenceRow[]>()
  for (const reference of references.filter(({ isNamed }) => !isNamed)) {
    byEin.set(reference.ein, [...(byEin.get(reference.ein) ?? []), reference])
  }
  return [...byEin.values()].flatMap(toOther)
}

function toOther(references: ReferenceRow[]): Relationship[] {
  const evidence = references.flatMap(toEvidence)
  const [first] = references
  const [row] = evidence
  if (!first || !row) return []
  const { ein, name, city, state, country } = first
  return [
    {
      organization: {
        name,
        ein,
        ...(city && { city }),
        ...(state && { state }),
        ...(country && { country }),
      },
      roles: ['Target'],
      type: RELATIONSHIPS[row.table as RelatedTable],
      confidences: ['Authoritative'],
      evidence,
    },
  ]
}

// Loaded with a catalogue that knew the row; one that a later catalogue lacks is left out.
function toEvidence({ filing, ein, path, element }: ReferenceRow): RelatedEvidence[] {
  const row = readRelatedRow(path, element)
  return row ? [{ ...row, filing, ein }] : []
}

/** A row of Schedule R as it is stored; undefined for a path of none of its tables. */
function readRelatedRow(path: string, element: Leaf | Block | null): TableRow | undefined {
  const plain = plainPath(path)
  for (const table of RELATED_TABLES) {
    const source = tableOf(table).rows.find((one) => one.path === plain)
    if (!source || element === null) continue
    return { table, row: readRow(tableOf(table), source, { element, path }) }
  }
  return undefined
}

/** Whom a row of Schedule R names, as filed. */
export const readParty = (
  path: string,
  element: Leaf | Block | null,
): Relationship['organization'] =>
  toOrganization(readRelatedRow(path, element)?.row.cells ?? {}, undefined)
