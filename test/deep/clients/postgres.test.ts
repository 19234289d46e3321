import { connect, createServer } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest'
import { withResolvers } from '#src/domain/es2024.ts'
import {
  createPostgres,
  createPostgresBreaker,
  type Postgres,
} from '#src/platform/clients/postgres.ts'
import { ApiError } from '#src/platform/errors.ts'
import { listenHere } from '#test/world/here.ts'
import { openSilentProxy } from './silent-proxy.ts'

const url = inject('databaseUrl')
let db: Postgres

beforeAll(async () => {
  db = createPostgres({ url })
  await db.query('create schema if not exists client_test')
  await db.query('drop table if exists client_test.item')
  await db.query('create table client_test.item (id integer primary key, label text not null)')
})

afterAll(async () => {
  await db.query('drop schema client_test cascade')
  await db.close()
})

/** Opens a client until the end of the test. */
function openHere(options: Partial<Parameters<typeof createPostgres>[0]> = {}): Postgres {
  const own = createPostgres({ url, ...options })
  onTestFinished(() => own.close())
  return own
}

const count = async (from: string, on: Pick<Postgres, 'query'> = db) =>
  (await on.query<{ n: number }>(`select count(*) as n from ${from}`))[0]?.n
const countItems = (on?: Pick<Postgres, 'query'>) => count('client_test.item', on)

const unavailable = { name: 'ApiError', code: 'StoreUnavailable', status: 503 }

describe('statements', () => {
  test('take parameters and return bigint as number, and date as text', async () => {
    const [row] = await db.query<{ sum: number; day: string; label: string }>(
      "select 9007199254740991::bigint as sum, '2024-06-30'::date as day, $1::text as label",
      ["'; drop table client_test.item; --"],
    )
    expect(row).toEqual({
      sum: 9007199254740991,
      day: '2024-06-30',
      label: "'; drop table client_test.item; --",
    })
  })

  test('a transaction that throws changes nothing', async () => {
    const attempt = db.transaction(async (session) => {
      await session.query("insert into client_test.item values (1, 'one')")
      throw new Error('changed my mind')
    })
    await expect(attempt).rejects.toThrow('changed my mind')
    expect(await countItems()).toBe(0)
  })

  test('a snapshot sees no concurrent writes, and writes nothing', async () => {
    const counts = await db.snapshot(async (session) => {
      const before = await countItems(session)
      await db.query("insert into client_test.item values (2, 'two')")
      return [before, await countItems(session), await countItems()]
    })
    await db.query('truncate client_test.item')
    expect(counts).toEqual([0, 0, 1])
    const writing = db.snapshot((session) => session.query('truncate client_test.item'))
    await expect(writing).rejects.toMatchObject({ cause: { code: '25006' } })
  })

  test("an invalid statement throws Postgres's error, because it is our defect", async () => {
    const error = await db.query('select nonsense').catch((thrown: unknown) => thrown)
    expect(error).not.toBeInstanceOf(ApiError)
    expect(error).toMatchObject({ code: '42703' })
  })
})

const PATIENCE = { timeout: 20_000, interval: 20 }
const COPIES = `pg_stat_activity
  where query like 'copy client_test.item%' and state = 'active' and pid <> pg_backend_pid()`
const untilCopies = (copies: number) =>
  vi.waitFor(async () => expect(await count(COPIES)).toBe(copies), PATIENCE)
const COPY = 'copy client_test.item from stdin'

