import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { z } from 'zod'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import { readConfig } from '#src/platform/config.ts'
import { findPython } from '#test/python-environment.ts'
import type { JudgedName } from './judged-names.ts'
import { type Quality, rank } from './quality.ts'

/** A peer's quality and times, or the reason why it could not be measured. */
export type Peer = { name: string } & ({ quality: Quality; ms: number[] } | { missing: string })

const TRIGRAMS = [
  'create extension if not exists pg_trgm',
  'create schema if not exists bench_peer',
  'create table if not exists bench_peer.name as select ein, name from organization',
  'create index if not exists name_trigrams on bench_peer.name using gist (name gist_trgm_ops)',
  'analyze bench_peer.name',
]
const NEAREST = 'select ein from bench_peer.name order by name <-> $1 limit 10'

/** Searches for names with the nearest neighbors of pg_trgm. */
export async function searchWithTrigrams(
  db: Postgres,
  judged: readonly JudgedName[],
): Promise<Peer> {
  const name = 'pg_trgm'
  const [extension] = await db.query("select from pg_available_extensions where name = 'pg_trgm'")
  if (!extension) return { name, missing: 'this Postgres has no extension pg_trgm' }
  for (const sql of TRIGRAMS) await db.query(sql)
  const found: string[][] = []
  const ms: number[] = []
  for (const one of judged) {
    const started = performance.now()
    const rows = await db.query<{ ein: string }>(NEAREST, [one.name])
    ms.push(performance.now() - started)
    found.push(rows.map(({ ein }) => ein))
  }
  return { name, quality: rank(judged, found), ms }
}

const TANTIVY = '0.27.0'
const searched = z.array(z.object({ eins: z.array(z.string()), ms: z.number() }))

/** Searches for names with tantivy: BM25 on words, whole or with one edit. */
export async function searchWithTantivy(
  db: Postgres,
  dataDir: string,
  judged: readonly JudgedName[],
  stop: AbortSignal,
): Promise<Peer> {
  const name = 'tantivy'
  const python = await findPython(readConfig().cacheDir, 'tantivy', [`tantivy==${TANTIVY}`])
  if (python === undefined) return { name, missing: 'there is no Python with tantivy' }
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
  const hits = searched.parse(answers)
  const eins = hits.map((one) => one.eins)
  return { name, quality: rank(judged, eins), ms: hits.map(({ ms }) => ms) }
}

async function writeNames(db: Postgres, path: string): Promise<void> {
  const file = createWriteStream(path)
  const sql = 'select ein, name from organization order by ein'
  await db.session(async (session) => {
    for await (const rows of session.stream<{ ein: string; name: string }>(sql, [], 10_000)) {
      file.write(rows.map(({ ein, name }) => `${ein}\t${name.replaceAll(/\s/g, ' ')}\n`).join(''))
    }
  })
  file.end()
  await finished(file)
}
