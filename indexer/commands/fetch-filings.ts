import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { readConfig } from '#src/platform/config.ts'
import { showEngineProgress } from '#src/platform/engines/progress.ts'
import { OperatorError } from '#src/platform/errors.ts'
import {
  archivesToTry,
  canBe,
  type Downloaded,
  download,
  readBatches,
  readYear,
  type Wanted,
} from '../sources/download.ts'

type Options = { year?: unknown; into?: unknown }
type Site = {
  base: string
  retryMs?: number
  onBytes?: (name: string, done: number, total: number | undefined) => void
}
type Fetch = (name: string) => Promise<Downloaded>

/**
 * `npm run fetch-filings -- --year 2024`: downloads the year's index and the archives it lists.
 * Throws OperatorError when the server has no such year or lacks an archive.
 */
export async function fetchFilings({ year: given, into }: Options): Promise<void> {
  const config = readConfig()
  const year = readYear(given)
  const folder = resolve(
    typeof into === 'string' ? into : join(config.dataDir, 'filings', String(year)),
  )
  await mkdir(folder, { recursive: true })
  const base = config.filingsBaseUrl.replace(/\/?$/, '/')
  const progress = showEngineProgress()
  await fetchYear(year, folder, {
    base,
    onBytes: (name, done, total) => {
      if (total !== undefined) progress({ kind: 'bytes', file: name, done, total })
    },
  })
  console.log(`The archives for ${year} are in ${folder}.\nNext: npm run load -- ${folder}`)
}

/** Downloads the index of a year and the archives it lists into `folder`. */
export async function fetchYear(year: number, folder: string, site: Site): Promise<void> {
  const { base, retryMs, onBytes } = site
  const fetchFile: Fetch = (name) =>
    download(`${base}${year}/${name}`, join(folder, name), {
      base,
      isWanted: (head) => canBe(name, head),
      onBytes: (done, total) => onBytes?.(name, done, total),
      ...(retryMs !== undefined && { retryMs }),
    })
  const index = `index_${year}.csv`
  if ((await fetchFile(index)) === 'missing') {
    throw new OperatorError(
      `${index} was not found at FILINGS_BASE_URL. Check the year and the address.`,
    )
  }
  const missing: string[] = []
  for (const wanted of archivesToTry(year, await readBatches(join(folder, index)))) {
    const name = await fetchFirst(wanted, fetchFile)
    if (name === undefined && wanted.isNamed) missing.push(wanted.names[0] ?? '')
  }
  if (missing.length === 0) return
  throw new OperatorError(
    `Not found: ${missing.join(', ')}. ${index} lists these archives; all others were downloaded. ` +
      'Run the command again later, or load the others now. To see how many returns are missing, run npm run status.',
  )
}

async function fetchFirst({ names }: Wanted, fetchFile: Fetch): Promise<string | undefined> {
  for (const name of names) {
    const outcome = await fetchFile(name)
    if (outcome === 'missing') continue
    console.log(`${name}: ${outcome === 'present' ? 'already downloaded' : 'downloaded'}`)
    return name
  }
  return undefined
}
