import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { migrate } from '#src/platform/clients/migrations.ts'
import { createPostgres, type Postgres } from '#src/platform/clients/postgres.ts'
import { TSX } from '#src/platform/engines/tsx.ts'
import { OperatorError } from '#src/platform/errors.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const numbered = readdirSync(`${root}/indexer/migrations`).filter((name) => name.endsWith('.sql'))

const server = inject('databaseUrl')
let admin: Postgres
let fresh: string

beforeAll(async () => {
  admin = createPostgres({ url: server })
  await admin.query('drop database if exists migrations_test')
  await admin.query('create database migrations_test')
  const own = new URL(server)
  own.pathname = '/migrations_test'
  fresh = own.toString()
})

afterAll(async () => {
  await admin.query('drop database migrations_test with (force)')
  await admin.close()
})

describe('migrate', () => {
  test('run four times at once, runs each file exactly once', async () => {
    const ran = await Promise.all(Array.from({ length: 4 }, () => migrate(fresh)))
    expect(ran.flat().sort()).toEqual(numbered.map((name) => name.replace(/\.sql$/, '')).sort())
    expect(ran.filter((names) => names.length > 0)).toHaveLength(1)
  })

  test('run again, has nothing to do and leaves the store complete', async () => {
    expect(await migrate(fresh)).toEqual([])
    const db = createPostgres({ url: fresh })
    const [row] = await db.query<{ n: number }>(
      "select count(*) as n from pg_inherits where inhparent = 'filing_block'::regclass",
    )
    expect(row?.n).toBe(16)
    await db.close()
  })

  test('closes its connection before it returns, so the server can stop or drop the store', async () => {
    const code = `import { migrate } from '#src/platform/clients/migrations.ts'
      console.log(JSON.stringify(await migrate(process.argv[1])))
      console.log(process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length)`
    const args = [...TSX, '--input-type=module', '-e', code, fresh]
    const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root })
    expect(stdout).toBe('[]\n0\n')
  })

  test('reports an absent server in one sentence, without the password', async () => {
    const nowhere = 'postgres://someone:secret@127.0.0.1:1/none'
    const error = await migrate(nowhere).catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(OperatorError)
    expect(String(error)).toMatch(/127\.0\.0\.1:1 .*DATABASE_URL/)
    expect(String(error)).not.toContain('secret')
    await expect(migrate(nowhere, { isEmbedded: true })).rejects.toThrow(/^(?!.*DATABASE_URL)/)
  })
})
