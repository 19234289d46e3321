import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { generateDemo } from '#indexer/demo/generate.ts'
import { formatCount } from '#src/domain/money.ts'
import { createPostgres, type Postgres } from '#src/platform/clients/postgres.ts'
import { REAL } from '#test/real/real-data.ts'
import type { Benchmark, Scale } from './benchmark.ts'
import { measureCommand } from './commands.ts'
import { environmentOf, withFiles, withPostgres } from './folders.ts'
import { copyRated } from './rate-copies.ts'
import { type Row, toRow } from './row.ts'

// Enough that nearly every group of a cause and a decade has thirty peers, as in the country. Five
// years each, because growth looks back three and a fingerprint four.
const SIZES = { whole: 100_000, quick: 5_000 }
const YEARS = 5

/** 790,000 organizations in ten minutes. */
const TARGET = 790_000 / 600

/** Measures `npm run rate` over all organizations, and after one in a hundred changed. */
export const rate: Benchmark = {
  name: 'rate',
  description: 'organizations rated a second, against 790,000 in ten minutes',
  run: (scale) =>
    withFiles((folder) =>
      withPostgres(async (dataDir, databaseUrl) => {
        const env = environmentOf(dataDir, { DATABASE_URL: databaseUrl })
        const db = createPostgres({ url: databaseUrl, maxConnections: 2, statementTimeoutMs: 0 })
        try {
          await fill(db, folder, env, scale)
          return await measure(db, env, scale)
        } finally {
          await db.close()
        }
      }),
    ),
}

async function fill(db: Postgres, folder: string, env: NodeJS.ProcessEnv, scale: Scale) {
  const templates = existsSync(REAL) ? REAL : join(folder, 'demo')
  if (templates !== REAL) await generateDemo({ folder: templates, organizations: 300 })
  await measureCommand('indexer/cli.ts', ['load', templates], env, scale.stop)
  const started = performance.now()
  // Discarded with the run, so it is not logged.
  await db.query('alter table filing set unlogged')
  await copyRated(db, SIZES[scale.isQuick ? 'quick' : 'whole'], YEARS, scale.stop)
  await db.query('vacuum analyze filing, organization')
  scale.say(`copied the store in ${((performance.now() - started) / 1_000).toFixed(0)} s`)
}

async function measure(db: Postgres, env: NodeJS.ProcessEnv, scale: Scale): Promise<Row[]> {
  const first = await timeRun(env, scale)
  const idle = await timeRun(env, scale)
  await db.query(FILE_ANEW)
  const some = await timeRun(env, scale)
  const row = (name: string, value: number): Row =>
    toRow({
      ...{ name, value, unit: 'organizations/s', against: '790,000 in 10 min' },
      reference: TARGET,
      aim: { atLeast: 1 },
    })
  return [
    row('rate, all', first.rated / first.seconds),
    row('rate, one in a hundred new', some.rated / some.seconds),
    row('rate, nothing new', idle.rated / idle.seconds),
  ]
}

// What a load of their next returns would change.
const FILE_ANEW = `
  update filing set content_sha256 = sha256(content_sha256),
    facts = jsonb_set(facts, '{functionalProgramExpenses,value}', '1000')
  from organization
  where object_id = latest_object_id and right(organization.ein, 2) = '00'
    and facts ? 'functionalProgramExpenses'`

const summary = z.object({ read: z.number(), scored: z.number(), notEnoughData: z.number() })

async function timeRun(env: NodeJS.ProcessEnv, { say, stop }: Scale) {
  const { output, seconds, peakMiB } = await measureCommand(
    'indexer/cli.ts',
    ['rate', '--json'],
    env,
    stop,
  )
  const { read, scored, notEnoughData } = summary.parse(JSON.parse(output))
  const rated = scored + notEnoughData
  say(
    `rated ${formatCount(rated)}, ${formatCount(read)} of them with new data, ` +
      `in ${seconds.toFixed(1)} s, ${peakMiB.toFixed(0)} MiB at most`,
  )
  return { rated, seconds }
}
