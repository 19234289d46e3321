import { knownFields } from '../domain/known-fields.ts'
import type { Postgres } from '../platform/clients/postgres.ts'
import { FORMS, type FormRow, fictionalIn } from './filed.ts'
import { readFreshness } from './read-freshness.ts'
import {
  CATALOGUE,
  type Freshness,
  type LoadedSource,
  SOURCE_KEYS,
  type Source,
  type SourceKey,
  type SourcesDeps,
} from './source.ts'

/** Sources, and how fresh the store is. */
export type SourceList = { sources: Source[]; freshness: Freshness }

// A running load updates its books with every slice. Ten seconds is soon enough to follow a load.
const HELD_MS = 10_000

type Held = { list: Promise<SourceList>; until: number }
const held = new WeakMap<Postgres, Held>()

/**
 * Reads every kind of source and its loaded data, at most ten seconds old. The request costs no
 * allowance, so concurrent requests share one read. `now` is any clock in milliseconds. Throws
 * ApiError StoreUnavailable, which is not cached.
 */
export function readSourceList(
  deps: SourcesDeps,
  now: () => number = () => performance.now(),
): Promise<SourceList> {
  const known = held.get(deps.postgres)
  if (known && now() < known.until) return known.list
  const reading: Held = { list: readBoth(deps), until: Number.POSITIVE_INFINITY }
  held.set(deps.postgres, reading)
  const end = (until: number) => {
    reading.until = until
  }
  reading.list.then(
    () => end(now() + HELD_MS),
    () => end(Number.NEGATIVE_INFINITY),
  )
  return reading.list
}

async function readBoth(deps: SourcesDeps): Promise<SourceList> {
  const [sources, freshness] = await Promise.all([readSources(deps), readFreshness(deps)])
  return { sources, freshness }
}

/** What the loader's books record about a kind of file. */
type KindRow = {
  kind: string
  lastLoadedAt: string | null
  asOf: string | null
  files: number
  rows: number
  /** Rows in the files of the newest month; null if files have no month. */
  newestRows: number | null
  rejected: number
  isUnfinished: boolean
  /** Files named by the demo: restriction lists, awards, and audits may contain no EIN. */
  demoFiles: number
}

type Fictional = 'All' | 'Some' | null

type StoreState = {
  kinds: KindRow[] | null
  forms: FormRow[] | null
  newestReceived: string | null
  websitesReadAt: string | null
  store: Fictional
  filing: Fictional
  postcard: Fictional
  bmf: Fictional
  pub78: Fictional
  revocation: Fictional
}

const TIME = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

// Single returns loaded together are one source, named by their number (indexer/load/slices.ts).
const KINDS = `
  select kind, ${TIME('max(coalesce(finished_at, worked.at))')} as "lastLoadedAt",
    to_char(max(as_of), 'YYYY-MM') as "asOf",
    sum(case when path ~ '^[0-9]+ files$' then members else 1 end)::bigint as files,
    coalesce(sum(worked.rows), 0)::bigint as rows,
    sum(worked.rows) filter (where as_of = newest)::bigint as "newestRows",
    coalesce(sum(worked.rejected), 0)::bigint as rejected,
    bool_or(finished_at is null) as "isUnfinished",
    count(*) filter (where path ~ '(^|/)DEMO_[^/]*$')::int as "demoFiles"
  from (select *, max(as_of) over (partition by kind) as newest from load_source) as load_source
  left join (
    select source_id, sum(loaded + unchanged + replaced) as rows, sum(rejected) as rejected,
      max(done_at) as at
    from load_slice group by source_id
  ) as worked on worked.source_id = load_source.id
  group by kind`

const SQL = `
  select
    (select json_agg(one) from (${KINDS}) as one) as kinds,
    (select json_agg(one) from (${FORMS}) as one) as forms,
    (select to_char(max(received_on), 'YYYY-MM-DD') from filing where form <> '990N')
      as "newestReceived",
    (select ${TIME('max(minted_at)')} from release where cause = 'enrich') as "websitesReadAt",
    ${fictionalIn('organization')} as store,
    ${fictionalIn('filing', "and form <> '990N'")} as filing,
    ${fictionalIn('filing', "and form = '990N'")} as postcard,
    ${fictionalIn('bmf')} as bmf,
    ${fictionalIn('pub78')} as pub78,
    ${fictionalIn('revocation')} as revocation`

