import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { wrap } from '#src/cli/break-lines.ts'
import { countOf } from '#src/domain/money.ts'
import { type Config, readConfig } from '#src/platform/config.ts'
import { freeDisk, requireFreeDisk } from '#src/platform/engines/disk.ts'
import { tryLock } from '#src/platform/engines/file-lock.ts'
import { showEngineProgress, toSize } from '#src/platform/engines/progress.ts'
import { OperatorError } from '#src/platform/errors.ts'
import {
  archivesToTry,
  canBe,
  download,
  isCurrent,
  OtherHost,
  type Probe,
  partialSize,
  probe,
  readBatches,
  readYear,
} from '../sources/download.ts'
import { openManifest } from '../sources/manifest.ts'
import {
  awardArchive,
  reachOf,
  SOURCES,
  type SourceName,
  samExclusions,
  tablesOf,
  type Wanted,
} from '../sources/origins.ts'
import { listZip } from '../sources/zip.ts'

type Options = { all?: boolean; year?: unknown; dryRun?: boolean }

/** A file that exists at its source. */
type Found = { wanted: Wanted; name: string; path: string; probe: Probe; isCurrent: boolean }

/** What a row of the report is about; `list` as in `Wanted`. */
type Subject = { file: string; list?: string; source?: SourceName }

/** The report of one run: a reason for each file that was not fetched. */
class Report {
  readonly failed: { file: string; reason: string }[] = []
  /** A sentence for each source that needs a setting. */
  readonly skipped = new Set<string>()
  private readonly brokenLists = new Set<string>()

  fail({ file, list }: Subject, reason: string): void {
    this.failed.push({ file, reason })
    if (list !== undefined) this.brokenLists.add(list)
  }

  isBroken = ({ list }: Subject): boolean => list !== undefined && this.brokenLists.has(list)

  /** Runs `work`; a failure costs this file a row, and only a full disk stops the run. */
  async try<T>(subject: Subject, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      const { message, cause } = error instanceof Error ? error : new Error(String(error))
      if (cause instanceof Error && 'code' in cause && cause.code === 'ENOSPC') throw error
      // Its storage host is not documented, so the operator decides.
      if (error instanceof OtherHost && subject.source === 'audits') {
        this.skipped.add(`audits: skipped. Its server sends files from ${error.cause}. ${TRUST}`)
      } else this.fail(subject, message.split('\n', 1)[0] ?? '')
      return undefined
    }
  }
}

const TRUST =
  'If you trust this host, add it to DOWNLOAD_HOSTS. Without audits, no award belongs to an organization.'

/** Returns the folder that contains all downloads, for `npm run load`. */
export const downloadsOf = (config: Config): string => join(config.dataDir, 'downloads')

/**
 * `npm run fetch -- [SOURCE…] [--all] [--year YYYY] [--dry-run]`. Throws OperatorError for a wrong
 * option, if another run is at work, if the disk is too small, or if a file could not be fetched.
 */
export async function runFetch(names: string[], options: Options): Promise<void> {
  const wrong = names.find((name) => !SOURCES.some((source) => source === name))
  if (wrong !== undefined || (names.length === 0) === !options.all) {
    const got = wrong === undefined ? '' : `; got "${wrong}"`
    throw new OperatorError(`Expected --all, or sources: ${SOURCES.join(', ')}${got}.`)
  }
  const config = readConfig()
  const sources = SOURCES.filter((source) => options.all || names.includes(source))
  const year = options.year === undefined ? undefined : readYear(options.year)
  const years = (source: SourceName) => (year === undefined ? allYears(source) : [year])
  const isDryRun = options.dryRun ?? false
  const work = () => fetchSources(config, sources, { years, isDryRun })
  const failed = isDryRun ? await work() : await withDownloads(config, work)
  if (!isDryRun && failed === 0) console.log(`Next: npm run load -- ${downloadsOf(config)}`)
  if (failed > 0) {
    throw new OperatorError(`${countOf(failed, 'file')} could not be fetched. Try again later.`)
  }
}

/** Runs `work` while no other process downloads. Throws OperatorError at once if one does. */
export async function withDownloads<T>(config: Config, work: () => Promise<T>): Promise<T> {
  const folder = downloadsOf(config)
  await mkdir(folder, { recursive: true })
  const lock = tryLock(join(folder, '.lock'))
  if (lock === undefined) {
    throw new OperatorError(`Another fetch or monthly refresh is running in ${config.dataDir}.`)
  }
  return await work().finally(lock.release)
}

