import { OperatorError } from '../errors.ts'
import { type Artifact, fileNameOf } from './artifacts.ts'
import { Line, type Patience, persist, sizeOf, startOf } from './resumable.ts'

/** Told how many bytes of an artifact have arrived. */
export type OnBytes = (artifact: Artifact, done: number) => void

// Somebody waits for the service to start: told within seconds that there is no network, and
// within minutes that a server has stopped, whatever the connection says.
const PATIENCE: Patience = { tries: 5, pauseMs: 500, silenceMs: 30_000 }

/**
 * Fetches an artifact into `part`, going on where an earlier transfer stopped, several times
 * when the line drops. Throws OperatorError; the checksum is the caller's to verify.
 */
export async function transferArtifact(
  artifact: Artifact,
  url: string,
  part: string,
  onBytes: OnBytes,
  patience = PATIENCE,
): Promise<void> {
  const name = fileNameOf(artifact)
  const { host } = new URL(url)
  const failures = {
    unreachable: (reason: string) =>
      `${name} could not be fetched from ${host} (${reason}); check the network and start again, or set MAVEN_MIRROR_URL, or OPENSEARCH_URL to a server that runs.`,
    diskFull: `The disk of ${part} is full; free some space or set CACHE_DIR elsewhere.`,
  }
  await persist(part, patience, failures, async () => {
    const have = await sizeOf(part)
    if (have === artifact.bytes) return
    // A part longer than the artifact is of something else.
    const from = have < artifact.bytes ? have : 0
    const line = new Line(patience)
    const response = await line.ask(url, { from })
    refuseStatus(name, host, response.status)
    const start = startOf(response, from)
    await line.receive(response, part, start, (done) => onBytes(artifact, done))
    if ((await sizeOf(part)) < artifact.bytes) throw new Error('the transfer ended early')
  })
}

function refuseStatus(name: string, host: string, status: number): void {
  if (status === 200 || status === 206) return
  // 408, 429 and 5xx pass; any other answer will be the same next time.
  if (status === 408 || status === 429 || status >= 500) throw new Error(`HTTP status ${status}`)
  throw new OperatorError(
    `${host} answered ${status} for ${name}; check MAVEN_MIRROR_URL or the network's proxy.`,
  )
}
