import { toRef } from '../domain/evidence.ts'
import { exactOrNull, sumExactly } from '../domain/exact-numbers.ts'
import { placeLabel, regionPlace } from '../domain/places.ts'
import type { ProfileDeps } from '../organizations/deps.ts'
import { requireFiler } from './require-filer.ts'
import { type PlaceRow, readPlaceRows } from './store/read-grants-by-place.ts'

/** `Region`: of Schedule F, which names no country. `Unknown`: the row files no place. */
export const PLACE_KINDS = ['State', 'Country', 'Region', 'Unknown'] as const
type PlaceKind = (typeof PLACE_KINDS)[number]

/** The grants of a tax year to one place. */
export type PlaceSum = {
  kind: PlaceKind
  /** USPS code, ISO alpha-2, or the code of a region; absent for a place that we cannot read. */
  code?: string
  /** Absent for `Unknown`. */
  label?: string
  grants: number
  recipients: number
  /** Dollars; absent when no row files an amount, or the sum is too large to be exact. */
  amount?: number
  /** Refs of the rows, largest amount first; of many rows only the first. */
  refs: string[]
}

/** All grants of one tax year by place; their sum is that of the rows. */
export type GrantsByPlace = {
  taxYear: number
  /** Returns that list the grants. */
  returns: number
  grants: number
  amount?: number
  /** Largest amount first; `Unknown` is last. */
  places: PlaceSum[]
}

/**
 * Reads where the grants of an organization went in a tax year, by default the newest with grants;
 * undefined without grants. Places are those in the rows. Throws ApiError ProfileNotFound,
 * StoreUnavailable.
 */
export async function readGrantsByPlace(
  deps: ProfileDeps,
  ein: string,
  year: number | undefined,
): Promise<GrantsByPlace | undefined> {
  const { hasProfile, taxYear, returns, places } = await readPlaceRows(deps.postgres, ein, year)
  if (!hasProfile) await requireFiler(deps, ein)
  return taxYear === null ? undefined : { taxYear, returns, ...sumPlaces(places) }
}

/** Returns the places with their sums, and the sum of all. */
export function sumPlaces(rows: readonly PlaceRow[]): Omit<GrantsByPlace, 'taxYear' | 'returns'> {
  const sums = new Map<string, PlaceSum>()
  for (const row of rows) {
    const sum = toSum(row)
    const key = `${sum.kind} ${sum.code ?? sum.label?.toLowerCase() ?? ''}`
    const known = sums.get(key)
    sums.set(key, known ? add(known, sum) : sum)
  }
  const places = [...sums.values()].sort(
    (a, b) =>
      Number(a.kind === 'Unknown') - Number(b.kind === 'Unknown') ||
      (b.amount ?? -1) - (a.amount ?? -1) ||
      (a.label ?? '').localeCompare(b.label ?? '', 'en'),
  )
  return {
    grants: places.reduce((all, { grants }) => all + grants, 0),
    ...amountOf(places.flatMap(({ amount }) => amount ?? [])),
    places,
  }
}

const amountOf = (amounts: readonly number[]): { amount?: number } => {
  const amount = amounts.length > 0 ? sumExactly(amounts) : undefined
  return amount === undefined ? {} : { amount }
}

// A region is filed in several spellings.
const add = (one: PlaceSum, other: PlaceSum): PlaceSum => {
  const { amount: _, ...known } = one
  return {
    ...known,
    grants: one.grants + other.grants,
    recipients: one.recipients + other.recipients,
    ...amountOf([one, other].flatMap(({ amount }) => amount ?? [])),
    refs: [...one.refs, ...other.refs],
  }
}

function toSum(row: PlaceRow): PlaceSum {
  const amount = exactOrNull(row.amount)
  return {
    ...placeOf(row),
    grants: row.grants,
    recipients: row.recipients,
    ...(amount !== null && { amount }),
    refs: row.rows.flatMap(({ path, ...filing }) =>
      path === null ? [] : [toRef({ ...filing, path })],
    ),
  }
}

function placeOf({
  state,
  country,
  region,
}: Pick<PlaceRow, 'state' | 'country' | 'region'>): Pick<PlaceSum, 'kind' | 'code' | 'label'> {
  if (state !== null) {
    return { kind: 'State', code: state, label: placeLabel(`US-${state}`) ?? state }
  }
  if (country !== null) {
    return { kind: 'Country', code: country, label: placeLabel(country) ?? country }
  }
  if (!region) return { kind: 'Unknown' }
  const place = SEVERAL_REGIONS.test(region) ? undefined : regionPlace(region)
  // Schedule F is about places abroad, so Georgia is not the state.
  if (!place || place.code.startsWith('US-')) return { kind: 'Region', label: region }
  return { kind: place.code.startsWith('region-') ? 'Region' : 'Country', ...place }
}

// A search takes these for one region; a sum must not.
const SEVERAL_REGIONS = /^\s*(?:africa|asia|latin america)\s*$/i
