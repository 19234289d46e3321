import type { Postgres } from '#src/platform/clients/postgres.ts'
import { RESTRICTION_LISTS } from '#src/rating/restriction.ts'
import { countRejects, countWarnings, writeRejectReport } from '../load/reject-report.ts'
import { type LoadOptions, type LoadResult, loadSources } from '../load/run.ts'
import type { Recognized } from '../sources/recognize.ts'
import { isListKind } from '../sources/source.ts'
import { type Resolved, type ResolveWatch, resolveDue } from './resolve.ts'

export type Loaded = {
  result: LoadResult
  rejects: { code: string; count: number }[]
  warnings: { code: string; count: number }[]
  /** Why restriction lists among the files were not replaced, as sentences. */
  notes: string[]
  /** Changes of the lists and of screening; undefined when no list was loaded. */
  restrictions: ListChanges | undefined
  /** Path of the report; undefined without rejects, warnings, and skipped files. */
  report: string | undefined
  /** Undefined when nothing was stored. */
  resolved: Resolved | undefined
}

/** Loads the recognized files, runs the steps that follow, and writes the report of rejects. */
export async function loadAndResolve(
  db: Postgres,
  found: Recognized,
  reports: string,
  options: LoadOptions & ResolveWatch & { onLoaded: () => void },
): Promise<Loaded> {
  const hasLists = found.tables.some(({ kind }) => isListKind(kind))
  const before = hasLists ? await readListState(db) : undefined
  const result = await loadSources(db, found, options).finally(options.onLoaded)
  const ids = result.sources.map(({ id }) => id)
  const rejects = await countRejects(db, ids, found)
  const warnings = await countWarnings(db, ids)
  const resolved = await resolveDue(db, options)
  return {
    result,
    rejects,
    warnings,
    notes: await readListNotes(db, ids),
    restrictions: before && compareLists(before, await readListState(db)),
    report:
      rejects.length + warnings.length + found.unknown.length > 0
        ? await writeRejectReport(db, ids, found, reports)
        : undefined,
    resolved,
  }
}

/** The entries of the restriction lists at one moment, and the organizations found on them. */
type ListState = {
  /** By list. */
  entries: ReadonlyMap<string, ReadonlySet<string>>
  found: Screened
}

/** Counts organizations by screening result; a confirmed match does not count as `review`. */
type Screened = { confirmed: number; review: number }

/** What a load changed on the restriction lists and in the screening results. */
export type ListChanges = {
  lists: { list: string; added: number; removed: number; entries: number }[]
  screened: { before: Screened; now: Screened }
}

const ENTRIES = `
  select list, array_agg(entry) as entries from restricted_party group by list`

const FOUND = `
  select count(*) filter (where is_confirmed)::int as confirmed,
    count(*) filter (where not is_confirmed)::int as review
  from (select bool_or(status = 'Confirmed') as is_confirmed from screening_match group by ein)
    as organization`

/** Reads the two sides of `compareLists`; hundreds of thousands of entries take about 10 MB. */
export async function readListState(db: Postgres): Promise<ListState> {
  const rows = await db.query<{ list: string; entries: string[] }>(ENTRIES)
  const [found] = await db.query<Screened>(FOUND)
  return {
    entries: new Map(rows.map(({ list, entries }) => [list, new Set(entries)])),
    found: found ?? { confirmed: 0, review: 0 },
  }
}

/** Returns the differences between two moments by list; lists that are not loaded are left out. */
export function compareLists(before: ListState, now: ListState): ListChanges {
  const lists = RESTRICTION_LISTS.flatMap((list) => {
    const [old, own] = [before.entries.get(list), now.entries.get(list)]
    if (own === undefined && old === undefined) return []
    const [were, are] = [old ?? new Set<string>(), own ?? new Set<string>()]
    const [added, removed] = [countMissing(are, were), countMissing(were, are)]
    return [{ list, added, removed, entries: are.size }]
  })
  return { lists, screened: { before: before.found, now: now.found } }
}

const countMissing = (entries: ReadonlySet<string>, from: ReadonlySet<string>): number =>
  [...entries].filter((entry) => !from.has(entry)).length

/** Returns why restriction lists among these sources were not replaced, as sentences. */
export async function readListNotes(db: Postgres, sourceIds: number[]): Promise<string[]> {
  const rows = await db.query<{ detail: string }>(
    `select detail from reject where source_id = any($1) and code like 'List%' order by id`,
    [sourceIds],
  )
  return rows.map(({ detail }) => detail)
}
