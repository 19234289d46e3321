import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { openLoads } from '#test/integration/indexer/loads.ts'
import { expectRecorded } from '#test/recorded.ts'
import { listenHere } from '#test/world/here.ts'
import { type Ended, runHere } from './run-here.ts'

const made = openLoads('cli_commands')

const keys = (...args: string[]) => runHere('keys', args, { DATABASE_URL: made.store.url })

test('usage and errors', async () => {
  const said: Record<string, string> = {}
  const add = (title: string, { code, out, err }: Ended) => {
    // Help begins with the npm command; the rest is the library's.
    said[title] = `${/^Usage: .*\n/.exec(out)?.[0] ?? out}${err}exit ${code}`
  }
  for (const [name, ...args] of [
    ['start', '--port', '9000'],
    ['config', '--port'],
    ['config', 'PORT'],
    ['start', '--help'],
    ['keys', 'create', '--help'],
    ['indexer', '--help'],
    ['indexer', 'load', '--help'],
    ['bench', '--help'],
  ] as const) {
    add([name, ...args].join(' '), await runHere(name, args, {}))
  }
  for (const args of [
    ['create', '--tier', 'Gold', '--owner', 'x'],
    ['create', '--tier', 'Paid', '--owner', ' '],
    ['create', '--tier', 'Paid', '--owner', 'x', '--data', '-3'],
    ['revoke', 'abc'],
    ['revoke', '999'],
  ]) {
    add(`keys ${args.join(' ')}`, await keys(...args))
  }
  const env = {
    OPENSEARCH_URL: 'http://127.0.0.1:1',
    DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/no',
  }
  add('keys list without a server', await runHere('keys', ['list'], env))
  await expectRecorded('cli', said)
})

test('start with a port in use reports it before it starts anything', async () => {
  const port = await listenHere(createServer())
  // Without either server, it would start its own engines.
  const env = { OPENSEARCH_URL: '', DATABASE_URL: '', DATA_DIR: '/never/made', PORT: `${port}` }
  const { code, out, err } = await runHere('start', [], env)
  expect({ code, out, err }).toEqual({ code: 1, out: '', err: expect.stringContaining(`${port}`) })
  expect(existsSync('/never')).toBe(false)
})

test('keys are created, listed, rotated, and revoked; a key is shown only when it is created', async () => {
  const created = await keys('create', '--tier', 'Paid', '--owner', 'Ada', '--data', '500')
  const [, id = '', key] = /^Key (\d+), .*: (nrk_\S+)/.exec(created.out) ?? []
  expect(key).toBeDefined()
  const { out } = await keys('list')
  expect(out).toContain('Ada')
  // Today's use and the limit.
  expect(out).toMatch(/0 of +│0 of/)
  expect(out).toMatch(/500 +│250/)
  expect(out).not.toContain('nrk_')
  const rotated = await keys('rotate', id)
  const [, newId = '', newKey] = /^Key (\d+), .*: (nrk_\S+)/.exec(rotated.out) ?? []
  expect(newKey).not.toBe(key)
  expect((await keys('revoke', id)).code).toBe(1)
  expect((await keys('revoke', newId)).code).toBe(0)
})
