import { appendFile, mkdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'
import { sha256Of } from '#src/platform/engines/downloads.ts'
import { sizeOf } from '#src/platform/engines/resumable.ts'
import { readVersion } from './download.ts'

const manifestLine = z.object({ file: z.string(), etag: z.string().optional(), bytes: z.number() })
type ManifestLine = z.output<typeof manifestLine>

/**
 * Opens the manifest of fetched files. `record` adds a line of JSON for a file at `path` unless that
 * version has one. If the process is killed before it writes a line, the next run writes it.
 */
export async function openManifest(manifest: string) {
  await mkdir(dirname(manifest), { recursive: true })
  const keyOf = ({ file, etag, bytes }: ManifestLine) => `${file} ${etag} ${bytes}`
  const text = await readFile(manifest, 'utf8').catch(() => '')
  const known = new Set(text.split('\n').flatMap((line) => readLine(line).map(keyOf)))
  return {
    async record(
      what: { source: string; list?: string; file: string; address: string },
      path: string,
    ) {
      const { etag } = await readVersion(path)
      const bytes = await sizeOf(path)
      if (known.has(keyOf({ ...what, etag, bytes }))) return
      const line = { ...what, bytes, sha256: await sha256Of(path), etag, at: new Date() }
      // The line break comes first, because the last line may be cut off.
      await appendFile(manifest, `\n${JSON.stringify(line)}`)
    },
  }
}

function readLine(line: string): ManifestLine[] {
  try {
    return [manifestLine.parse(JSON.parse(line))]
  } catch {
    return []
  }
}