describe('copy and stream', () => {
  test('copied rows can be streamed back in batches', async () => {
    const lines = Array.from({ length: 2_500 }, (_, id) => `${id}\tlabel ${id}\n`)
    await pipeline(Readable.from(lines), db.copyFrom(COPY))
    const sizes: number[] = []
    const sql = 'select id from client_test.item order by id'
    for await (const rows of db.stream<{ id: number }>(sql, [], 1_000)) sizes.push(rows.length)
    expect(sizes).toEqual([1_000, 1_000, 500])
  })

  test('a bad row fails the copy with its position, stores nothing, and frees the connection', async () => {
    await db.query('truncate client_test.item')
    const copy = db.copyFrom(COPY)
    const attempt = pipeline(Readable.from(['1\tgood\n', 'x\tbad\n']), copy)
    await expect(attempt).rejects.toMatchObject({ code: '22P02' })
    expect(await countItems()).toBe(0)
  })

  test('an abandoned copy stores nothing', async () => {
    const copy = db.copyFrom(COPY)
    copy.on('error', () => undefined)
    copy.write('1\tgood\n')
    await untilCopies(1)
    copy.destroy(new Error('the reader failed'))
    await untilCopies(0)
    expect(await countItems()).toBe(0)
  })

  test('a copy cut off between two writes, without a listener, fails on the next write', async () => {
    const copy = db.copyFrom(COPY)
    copy.write('1\tgood\n')
    await untilCopies(1)
    await db.query(`select pg_terminate_backend(pid) from ${COPIES}`)
    const failed = () => expect(copy.errored).toMatchObject({ code: 'StoreUnavailable' })
    await vi.waitFor(failed, PATIENCE)
    await expect(pipeline(Readable.from(['2\tlate\n']), copy)).rejects.toThrow()
    expect(await countItems()).toBe(0)
  })

  test('a copy inside a transaction is rolled back with it', async () => {
    const attempt = db.transaction(async (session) => {
      const copy = session.copyFrom(COPY)
      await pipeline(Readable.from(['7\tseven\n']), copy)
      expect(await countItems(session)).toBe(1)
      throw new Error('undo')
    })
    await expect(attempt).rejects.toThrow('undo')
    expect(await countItems()).toBe(0)
  })

  test('an abandoned stream frees its connection', async () => {
    const narrow = openHere({ maxConnections: 1 })
    for await (const rows of narrow.stream('select generate_series(1, 100000)', [], 10)) {
      expect(rows).toHaveLength(10)
      break
    }
    const session = narrow.session(async (own) => {
      for await (const _ of own.stream('select generate_series(1, 100000)', [], 10)) break
      return await own.query<{ statement_timeout: string }>('show statement_timeout')
    })
    expect(await session).toEqual([{ statement_timeout: '10s' }])
  })
})