// The first years for which the IRS and USAspending publish archives.
const FIRST_YEAR = { efile: 2009, awards: 2008 }

/** Returns the newest year of a source: a federal fiscal year begins in October. */
function newestYear(source: SourceName): number {
  const now = new Date()
  return now.getUTCFullYear() + (source === 'awards' && now.getUTCMonth() >= 9 ? 1 : 0)
}

function allYears(source: SourceName): number[] {
  const first = source === 'awards' ? FIRST_YEAR.awards : FIRST_YEAR.efile
  return Array.from({ length: newestYear(source) - first + 1 }, (_, index) => first + index)
}

/** Returns the years that change: the newest and the one before it. */
export const recentYears = (source: SourceName): number[] => allYears(source).slice(-2)

/**
 * Fetches sources into the folder of downloads and prints a report. Returns how many files failed. Throws
 * OperatorError if the disk is too small for all of them.
 */
export async function fetchSources(
  config: Config,
  sources: readonly SourceName[],
  { years, isDryRun = false }: { years: (source: SourceName) => number[]; isDryRun?: boolean },
): Promise<number> {
  const report = new Report()
  const scratch = isDryRun ? await mkdtemp(join(tmpdir(), 'nonprofit-fetch-')) : undefined
  try {
    const found: Found[] = []
    for (const source of sources) {
      for (const one of await listSource(config, source, years(source), report, scratch)) {
        const located = await report.try(subjectOf(one), () => locate(config, one))
        if (located !== undefined) found.push(located)
      }
    }
    failWithoutArchives(found, report)
    if (isDryRun) showPlan(found)
    const needed = await showSpace(config, found)
    if (!isDryRun) {
      requireFreeDisk(downloadsOf(config), needed, 'DATA_DIR')
      await fetchAll(config, found, report)
    }
  } finally {
    if (scratch !== undefined) await rm(scratch, { recursive: true })
  }
  for (const sentence of report.skipped) console.log(wrap(sentence))
  for (const { file, reason } of report.failed) console.log(wrap(`Failed  ${file}: ${reason}`))
  return report.failed.length
}

const subjectOf = ({ source, folder, names, as, list }: Wanted): Subject => ({
  source,
  file: `${folder}/${as ?? names[0]}`,
  ...(list !== undefined && { list }),
})

/** Reports each index that was found without an archive, for example because the archives were renamed. */
function failWithoutArchives(found: readonly Found[], report: Report): void {
  for (const { wanted, name } of found) {
    const { folder, source } = wanted
    const isAlone = found.filter((one) => one.wanted.folder === folder).length === 1
    const file = `${folder}/${name}`
    if (source === 'efile' && isAlone) report.fail({ file }, 'no archive was found for this index')
  }
}

/** Returns the files that a source should have now. */
async function listSource(
  config: Config,
  source: SourceName,
  years: number[],
  report: Report,
  scratch: string | undefined,
): Promise<Wanted[]> {
  const bases = config.downloads
  const month = new Date().toISOString().slice(0, 7)
  if (source === 'sam') {
    if (bases.samKey !== undefined) return [samExclusions(bases.samKey, month, bases)]
    console.log('sam: skipped. To download the exclusions, set SAM_API_KEY.')
    return []
  }
  if (source !== 'efile' && source !== 'awards') return tablesOf(source, month, bases)
  const wanted: Wanted[] = []
  const missing: number[] = []
  const before = report.failed.length
  for (const year of years) {
    const files = await report.try({ file: `${source}/${year}` }, () =>
      source === 'efile' ? listYear(config, year, scratch) : listFiscalYear(config, year),
    )
    wanted.push(...(files ?? []))
    // One server lists all years of awards.
    if (files === undefined && source === 'awards') break
    if (files?.length === 0) missing.push(year)
  }
  if (missing.length > 0) console.log(wrap(`${source}: not published: ${missing.join(', ')}.`))
  // A new year begins without files, but a source without any has moved.
  if (wanted.length === 0 && report.failed.length === before) {
    const setting = source === 'efile' ? 'FILINGS_BASE_URL' : 'AWARDS_LIST_BASE_URL'
    report.fail({ file: source }, `not found; check --year and ${setting}`)
  }
  return wanted
}

async function listFiscalYear(config: Config, year: number): Promise<Wanted[]> {
  const archive = await awardArchive(year, config.downloads)
  return archive === undefined ? [] : [archive]
}

