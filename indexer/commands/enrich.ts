import { z } from 'zod'
import { createGuardedFetch } from '#src/platform/clients/guarded-fetch.ts'
import { readConfig } from '#src/platform/config.ts'
import { toDuration } from '#src/platform/engines/durations.ts'
import { OperatorError } from '#src/platform/errors.ts'
import { createFetchWebsite } from '../enrich/fetch/fetch-website.ts'
import { type EnrichProgress, type EnrichResult, enrichOrganizations } from '../enrich/run.ts'
import { expected, parseOptions } from './expected.ts'
import { count, showSteps } from './progress.ts'
import { withStore } from './servers.ts'

export const enrichOptions = z.object({
  limit: z
    .string()
    .regex(/^[1-9]\d{0,8}$/, expected('--limit', 'a whole number of at least 1'))
    .transform(Number)
    .optional(),
  ein: z
    .string()
    .regex(/^\d{2}-?\d{7}$/, expected('--ein', 'a nine-digit EIN, such as 12-3456789'))
    .transform((ein) => ein.replace('-', ''))
    .optional(),
  again: z.boolean().default(false),
  json: z.boolean().default(false),
})

/**
 * `npm run enrich [-- --limit N | --ein EIN | --again]`: reads the websites that are due. Throws
 * OperatorError for a wrong option, an unknown EIN, another run under way, and when no website could
 * be reached. Returns whether that made a release.
 */
export async function runEnrich(raw: Record<string, unknown>): Promise<boolean> {
  const { json, ...choice } = parseOptions(enrichOptions, raw)
  const config = readConfig()
  const started = performance.now()
  const result = await withStore(config, async ({ db }) => {
    const progress = showEnrichProgress()
    return await enrichOrganizations(db, {
      ...choice,
      fetchWebsite: createFetchWebsite(createGuardedFetch()),
      onProgress: progress.update,
    }).finally(progress.stop)
  })
  const seconds = (performance.now() - started) / 1_000
  console.log(
    json
      ? JSON.stringify({ ...result, seconds }, null, 2)
      : describeEnriching(result, seconds, choice.ein),
  )
  const { enriched, reasons } = result
  const isOffline = reasons.length > 0 && reasons.every(({ kind }) => UNREACHED.includes(kind))
  if (isOffline && enriched === 0) throw new OperatorError(OFFLINE)
  return result.release !== undefined
}

const UNREACHED = ['Dns', 'Connection', 'Timeout']
const OFFLINE =
  'No website could be read, so this machine may be offline. Check the connection, and run the command ' +
  'with --again.'

const showEnrichProgress = () =>
  showSteps<EnrichProgress>({
    interrupted: 'Stopped. Results so far are stored. Run the same command to continue.',
    line: ({ total, enriched, refused, failed }) =>
      `Read ${count(enriched)} of ${count(total)}, refused ${count(refused)}, failed ${count(failed)}`,
  })

const line = (label: string, value: number): string =>
  `  ${label.padEnd(30)}${count(value).padStart(11)}`

/** Describes a run of all or one organization, in lines of at most 80 columns. */
export function describeEnriching(result: EnrichResult, seconds: number, ein?: string): string {
  const { due, enriched, refused, failed, changed, lost, release, reasons } = result
  const tried = enriched + refused + failed
  const all = tried === due ? '' : ` of ${count(due)}`
  const whose =
    due === 1 ? 'website of 1 organization' : `websites of ${count(tried)}${all} organizations`
  const sorted = reasons.toSorted((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1))
  const of = (state: 'Refused' | 'Failed') =>
    sorted.filter((one) => one.state === state).map(({ kind, count }) => line(`  ${kind}`, count))
  return [
    due === 0 ? describeNone(ein) : `Tried the ${whose} in ${toDuration(seconds)}.`,
    ...(due === 0
      ? []
      : [
          line('Enriched', enriched),
          line('Refused', refused),
          ...of('Refused'),
          line('Failed', failed),
          ...of('Failed'),
        ]),
    `Changed: ${count(changed)}. No longer in the latest filing: ${count(lost)}.`,
    release === undefined ? 'No content changed.' : `Release ${release}.`,
  ].join('\n')
}

// A requested website is always due, if the organization has one.
const describeNone = (ein: string | undefined): string =>
  ein === undefined
    ? 'No website is due.'
    : `The latest filing of EIN ${ein} has no website, or no filing is loaded.`
