import { appendFileSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readConfig } from '#src/platform/config.ts'
import { leaseEngines } from '#src/platform/engines/lease.ts'
import { folderHere } from '#test/world/here.ts'
import { ask, waitUntilGone } from './holders.ts'

test('the log of a running engine is moved aside when it has grown large', async () => {
  const dataDir = join(folderHere(), 'data')
  const config = readConfig({ ...process.env, DATABASE_URL: '', DATA_DIR: dataDir })
  const lease = await leaseEngines(config, ['postgres'], undefined, { durable: false })
  onTestFinished(async () => {
    await lease.release()
    await waitUntilGone(dataDir, [])
  })
  const log = join(dataDir, 'logs/postgres.log')
  appendFileSync(log, `${'x'.repeat(999)}\n`.repeat(20_001))
  await expect.poll(() => statSync(log).size, { timeout: 20_000 }).toBeLessThan(20_000_000)
  expect(statSync(`${log}.previous`).size).toBeGreaterThan(20_000_000)
  await expect(ask(lease.databaseUrl, 'SELECT 1/0')).rejects.toThrow()
  // Without a gap at the start, because Postgres continues at the new end.
  expect(readFileSync(log, 'utf8')).toMatch(/^\d{4}-.* ERROR: {2}division by zero/s)
})
