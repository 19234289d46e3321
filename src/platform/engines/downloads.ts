import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../config.ts'
import { OperatorError } from '../errors.ts'
import { type Artifact, fileNameOf } from './artifacts.ts'
import { requireFreeDisk } from './disk.ts'
import { withLock } from './file-lock.ts'
import type { OnEngineProgress } from './progress.ts'
import { sizeOf } from './resumable.ts'
import { type OnBytes, transferArtifact } from './transfer.ts'

/**
 * Fetches what the cache folder lacks and returns each artifact's path, in the order given.
 * A file appears under its name only after its checksum was verified.
 * Throws OperatorError without a network, on a wrong checksum or a full disk.
 */
export async function ensureDownloads(
  config: Config,
  artifacts: readonly Artifact[],
  onProgress: OnEngineProgress = () => {},
): Promise<string[]> {
  const folder = await makeCacheFolder(config, 'downloads')
  const paths = artifacts.map((artifact) => join(folder, fileNameOf(artifact)))
  if (paths.every((path) => existsSync(path))) return paths
  const onWait = () => onProgress({ kind: 'step', text: 'Waiting for another download.' })
  await withLock(join(folder, 'lock'), onWait, async () => {
    const missing = artifacts.filter((artifact) => !existsSync(join(folder, fileNameOf(artifact))))
    const onBytes = overall(missing, onProgress)
    for (const artifact of missing) {
      await fetchArtifact(artifact, join(folder, fileNameOf(artifact)), config, onBytes)
    }
  })
  return paths
}

// One bar for all files of a call: a plugin of 0.4 MB deserves none of its own.
function overall(artifacts: readonly Artifact[], onProgress: OnEngineProgress): OnBytes {
  const done = new Map<Artifact, number>()
  const sum = (sizes: Iterable<number>) => [...sizes].reduce((total, size) => total + size, 0)
  const total = sum(artifacts.map(({ bytes }) => bytes))
  return (artifact, bytes) => {
    done.set(artifact, bytes)
    onProgress({ kind: 'bytes', file: fileNameOf(artifact), done: sum(done.values()), total })
  }
}

/** Makes a folder of the cache, readable by all; throws OperatorError when it cannot be made. */
export async function makeCacheFolder(config: Config, name: string): Promise<string> {
  const folder = join(config.cacheDir, name)
  try {
    await mkdir(folder, { recursive: true, mode: 0o755 })
  } catch (cause) {
    throw new OperatorError(
      `The cache folder ${config.cacheDir} cannot be written; set CACHE_DIR to one that can.`,
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
    // A part left by an earlier run may have been damaged; only a whole transfer is proof.
    if (wasResumed) return fetchArtifact(artifact, path, config, onBytes)
    throw new OperatorError(
      `${fileNameOf(artifact)} from ${new URL(url).host} has the wrong checksum; look for a proxy or mirror (MAVEN_MIRROR_URL) that alters downloads, then start again.`,
    )
  }
  await rename(part, path)
  // A part that was complete already has told nothing so far.
  onBytes(artifact, artifact.bytes)
}

/** The address of a file in the layout of Maven repositories. */
function urlOf(artifact: Artifact, mirror = 'https://repo1.maven.org/maven2'): string {
  const { groupId, artifactId, version } = artifact
  const folder = [...groupId.split('.'), artifactId, version].join('/')
  return `${mirror.replace(/\/*$/, '')}/${folder}/${fileNameOf(artifact)}`
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
