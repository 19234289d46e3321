import { writeFile } from 'node:fs/promises'
import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'

export type Member = { name: string; text: string }

// Zip members carry a date; a fixed one keeps the same seed at the same bytes. Given as local
// time, since that is what the zip format stores.
const MEMBER_DATE = new Date(2024, 0, 15, 12, 0, 0)

/** Writes a zip of text members, always the same bytes for the same members. */
export async function writeArchive(path: string, members: readonly Member[]): Promise<void> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), {
    lastModDate: MEMBER_DATE,
    extendedTimestamp: false,
    useWebWorkers: false,
    // Well below the default: the archives are read back at once, from the same disk.
    level: 4,
  })
  for (const { name, text } of members) await writer.add(name, new TextReader(text))
  await writeFile(path, await writer.close())
}
