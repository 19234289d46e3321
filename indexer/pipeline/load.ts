import type { Postgres } from '#src/platform/clients/postgres.ts'
import { countRejects, countWarnings, writeRejectReport } from '../load/reject-report.ts'
import { type LoadOptions, type LoadResult, loadSources } from '../load/run.ts'
import type { Recognized } from '../sources/recognize.ts'
import { type Resolved, type ResolveWatch, resolveDue } from './resolve.ts'

export type Loaded = {
  result: LoadResult
  rejects: { code: string; count: number }[]
  warnings: { code: string; count: number }[]
  /** Why restriction lists among the files were not replaced, as sentences. */
  notes: string[]
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
    report:
      rejects.length + warnings.length + found.unknown.length > 0
        ? await writeRejectReport(db, ids, found, reports)
        : undefined,
    resolved,
  }
}

/** Returns why restriction lists among these sources were not replaced, as sentences. */
export async function readListNotes(db: Postgres, sourceIds: number[]): Promise<string[]> {
  const rows = await db.query<{ detail: string }>(
    `select detail from reject where source_id = any($1) and code like 'List%' order by id`,
    [sourceIds],
  )
  return rows.map(({ detail }) => detail)
}
