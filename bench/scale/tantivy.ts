import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import { readConfig } from '#src/platform/config.ts'
import { findPython } from '#test/python-environment.ts'
import { type JudgedName, toMrr } from './quality.ts'

const TANTIVY = '0.27.0'
const searched = z.array(z.object({ eins: z.array(z.string()), ms: z.number() }))

/**
 * Searches for names with tantivy: BM25 on words, whole or with one edit. Returns undefined if there
 * is no Python with tantivy.
 */
export async function searchWithTantivy(
  db: Postgres,
  dataDir: string,
  judged: readonly JudgedName[],
  stop: AbortSignal,
): Promise<{ mrr: number; ms: number[] } | undefined> {
  const python = await findPython(readConfig().cacheDir, 'tantivy', [`tantivy==${TANTIVY}`])
  if (python === undefined) return undefined
  const names = join(dataDir, 'tantivy.tsv')
  if (!existsSync(names)) await writeNames(db, names)
  const script = join(import.meta.dirname, 'search_with_tantivy.py')
  const child = spawn(python, [script, names, join(dataDir, 'tantivy')], {
    stdio: ['pipe', 'pipe', 'inherit'],
    signal: stop,
  })
  const ended = once(child, 'close')
  child.stdin.end(JSON.stringify(judged.map((one) => one.name)))
  const [answers] = await Promise.all([json(child.stdout), ended])
  const lists = searched.parse(answers)
  const mrr = toMrr(
    judged,
    lists.map(({ eins }) => eins),
  )
  return { mrr, ms: lists.map(({ ms }) => ms) }
}

async function writeNames(db: Postgres, path: string): Promise<void> {
  const rows = await db.query<{ ein: string; name: string }>('select ein, name from organization')
  const lines = rows.map(({ ein, name }) => `${ein}\t${name.replaceAll(/\s/g, ' ')}\n`)
  await writeFile(path, lines.join(''))
}