describe('advisory locks', () => {
  test('have one holder at a time; the second waits, even longer than the statement timeout', async () => {
    const hasty = openHere({ statementTimeoutMs: 100 })
    const order: string[] = []
    const held = withResolvers<void>()
    const over = withResolvers<void>()
    const first = hasty.withLock('client test', async () => {
      order.push('first in')
      held.resolve()
      await over.promise
      order.push('first out')
    })
    await held.promise
    expect(await db.tryWithLock('client test', async () => 1)).toEqual({ isHeld: false })
    const second = hasty.withLock('client test', async () => order.push('second in'))
    const waiting = "pg_locks where locktype = 'advisory' and not granted"
    await vi.waitFor(async () => expect(await count(waiting)).toBe(1), PATIENCE)
    await delay(200)
    over.resolve()
    await Promise.all([first, second])
    expect(order).toEqual(['first in', 'first out', 'second in'])
    expect(await db.tryWithLock('client test', async () => 1)).toEqual({ isHeld: true, value: 1 })
  })

  test('a holder that throws releases the lock', async () => {
    const failing = db.withLock('client test', async () => {
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await vi.waitFor(async () => {
      const next = await db.tryWithLock('client test', async () => 1)
      expect(next).toMatchObject({ isHeld: true })
    }, PATIENCE)
  })
})

const at = (port: number) => {
  const other = new URL(url)
  other.port = String(port)
  return other.toString()
}

describe('an unavailable store is StoreUnavailable', () => {
  test('after a statement timeout', async () => {
    const hasty = openHere({ statementTimeoutMs: 100 })
    await expect(hasty.query('select pg_sleep(5)')).rejects.toMatchObject(unavailable)
  })

  test('after a refused connection, and its cause is for the log', async () => {
    const away = openHere({ url: at(1) })
    await expect(away.query('select 1')).rejects.toMatchObject({
      ...unavailable,
      cause: { code: 'ECONNREFUSED' },
    })
    const copy = away.copyFrom(COPY)
    await expect(pipeline(Readable.from(['1\tx\n']), copy)).rejects.toMatchObject(unavailable)
  })

  test('with a server that accepts connections and stays silent', async () => {
    const silent = openHere({ url: at(await listenHere(createServer())) })
    await expect(silent.query('select 1')).rejects.toMatchObject(unavailable)
  })

  test('with too many connections', async () => {
    await db.query('drop role if exists client_test_narrow')
    await db.query("create role client_test_narrow login password 'narrow' connection limit 1")
    const narrow = { username: 'client_test_narrow', password: 'narrow' }
    const crowd = openHere({ url: Object.assign(new URL(url), narrow).toString() })
    // The first connection opens before the second is requested: two that connect at the same
    // moment may both be rejected.
    await crowd.session(async (first) => {
      await first.query('select 1')
      await expect(crowd.query('select 1')).rejects.toMatchObject({
        ...unavailable,
        cause: { code: '53300' },
      })
    })
    await db.query('drop role client_test_narrow')
  })

  test('after a cut connection, idle or busy, and the pool recovers', async () => {
    let lost = 0
    const pool = openHere({ onConnectionLost: () => lost++ })
    const ownPid = 'select pg_backend_pid() as pid'
    const end = async ([row]: { pid: number }[]) =>
      await db.query('select pg_terminate_backend($1)', [row?.pid])
    await end(await pool.query(ownPid))
    await vi.waitFor(() => expect(lost).toBe(1), PATIENCE)
    const busy = pool.session(async (session) => {
      await end(await session.query(ownPid))
      await delay(100)
      return await session.query('select 1')
    })
    await expect(busy).rejects.toMatchObject(unavailable)
    const broken = async () => {
      const sql = `${ownPid} from generate_series(1, 4)`
      for await (const rows of pool.stream<{ pid: number }>(sql, [], 2)) {
        await end(rows)
        await delay(100)
      }
    }
    await expect(broken(), 'between two batches').rejects.toMatchObject(unavailable)
    expect(await pool.query('select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe('behind a breaker', () => {
  const open = (at: string) => {
    const breaker = createPostgresBreaker({ url: at })
    const changes: string[] = []
    breaker.onChange((failure) => changes.push(failure ? 'open' : 'closed'))
    return { changes, breaker, pool: openHere({ url: at, breaker }) }
  }
  const fails = (work: Promise<unknown>) => expect(work).rejects.toMatchObject(unavailable)
  const one = (on: Pick<Postgres, 'query'>) => on.query('select 1 as one')

  test('a silent server fails waiting statements, then all new ones at once, until it responds', async () => {
    const proxy = await openSilentProxy(url)
    const { changes, breaker, pool } = open(proxy.url)
    const other = openHere({ url: proxy.url, breaker, maxConnections: 1 })
    await Promise.all(Array.from({ length: 10 }, () => pool.query('select pg_sleep(0.2)')))
    const between = withResolvers<void>()
    const session = pool.transaction(async (own) => {
      await one(own)
      await between.promise
      await one(own)
    })
    await one(pool)
    // Most of the ten connections are idle, and the network drops them.
    proxy.hush()
    await Promise.all([one(pool), pool.snapshot(one), one(other), one(other)].map(fails))
    between.resolve()
    await fails(session)
    const connections = proxy.connections()
    await Promise.all([one(pool), one(other), pool.withLock('client test', one)].map(fails))
    // Only the breaker itself may have tried one meanwhile.
    expect(proxy.connections() - connections).toBeLessThan(2)
    expect(changes).toEqual(['open'])
    proxy.takeNew()
    await vi.waitFor(() => expect(changes).toEqual(['open', 'closed']), PATIENCE)
    await Promise.all(Array.from({ length: 10 }, () => one(pool)))
    await proxy.close()
  })

  test('slow statements and a full pool leave it closed', async () => {
    const { changes, breaker, pool } = open(url)
    const slow = Array.from({ length: 10 }, () => pool.query('select pg_sleep(2.5)'))
    // All connections are in use.
    await fails(one(pool))
    await Promise.all(slow)
    breaker.suspect()
    await delay(1_000)
    expect(changes).toEqual([])
  })

  test('a server that refuses connections is used when it is back', async () => {
    const proxy = await openSilentProxy(url)
    const { port } = new URL(proxy.url)
    await proxy.close()
    const { changes, pool } = open(at(Number(port)))
    await fails(one(pool))
    await vi.waitFor(() => expect(changes).toEqual(['open']), PATIENCE)
    await fails(one(pool))
    const back = createServer((near) =>
      near.pipe(connect(Number(new URL(url).port), new URL(url).hostname)).pipe(near),
    )
    back.listen(Number(port), '127.0.0.1')
    await vi.waitFor(() => one(pool), PATIENCE)
    expect(changes).toEqual(['open', 'closed'])
    back.close()
  })
})
