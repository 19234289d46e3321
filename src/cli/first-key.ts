import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createKey, listKeys } from '../access/keys.ts'
import type { Postgres } from '../platform/clients/postgres.ts'
import { OperatorError } from '../platform/errors.ts'

/**
 * Creates an Internal key if the store has no key at all, and returns the lines that tell the operator
 * how to use it. Without a terminal the output may be kept in a log, so the key goes to a file that only
 * its owner can read. Throws OperatorError if the file cannot be written; no key exists then.
 */
export function makeFirstKey(
  postgres: Postgres,
  dataDir: string,
  isTerminal: boolean,
): Promise<string[]> {
  return postgres.withLock('first key', () =>
    postgres.transaction(async (session) => {
      if ((await listKeys(session)).length > 0) return []
      const { key } = await createKey(session, { tier: 'Internal', owner: 'first start' })
      if (isTerminal) {
        return ['Your first API key (tier Internal). It is shown only once:', `  export KEY=${key}`]
      }
      const path = await writeKey(key, dataDir)
      return [
        'Your first API key (tier Internal) is in a file. Store the key elsewhere, and delete the file. To use it in this terminal:',
        `  export KEY="$(cat '${path}')"`,
      ]
    }),
  )
}

async function writeKey(key: string, dataDir: string): Promise<string> {
  const path = join(dataDir, 'first-key')
  try {
    await mkdir(dataDir, { recursive: true })
    // The mode applies to new files only, and `wx` never follows a link.
    await rm(path, { force: true })
    await writeFile(path, `${key}\n`, { mode: 0o600, flag: 'wx' })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new OperatorError(
      `The first API key could not be written to ${path} (${reason}). Make DATA_DIR a folder that this user can write to, and start again.`,
      { cause },
    )
  }
  return path
}
