import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { OperatorError } from '#src/platform/errors.ts'

// Raised when prepared data changes; older folders are prepared again.
const VERSION = 2

/** What a folder contains: the number of rows of each part that is complete. */
const marker = z.object({
  version: z.number(),
  organizations: z.number(),
  parts: z.record(z.string(), z.number()),
})
type Marker = z.output<typeof marker>

/** A data folder that is kept between runs. */
export type KeptFolder = {
  dataDir: string
  /** Returns the rows of a complete part, or undefined. */
  sizeOf: (part: string) => number | undefined
  complete: (part: string, rows: number) => Promise<void>
}

/**
 * Opens the folder with this many organizations. Deletes data of another version or size. Throws
 * OperatorError if the folder contains anything else.
 */
export async function openKeptFolder(path: string, organizations: number): Promise<KeptFolder> {
  const dataDir = resolve(path)
  const file = join(dataDir, 'scale.json')
  const held = existsSync(file) ? marker.parse(JSON.parse(readFileSync(file, 'utf8'))) : undefined
  if (!held && existsSync(dataDir) && readdirSync(dataDir).length > 0) {
    throw new OperatorError(
      `${dataDir} contains data that this benchmark did not prepare. Choose an empty folder with --keep.`,
    )
  }
  // Without a complete part, a run was interrupted.
  const isUsable =
    held?.version === VERSION &&
    held.organizations === organizations &&
    Object.keys(held.parts).length > 0
  if (held && !isUsable) await rm(dataDir, { recursive: true, force: true })
  const state: Marker = isUsable ? held : { version: VERSION, organizations, parts: {} }
  const save = () => writeFile(file, `${JSON.stringify(state, null, 2)}\n`)
  await mkdir(dataDir, { recursive: true })
  await save()
  return {
    dataDir,
    sizeOf: (part) => state.parts[part],
    complete: async (part, rows) => {
      state.parts[part] = rows
      await save()
    },
  }
}
