import { join } from 'node:path'
import { z } from 'zod'
import { createGuardedFetch } from '#src/clients/guarded-fetch.ts'
import { readConfig } from '#src/config.ts'
import { toDuration } from '#src/engines/durations.ts'
import { OperatorError } from '#src/errors.ts'
import type { Choice } from '../enrich/due.ts'
import { showEnrichProgress } from '../enrich/enrich-progress.ts'
import { createFetchWebsite } from '../enrich/fetch-website.ts'
import { openReport } from '../enrich/report.ts'
import { type EnrichResult, enrichOrganizations } from '../enrich/run.ts'
import { wrap } from '../wrap.ts'
import { withStore } from './store.ts'

const enrichOptions = z.object({
  limit: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, '--limit must be a whole number, 1 or more')
    .transform(Number)
    .optional(),
  ein: z
    .string()
    .regex(/^\d{2}-?\d{7}$/, '--ein must be an EIN of nine digits, such as 12-3456789')
    .transform((ein) => ein.replace('-', ''))
    .optional(),
  again: z.boolean().default(false),
  json: z.boolean().default(false),
})

/**
 * `npm run enrich [-- --limit N | --ein EIN | --again]`: reads the websites that are due. Throws
 * OperatorError for a mistaken option, when another run is under way, and when no website
 * can be reached any more.
 */
export async function runEnrich(raw: Record<string, unknown>): Promise<void> {
  const { json, ...choice } = readOptions(raw)
  const config = readConfig()
  const started = performance.now()
  const report = openReport(join(config.dataDir, 'reports'))
  const result = await withStore(config, async ({ db }) => {
    const progress = showEnrichProgress()
    try {
      return await enrichOrganizations(db, {
        ...choice,
        fetchWebsite: createFetchWebsite(createGuardedFetch(), { onRefusal: report.addRequest }),
        onProgress: progress.update,
        onNotRead: report.add,
      })
    } finally {
      progress.stop()
      report.close()
    }
  })
  const seconds = (performance.now() - started) / 1_000
  const path = report.path()
  const summary = { ...result, seconds, ...(path !== undefined && { report: path }) }
  // A refresh, which may have begun this, goes on by itself; so does a first start.
  const isAlone = process.connected === undefined
  console.log(
    json ? JSON.stringify(summary, null, 2) : describeEnriching(result, { seconds, path, isAlone }),
  )
  if (result.isOffline) throw new OperatorError(OFFLINE)
}

const OFFLINE =
  "No website could be reached any more, which is more likely this machine's connection than " +
  'theirs; mend it and run the same command again.'

/** Throws OperatorError naming every mistaken option. */
export function readOptions(raw: Record<string, unknown>): Choice & { json: boolean } {
  const parsed = enrichOptions.safeParse(raw)
  if (parsed.success) return parsed.data
  throw new OperatorError(`${parsed.error.issues.map(({ message }) => message).join('; ')}.`)
}

const count = (value: number): string => value.toLocaleString('en-US')
const line = (label: string, value: number): string =>
  `  ${label.padEnd(30)}${count(value).padStart(11)}`

type Told = { seconds: number; path?: string | undefined; isAlone?: boolean }

/** What a run did, as text of at most 80 columns but for the report's path, and what comes next. */
export function describeEnriching(
  result: EnrichResult,
  { seconds, path, isAlone = true }: Told,
): string {
  const { due, enriched, refused, failed, changed, lost, release, reasons } = result
  const tried = enriched + refused + failed
  const all = tried === due ? '' : ` of ${count(due)}`
  const sorted = reasons.toSorted((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1))
  const of = (state: 'Refused' | 'Failed') =>
    sorted.filter((one) => one.state === state).map(({ kind, count }) => line(`  ${kind}`, count))
  const next = isAlone ? ' Next: npm run reindex -- --changed.' : ''
  return [
    due === 0
      ? 'No website is due.'
      : `Tried the websites of ${count(tried)}${all} organizations in ${toDuration(seconds)}.`,
    ...(due === 0
      ? []
      : [
          line('Enriched', enriched),
          line('Refused', refused),
          ...of('Refused'),
          line('Failed', failed),
          ...of('Failed'),
        ]),
    `Changed ${count(changed)}; filed no more ${count(lost)}.`,
    ...(path === undefined ? [] : [wrap('What was not read, and why, stands in:'), path]),
    release === undefined ? 'Nothing new is shown.' : `Release ${release}.${next}`,
  ].join('\n')
}
