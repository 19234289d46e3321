import { readFile } from 'node:fs/promises'
import { TextWriter, Uint8ArrayReader, ZipReader } from '@zip.js/zip.js'

/** Returns all members of a zip as text, in order, without the loader's reader. */
export async function readMembers(path: string): Promise<{ name: string; text: string }[]> {
  const reader = new ZipReader(new Uint8ArrayReader(await readFile(path)), { useWebWorkers: false })
  const members: { name: string; text: string }[] = []
  for (const entry of await reader.getEntries()) {
    if (!entry.directory)
      members.push({ name: entry.filename, text: await entry.getData(new TextWriter()) })
  }
  await reader.close()
  return members
}