/** Returns the index of a year and the archives that it lists, or nothing if there is no index. */
async function listYear(
  config: Config,
  year: number,
  scratch: string | undefined,
): Promise<Wanted[]> {
  const { filings } = config.downloads
  const index = `index_${year}.csv`
  const folder = `efile/${year}`
  const reach = reachOf('efile', `${filings}${year}/`, config.downloads)
  const into = scratch ?? join(downloadsOf(config), folder)
  await mkdir(into, { recursive: true })
  const isWanted = (head: Buffer) => canBe(index, head)
  const outcome = await download(reach.base + index, join(into, index), { ...reach, isWanted })
  if (outcome === 'missing') return []
  const archives = archivesToTry(year, await readBatches(join(into, index)))
  return [{ names: [index], isNamed: true }, ...archives].map((one) => ({
    ...one,
    source: 'efile' as const,
    reach,
    folder,
  }))
}

/** Returns the first of the names that exists. Throws if a file that must exist does not. */
async function locate(config: Config, wanted: Wanted): Promise<Found | undefined> {
  const { names, reach, secret = '', folder, as, isNamed } = wanted
  for (const name of names) {
    const found = await probe(`${reach.base}${name}${secret}`, reach)
    // Some servers return a web page for a missing file.
    if (found === undefined || !canBe(as ?? name, found.head)) continue
    const path = join(downloadsOf(config), folder, as ?? name)
    return { wanted, name, path, probe: found, isCurrent: await isCurrent(path, found) }
  }
  if (isNamed) throw new OperatorError('not found')
  return undefined
}

/** Prints the addresses and sizes of the files, in 80 columns. */
function showPlan(found: Found[]): void {
  let [shown, base] = ['', '']
  for (const { wanted, name, probe, isCurrent } of found) {
    const { source, reach } = wanted
    if (source !== shown) console.log(source)
    if (source !== shown || reach.base !== base) console.log(`  ${reach.base}`)
    shown = source
    base = reach.base
    const size = probe.total === undefined ? 'size unknown' : toSize(probe.total)
    console.log(`    ${name.padEnd(50)} ${size.padStart(12)}${isCurrent ? '  present' : ''}`)
  }
}

/** Prints the space that is needed and free; returns the former in bytes. */
async function showSpace(config: Config, found: Found[]): Promise<number> {
  let needed = 0
  const due = found.filter((one) => !one.isCurrent)
  for (const { path, probe } of due) {
    needed += Math.max(0, (probe.total ?? 0) - (await partialSize(path)))
  }
  const unknown = due.filter(({ probe }) => probe.total === undefined).length
  const besides = unknown > 0 ? `, and ${countOf(unknown, 'file')} of unknown size` : ''
  console.log(
    wrap(
      `${countOf(found.length, 'file')}, ${due.length} to fetch. Needed: ${toSize(needed)}${besides}. ` +
        `Free: ${toSize(freeDisk(nearest(downloadsOf(config))))}.`,
    ),
  )
  return needed
}

/** Returns the folder, or the one above it that exists. */
const nearest = (folder: string): string => (existsSync(folder) ? folder : nearest(dirname(folder)))

async function fetchAll(config: Config, found: Found[], report: Report): Promise<void> {
  const manifest = await openManifest(join(config.dataDir, 'reports', 'fetched.jsonl'))
  const progress = showEngineProgress()
  for (const { wanted, name, path, isCurrent } of found) {
    const { source, list, reach, secret = '', folder } = wanted
    const file = `${folder}/${basename(path)}`
    const subject = { ...subjectOf(wanted), file }
    if (!isCurrent && report.isBroken(subject)) {
      report.fail(subject, 'not fetched, because another file of this list failed')
      continue
    }
    await report.try(subject, async () => {
      await mkdir(dirname(path), { recursive: true })
      const options = {
        ...reach,
        isWanted: (head: Buffer) => canBe(path, head),
        onBytes: (done: number, total?: number) =>
          total && total > SHORT && progress({ kind: 'bytes', file, done, total }),
        ...(/\.zip$/i.test(path) && { check: readDirectory }),
      }
      const url = `${reach.base}${name}`
      const outcome = isCurrent ? 'present' : await download(url + secret, path, options)
      if (outcome === 'missing') throw new OperatorError('not found')
      await manifest.record({ source, ...(list && { list }), file, address: url }, path)
      console.log(`${outcome === 'present' ? 'Present' : 'Fetched'} ${file}`)
    })
  }
}

// A shorter file arrives before its progress could be read.
const SHORT = 10_000_000

/** Throws if the zip ends before its directory does. */
async function readDirectory(path: string): Promise<void> {
  for await (const _ of listZip(path));
}
