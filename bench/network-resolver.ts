import { resolveNetwork } from '#indexer/network/run.ts'
import { formatCount } from '#src/domain/money.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import type { Scale } from './benchmark.ts'
import { type Row, toRow } from './row.ts'

// A tenth of the funders, of all sizes: about as many as a few months of filings add.
const SHARE = 'place % 10 = 3'

const DUE = `create table bench_due as
  select o.ein from organization o
  join bench_funder on place = substr(o.latest_object_id, 5)::bigint
  where ${SHARE}`

const BARE = `insert into bench_edge select m.* from money_edge m join bench_due on ein = funder_ein`

/**
 * Measures the rows a second that the resolver stores when a tenth of all funders are new, against
 * copying the same rows between tables with the same indexes. Changes the store, but not its number
 * of rows.
 */
export async function measureResolver(db: Postgres, { say }: Scale): Promise<Row[]> {
  await db.query(DUE)
  await db.query('analyze bench_due')
  await db.query('create table bench_edge (like money_edge including all)')
  const bare = await timed(() => db.query(BARE))
  const before = await countEdges(db)
  for (const table of ['money_edge', 'network_edge']) {
    await db.query(`delete from ${table} using bench_due where ein = funder_ein`)
  }
  await db.query('vacuum analyze money_edge, network_edge')
  await db.query('insert into network_due (ein) select ein from bench_due')
  const { seconds, value } = await timed(() => resolveNetwork(db))
  const after = await countEdges(db)
  if (JSON.stringify(after) !== JSON.stringify(before)) {
    throw new Error(
      `The edges differ after they are resolved again: ${JSON.stringify({ before, after })}`,
    )
  }
  say(`resolved ${formatCount(value.rows)} rows in ${seconds.toFixed(0)} s`)
  await db.query('insert into network_due (ein) select ein from bench_due order by ein limit 1')
  const one = await timed(() => resolveNetwork(db))
  return [
    toRow({
      name: 'resolve, a tenth of all',
      value: value.rows / seconds,
      unit: 'rows/s',
      against: 'bare insert … select',
      reference: value.rows / bare.seconds,
    }),
    toRow({
      name: 'resolve, one funder changed',
      value: one.seconds,
      unit: 's',
      against: 'the tenth',
      reference: seconds,
      aim: { atMost: 0.1 },
    }),
  ]
}

async function timed<Value>(work: () => Promise<Value>) {
  const started = performance.now()
  const value = await work()
  return { value, seconds: (performance.now() - started) / 1_000 }
}

/** Counts rows by method and edges of the network, which must be equal afterwards. */
const countEdges = (db: Postgres) =>
  db.query(
    `select match_method::text as method, count(*) as rows, sum(amount) as amount
     from money_edge group by 1
     union all
     select 'network', count(*), sum(amount) from network_edge order by 1`,
  )
