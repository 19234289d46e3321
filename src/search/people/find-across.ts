import type { Postgres } from '../../platform/clients/postgres.ts'
import {
  type AcrossEntry,
  type AcrossYear,
  type CoListed,
  findCoListed,
  isSameName,
  type ListedRow,
  relateEntries,
  spellingsOf,
  toEntryYears,
  toTotals,
} from './across.ts'
import type { PeopleParams } from './people.ts'
import type { Entry } from './same-person.ts'
import { findPeople, type PeopleDeps, readNames } from './search-people.ts'

export type AcrossDeps = PeopleDeps & { postgres: Postgres }

/** A name and, if it is not the entry of the largest organization, the EIN of the chosen one. */
export type AcrossParams = { name: string; ein?: string | undefined }

export type PeopleAcross = {
  /** The chosen entry, then likely and possible ones; empty if no entry has the name. */
  entries: AcrossEntry[]
  /** Of the chosen and the likely entries. */
  totals: AcrossYear[]
  /** Among all entries. */
  coListed: CoListed[]
  /** Entries with the first and last name asked for. */
  found: number
  /** Compared entries that contradict the chosen one, or whose organization is the same. */
  others: number
  /** Whether there are more entries than were compared, or than are listed. */
  isTruncated: boolean
}

/** The commonest names have thousands of entries. Two hundred cover a name with a middle name. */
const MOST_COMPARED = 200
const MOST_LISTED = 50

const NOTHING = { entries: [], totals: [], coListed: [], found: 0, others: 0, isTruncated: false }

/**
 * Reads what returns list under a name at all organizations. Entries are never merged: each says how
 * sure it is that it is the chosen person. Five round trips. Throws ApiError IndexNotReady,
 * SearchUnavailable, StoreUnavailable.
 */
export async function findAcross(
  deps: AcrossDeps,
  { name, ein }: AcrossParams,
): Promise<PeopleAcross> {
  const [all, own] = await Promise.all([
    findSameName(deps, { name, limit: MOST_COMPARED }),
    ein === undefined ? undefined : findSameName(deps, { name, ein, limit: 1 }),
  ])
  const [chosen] = (own ?? all).hits
  if (!chosen) return NOTHING
  const rest = all.hits.filter(({ ein: other, display }) => {
    return other !== chosen.ein || display.ref !== chosen.display.ref
  })
  const names = await readNames(deps, [...new Set([chosen, ...rest].map((one) => one.ein))])
  const related = relateEntries(chosen, rest, names)
  const listed = related.slice(0, MOST_LISTED)
  const rows = await readListedRows(deps.postgres, listed)
  const entries = listed.map((entry) => ({ ...entry, years: toEntryYears(entry, rows) }))
  return {
    entries,
    totals: toTotals(entries),
    coListed: findCoListed(entries, names),
    found: all.found,
    others: rest.length + 1 - related.length,
    isTruncated: all.found > all.hits.length || related.length > listed.length,
  }
}

/** Returns entries with the same first and last name, and how many there are. */
async function findSameName(
  deps: PeopleDeps,
  params: Pick<PeopleParams, 'name' | 'ein' | 'limit'>,
): Promise<{ hits: Entry[]; found: number }> {
  const { hits, matches, response } = await findPeople(
    deps,
    { ...params, page: 1, facets: false },
    false,
  )
  const same = hits.filter((_, at) => isSameName(matches[at]))
  // Better matches come first, so that the rest only contain the words.
  const found = same.length < hits.length ? same.length : (response.hits.total?.value ?? 0)
  return { hits: same, found }
}

// By the letters A to Z, because the case of others depends on the locale of the database.
// `toEntryYears` compares whole names.
const ROWS = `
  select f.ein, f.form, f.tax_year as "taxYear", f.tax_period_end as "taxPeriodEnd",
    f.object_id as "objectId", p.path, p.name, p.title, p.pay, p.pay_leaf as "payLeaf",
    p.related_pay as "relatedPay", p.related_leaf as "relatedLeaf"
  from unnest($1::text[], $2::text[]) wanted(ein, letters)
  join filing f on f.ein = wanted.ein and f.is_current
  join filed_person p on p.object_id = f.object_id
    and regexp_replace(lower(p.name), '[^a-z]', '', 'g') = wanted.letters
  order by f.object_id, p.ordinal`

async function readListedRows(
  db: Pick<Postgres, 'query'>,
  entries: readonly Entry[],
): Promise<ListedRow[]> {
  const wanted = entries.flatMap(({ ein, display }) =>
    [...new Set(spellingsOf(display).map(toLetters))].map((letters) => ({ ein, letters })),
  )
  return await db.query<ListedRow>(ROWS, [
    wanted.map(({ ein }) => ein),
    wanted.map(({ letters }) => letters),
  ])
}

const toLetters = (name: string): string => name.toLowerCase().replace(/[^a-z]/g, '')
