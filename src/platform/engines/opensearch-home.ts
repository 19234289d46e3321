import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Config } from '../config.ts'
import { OperatorError } from '../errors.ts'
import { requireFreeDisk } from './disk.ts'
import {
  ensureDownloads,
  makeCacheFolder,
  OPENSEARCH_PLUGINS,
  OPENSEARCH_SERVER,
  OPENSEARCH_VERSION,
} from './downloads.ts'
import { withLock } from './file-lock.ts'
import type { Java } from './java.ts'
import type { OnEngineProgress } from './progress.ts'
import { unpackZip } from './unzip.ts'

const run = promisify(execFile)

// The zips and the unpacked server take 400 MB.
const NEEDED_BYTES = 500_000_000

/** Changes with every pinned file, so that an older unpacked server is never used. */
const PINS = createHash('sha256')
  .update([OPENSEARCH_SERVER, ...OPENSEARCH_PLUGINS].map(({ sha256 }) => sha256).join())
  .digest('hex')
  .slice(0, 12)

/**
 * Fetches and unpacks OpenSearch with its plugins, once for all data folders, and returns its
 * folder, which gets its name only when complete. Throws OperatorError.
 */
export async function ensureOpenSearchHome(
  config: Config,
  java: Java,
  onProgress: OnEngineProgress = () => {},
): Promise<string> {
  const folder = await makeCacheFolder(config, 'opensearch')
  const home = join(folder, `${OPENSEARCH_VERSION}-${PINS}`)
  if (existsSync(home)) return home
  requireFreeDisk(folder, NEEDED_BYTES, 'CACHE_DIR')
  const files = await ensureDownloads(
    config,
    [OPENSEARCH_SERVER, ...OPENSEARCH_PLUGINS],
    onProgress,
  )
  const onWait = () => onProgress({ kind: 'step', text: 'Waiting for OpenSearch to be unpacked.' })
  await withLock(join(folder, 'lock'), onWait, async () => {
    if (!existsSync(home)) await unpackServer(files, home, java, onProgress)
  })
  return home
}

async function unpackServer(
  [server = '', ...plugins]: string[],
  home: string,
  java: Java,
  onProgress: OnEngineProgress,
): Promise<void> {
  onProgress({ kind: 'step', text: `Unpacking OpenSearch ${OPENSEARCH_VERSION}.` })
  const unfinished = `${home}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await unpackZip(server, unfinished)
  // The zip contains one folder, named after the version.
  const [top = ''] = await readdir(unfinished)
  await installPlugins(join(unfinished, top), plugins, java)
  await rename(join(unfinished, top), home)
  await rm(unfinished, { recursive: true, force: true })
}

async function installPlugins(home: string, plugins: string[], java: Java): Promise<void> {
  const urls = plugins.map((plugin) => pathToFileURL(plugin).href)
  const main = [
    `-Dopensearch.path.home=${home}`,
    `-Dopensearch.path.conf=${join(home, 'config')}`,
    '-Dopensearch.distribution.type=zip',
    '-cp',
    `${join(home, 'lib/*')}:${join(home, 'lib/tools/plugin-cli/*')}`,
    'org.opensearch.tools.cli.plugin.PluginCli',
  ]
  try {
    await run(join(java.home, 'bin/java'), [...main, 'install', '--batch', ...urls])
  } catch (cause) {
    throw new OperatorError(
      `The OpenSearch plugins could not be installed in ${home} (${lastLine(cause)}). Free some disk space, or set CACHE_DIR to another folder, and start again.`,
      { cause },
    )
  }
}

function lastLine(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error)
  return text.trim().split('\n').at(-1) ?? ''
}