/**
 * Reads every kind of source and its loaded data, in one statement over the loader's books and
 * indexes, never whole tables. Throws ApiError StoreUnavailable.
 */
async function readSources({ postgres }: SourcesDeps): Promise<Source[]> {
  const [state] = await postgres.query<StoreState>(SQL)
  return SOURCE_KEYS.map((key) => {
    const { kinds, ...facts } = CATALOGUE[key]
    const loaded = state && toLoaded(key, kinds, state)
    return { key, ...facts, ...(loaded && { loaded }) }
  })
}

function toLoaded(
  key: SourceKey,
  kinds: readonly string[],
  state: StoreState,
): LoadedSource | undefined {
  if (key === 'Websites') return toWebsites(state)
  const rows = (state.kinds ?? []).filter(({ kind }) => kinds.includes(kind))
  if (rows.length === 0) return undefined
  const sum = (read: (row: KindRow) => number) => rows.reduce((total, row) => total + read(row), 0)
  const asOf = latest(rows.map((row) => row.asOf))
  const ofNewest = rows.filter((row) => row.asOf === asOf)
  return {
    ...knownFields({ lastLoadedAt: latest(rows.map((row) => row.lastLoadedAt)), asOf }),
    files: sum(({ files }) => files),
    rows: sum((row) => row.rows),
    ...(asOf && { newestRows: ofNewest.reduce((total, row) => total + (row.newestRows ?? 0), 0) }),
    // The other kinds complete the entries of the first one: other names, addresses, EINs.
    ...knownFields({ entries: ofNewest.find(({ kind }) => kind === kinds[0])?.newestRows }),
    rejected: sum(({ rejected }) => rejected),
    ...filedOf(key, state),
    ...knownFields({ fictional: fictionalOf(key, rows, state) }),
    ...(rows.some(({ isUnfinished }) => isUnfinished) && { isUnfinished: true as const }),
  }
}

function toWebsites({ websitesReadAt, store }: StoreState): LoadedSource | undefined {
  if (websitesReadAt === null) return undefined
  return { lastLoadedAt: websitesReadAt, ...(store === 'All' && { fictional: store }) }
}

/** Returns the latest ISO time or month; both sort as text. */
const latest = (values: readonly (string | null)[]): string | undefined =>
  values
    .filter((value) => value !== null)
    .toSorted()
    .at(-1)

function filedOf(key: SourceKey, { forms, newestReceived }: StoreState): Partial<LoadedSource> {
  if (key !== 'EFile' && key !== 'Postcards') return {}
  const own = (forms ?? []).filter(({ form }) => (form === '990N') === (key === 'Postcards'))
  const newestTaxPeriodEnd = latest(own.map(({ newestPeriodEnd }) => newestPeriodEnd))
  if (newestTaxPeriodEnd === undefined) return {}
  return {
    ...(key === 'EFile' && newestReceived !== null && { newestReceived }),
    newestTaxPeriodEnd,
    taxYears: {
      first: Math.min(...own.map(({ first }) => first)),
      last: Math.max(...own.map(({ last }) => last)),
    },
  }
}

function fictionalOf(
  key: SourceKey,
  rows: readonly KindRow[],
  state: StoreState,
): 'All' | 'Some' | undefined {
  const known = {
    EFile: state.filing,
    Postcards: state.postcard,
    BusinessMasterFile: state.bmf,
    Publication78: state.pub78,
    Revocations: state.revocation,
    // The source's rows have no index by EIN, so this is known only if all organizations are
    // fictional.
    EFileIndex: state.store === 'All' ? state.store : null,
  }
  if (key in known) return known[key as keyof typeof known] ?? undefined
  const named = rows.filter(({ demoFiles }) => demoFiles > 0)
  if (named.length === 0) return undefined
  return rows.every(({ demoFiles, files }) => demoFiles === files) ? 'All' : 'Some'
}
