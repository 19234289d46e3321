import { z } from 'zod'
import { toNameKey } from '../domain/name-keys.ts'
import { readRowCursor, toRowCursor } from '../organizations/cursor.ts'
import type { ProfileDeps } from '../organizations/deps.ts'
import type { Organization } from '../organizations/organization.ts'
import { requireFiler } from './require-filer.ts'
import {
  type AttributedRow,
  type Attribution,
  AWARD_COLUMNS,
  type AwardRow,
  readAttribution,
  readExtent,
  readRows,
  SUBAWARD_COLUMNS,
  type SubawardRow,
  type UsedMapping,
} from './store/read-attribution.ts'

type Wanted = { cursor?: string | undefined; limit: number }

/** A row with the mapping that attributes it to the organization. */
export type Attributed<Row> = Row & {
  /** Whether the recipient's name is a known name of the organization: legal, former, DBA, BMF. */
  nameMatches: boolean
  mapping: UsedMapping
}

export type AttributedPage<Row> = {
  ein: string
  rows: Attributed<Row>[]
  /** Rows of all pages; absent when no identifier of the organization is known. */
  count?: number
  /** Rows of this page whose name matches no known name. */
  warnings: number
  nextCursor?: string
}

/** The table and columns of rows, and how to complete and name them. */
type Listed<Row> = {
  table: 'award' | 'subaward'
  columns: string
  toRow?: (row: Row) => Row
  /** The recipient's names. */
  namesOf(row: Row): (string | null)[]
}

// Postgres accepts no NUL in text.
const keyOf = z.tuple([z.number(), z.string().refine((key) => !key.includes('\0'))])

/**
 * Reads a page of the awards or subawards of all identifiers mapped to an organization, highest amount
 * first. Throws ApiError ProfileNotFound, InvalidCursor, StaleCursor when awards or their mapping have
 * changed, StoreUnavailable.
 */
async function readAttributed<Row extends AttributedRow>(
  deps: ProfileDeps,
  whose: string | Organization,
  { cursor, limit }: Wanted,
  listed: Listed<Row>,
): Promise<AttributedPage<Row>> {
  const ein = typeof whose === 'string' ? whose : whose.ein
  const request = [`${listed.table}s`, ein]
  const from = readRowCursor(cursor, request, keyOf)
  const organization = typeof whose === 'string' ? await requireFiler(deps, whose) : whose
  return await deps.postgres.snapshot(async (session) => {
    const attribution = await readAttribution(session, ein)
    const ueis = attribution.mappings.map(({ uei }) => uei)
    const extent = await readExtent(session, listed.table, ueis)
    // The extent also shows a load that is still running; the release shows finished ones.
    const data = [attribution.release, ...ueis, extent.count, extent.content]
    from?.requireData(data)
    const found = await readRows<Row>(session, ueis, listed, { after: from?.key, limit: limit + 1 })
    const rows = listed.toRow ? found.map(listed.toRow) : found
    const shown = attribute(rows.slice(0, limit), listed, attribution, organization)
    const last = rows.length > limit ? shown.at(-1) : undefined
    return {
      ein,
      rows: shown,
      ...(ueis.length > 0 && { count: extent.count }),
      warnings: shown.filter(({ nameMatches }) => !nameMatches).length,
      ...(last && { nextCursor: toRowCursor(request, data, [last.amount ?? 0, last.key]) }),
    }
  })
}

function attribute<Row extends AttributedRow>(
  rows: readonly Row[],
  { namesOf }: Listed<Row>,
  { mappings }: Attribution,
  organization: Organization,
): Attributed<Row>[] {
  const known = knownKeys(organization)
  const byUei = new Map(mappings.map((mapping) => [mapping.uei, mapping]))
  return rows.flatMap((row) => {
    const mapping = byUei.get(row.uei)
    const nameMatches = namesOf(row).some((name) => name !== null && known.has(toNameKey(name)))
    return mapping ? [{ ...row, nameMatches, mapping }] : []
  })
}

/** Returns the keys of all known names of the organization. */
function knownKeys({ name, names, registry, publication78 }: Organization): Set<string> {
  const texts = [
    name,
    ...names.map((other) => other.name),
    registry?.name,
    registry?.sortName,
    publication78?.name,
  ]
  const keys = texts.map((text) => toNameKey(text ?? ''))
  return new Set(keys.filter((key) => key !== ''))
}

export type Award = Attributed<AwardRow>

/** Reads federal awards to an organization, highest amount first. Throws as `readAttributed` does. */
export const readAwards = (
  deps: ProfileDeps,
  whose: string | Organization,
  wanted: Wanted,
): Promise<AttributedPage<AwardRow>> =>
  readAttributed(deps, whose, wanted, {
    table: 'award',
    columns: AWARD_COLUMNS,
    namesOf: ({ recipientName }) => [recipientName],
  })

/**
 * Reads subawards that prime recipients made to an organization, highest amount first. Throws as
 * `readAttributed` does.
 */
export const readSubawards = (
  deps: ProfileDeps,
  whose: string | Organization,
  wanted: Wanted,
): Promise<AttributedPage<SubawardRow>> =>
  readAttributed(deps, whose, wanted, {
    table: 'subaward',
    columns: SUBAWARD_COLUMNS,
    toRow: withSurePrime,
    namesOf: ({ recipientName, recipientDbaName }) => [recipientName, recipientDbaName],
  })

// An audit may map an identifier to the wrong EIN. The API shows no warning about the EIN of a prime
// recipient, so it is kept only if the names agree.
function withSurePrime(row: SubawardRow): SubawardRow {
  const key = toNameKey(row.primeRecipientName ?? '')
  const isNamed = key !== '' && row.prime?.names.some((name) => toNameKey(name) === key)
  return isNamed ? row : { ...row, prime: null }
}
