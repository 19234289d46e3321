import { execFileSync, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'

export type ZipFile = { name: string; bytes: Uint8Array; level?: number }

/** Writes a zip. `zip64` forces the format of archives above 4 GB or 65,535 files. */
export async function writeZip(
  path: string,
  files: readonly ZipFile[],
  { zip64 = false } = {},
): Promise<void> {
  const zip = new ZipWriter(new Uint8ArrayWriter(), { zip64, useWebWorkers: false })
  for (const { name, bytes, level } of files) {
    await zip.add(name, new Uint8ArrayReader(bytes), level === undefined ? {} : { level })
  }
  writeFileSync(path, await zip.close())
}

/** True where 7z is installed, which alone writes Deflate64. */
export const has7z = spawnSync('7z', ['i']).status === 0

/** Packs files of a folder with Deflate64, as the IRS did in 2026. */
export function writeDeflate64Zip(path: string, folder: string): void {
  execFileSync('7z', ['a', '-tzip', '-mm=Deflate64', path, '.'], { cwd: folder, stdio: 'ignore' })
}
