import { createWriteStream, openAsBlob } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import { Writable } from 'node:stream'
import { BlobReader, ZipReader } from '@zip.js/zip.js'

/**
 * Unpacks a zip into a new folder. `placeOf` returns an entry's path relative to the folder, or
 * undefined to leave it out. Throws for an entry that would leave the folder.
 */
export async function unpackZip(
  zip: string,
  folder: string,
  placeOf: (name: string) => string | undefined = (name) => name,
): Promise<void> {
  const reader = new ZipReader(new BlobReader(await openAsBlob(zip)), { useWebWorkers: false })
  try {
    for await (const entry of reader.getEntriesGenerator()) {
      const place = placeOf(entry.filename)
      if (place === undefined) continue
      const path = resolve(folder, place)
      if (!path.startsWith(`${resolve(folder)}${sep}`)) {
        throw new Error(`The zip entry ${place} would be unpacked outside ${folder}.`)
      }
      // Empty folders matter: the server expects one for plugins.
      await mkdir(entry.directory ? path : dirname(path), { recursive: true })
      if (entry.directory) continue
      const mode = entry.executable ? 0o755 : 0o644
      await entry.getData(Writable.toWeb(createWriteStream(path, { mode })))
    }
  } finally {
    await reader.close()
  }
}
