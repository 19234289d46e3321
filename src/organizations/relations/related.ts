import type { Block, Leaf } from '#src/domain/blocks.ts'
import { parseFiledEin } from '#src/domain/ein.ts'
import { groupBy } from '#src/domain/es2024.ts'
import { type Cell, readRow } from '#src/domain/facts/tables/read-rows.ts'
import type { TableKey } from '#src/domain/facts/tables/tables.ts'
import { plainPath } from '#src/domain/filing-contents.ts'
import { knownFields } from '#src/domain/known-fields.ts'
import { countryFromFips } from '#src/domain/places/fips.ts'
import type { ProfileDeps } from '../deps.ts'
import type { CitedFiling } from '../evidence/evidence-ref.ts'
import {
  countTables,
  readTableRows,
  type TableRow,
  tableOf,
  type Window,
  windowsOf,
} from '../filings/table-rows.ts'
import { openFiler, openFiling } from '../open-profile.ts'
import type { Filing, Organization } from '../organization.ts'
import { type ReferenceRow, readKnownNames, readReferences } from '../store/read-related.ts'

/** A row of Schedule R in the organization's own filing or another's. */
export type RelatedEvidence = TableRow & {
  filing: CitedFiling
  /** The filer. */
  ein: string
}

/**
 * A related organization. `Source`: this organization's Schedule R names the other. `Target`: the
 * other's current Schedule R names this organization.
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
  /** In words, for example "Related tax-exempt organization". */
  type: string
  /** `Authoritative` with an EIN on Schedule R, `Strong` by name, whether or not an EIN was found. */
  confidences: ('Authoritative' | 'Strong')[]
  evidence: RelatedEvidence[]
}

/** The tables of Schedule R in the order of its parts, and the type of relation in words. */
export const RELATIONSHIPS = {
  disregardedEntities: 'Disregarded entity',
  relatedExempt: 'Related tax-exempt organization',
  relatedPartnerships: 'Related organization taxable as a partnership',
  relatedCorporations: 'Related organization taxable as a corporation or trust',
  relatedTransactions: 'Transaction with a related organization',
  unrelatedPartnerships: 'Unrelated organization taxable as a partnership',
} as const satisfies Partial<Record<TableKey, string>>
type RelatedTable = keyof typeof RELATIONSHIPS

const RELATED_TABLES = Object.keys(RELATIONSHIPS) as RelatedTable[]

/** A range of the relationships of a filing, of `total`. */
type RelatedPage = {
  organization: Organization
  filing: Filing
  relationships: Relationship[]
  total: number
}

/**
 * Reads related organizations by the primary form of a tax year, by default the latest. Three round
 * trips, and a fourth if rows have names without EINs. Throws ApiError ProfileNotFound for an
 * organization without filings, FilingNotFound, whose message lists the years, and StoreUnavailable.
 */
export async function readRelatedPage(
  deps: ProfileDeps,
  ein: string,
  year: number | undefined,
  window: Window,
): Promise<RelatedPage> {
  const organization = await openFiler(deps, ein)
  const filing = await openFiling(deps, organization, { year })
  return { organization, filing, ...(await readRelated(deps, organization, filing, window)) }
}

/**
 * Reads relationships: the rows of the organization's own Schedule R in filed order, then the
 * organizations that name it without being named, by EIN. Two statements at once, and one more if
 * rows have no EIN. Throws ApiError StoreUnavailable.
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

/** Returns the paths of the organization's own rows in a window. */
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
 * Adds EINs to relationships filed without one. A tax-exempt organization gets the EIN of the one
 * organization with its name in its city. A transaction, which has only a name, gets the EIN from
 * the same Schedule R. Other names stay without an EIN: a subsidiary often has its parent's name
 * with another suffix.
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

const toOrganization = (
  { name, city, state, country }: Readonly<Record<string, Cell>>,
  ein: string | undefined,
): Relationship['organization'] =>
  knownFields({
    name: textOf(name),
    ein,
    city: textOf(city),
    state: textOf(state),
    country: country && countryFromFips(String(country.value)),
  })

function toOthers(references: readonly ReferenceRow[]): Relationship[] {
  const others = references.filter(({ isNamed }) => !isNamed)
  return [...groupBy(others, ({ ein }) => ein).values()].flatMap(toOther)
}

function toOther(references: readonly ReferenceRow[]): Relationship[] {
  const evidence = references.flatMap(toEvidence)
  const [first] = references
  const [row] = evidence
  if (!first || !row) return []
  const { ein, name, city, state, country } = first
  const place = { city: city || null, state: state || null, country: country || null }
  return [
    {
      organization: knownFields({ name, ein, ...place }),
      roles: ['Target'],
      type: RELATIONSHIPS[row.table as RelatedTable],
      confidences: ['Authoritative'],
      evidence,
    },
  ]
}

// A row that the current catalogue no longer has is left out.
function toEvidence({ filing, ein, path, element }: ReferenceRow): RelatedEvidence[] {
  const row = readRelatedRow(path, element)
  return row ? [{ ...row, filing, ein }] : []
}

/** Returns a stored row of Schedule R; undefined if the path is in none of its tables. */
function readRelatedRow(path: string, element: Leaf | Block | null): TableRow | undefined {
  const plain = plainPath(path)
  for (const table of RELATED_TABLES) {
    const source = tableOf(table).rows.find((one) => one.path === plain)
    if (!source || element === null) continue
    return { table, row: readRow(tableOf(table), source, { element, path }) }
  }
  return undefined
}
