import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requireFreeDisk } from '#src/platform/engines/disk.ts'
import { tryLock } from '#src/platform/engines/file-lock.ts'
import { readComplaint } from '#src/platform/engines/process.ts'

let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'failures-'))
})

afterAll(() => rmSync(folder, { recursive: true }))

test('a disk with too little space is reported with both sizes and the variable', () => {
  expect(() => requireFreeDisk(folder, 0, 'DATA_DIR')).not.toThrow()
  expect(() => requireFreeDisk(folder, 1e18, 'DATA_DIR')).toThrow(
    /^Only \d+ MB is free on the disk that contains .* but 1000000000000 MB is needed\. .*set DATA_DIR/,
  )
})

test.each([
  [
    'a FATAL of Postgres',
    ['LOG:  starting', 'FATAL:  no room', 'LOG:  stopped'],
    'FATAL:  no room',
  ],
  [
    'an exception, which is more specific than the ERROR above it',
    ['[ERROR] uncaught', 'BindException: Address in use', '\tat a.b(C.java:1)'],
    'BindException: Address in use',
  ],
  ['the last line, if no line reports a failure', ['one', 'two', ''], 'two'],
  ['absent for an empty log', [''], ''],
])("a log's decisive line is %s", (_, lines, complaint) => {
  const file = join(folder, 'engine.log')
  writeFileSync(file, lines.join('\n'))
  expect(readComplaint(file)).toBe(complaint)
})

test('lines from before the start are ignored', () => {
  const file = join(folder, 'old.log')
  const before = 'FATAL: long ago\n'
  writeFileSync(file, `${before}LOG: now\n`)
  expect(readComplaint(file, before.length)).toBe('LOG: now')
})

test('all lines count if the log was moved aside since the start', () => {
  const file = join(folder, 'aside.log')
  writeFileSync(file, 'FATAL: now\n')
  expect(readComplaint(file, 20_000_000)).toBe('FATAL: now')
})

test('only one caller gets a lock, which survives its reference and is free after its release', async () => {
  const file = join(folder, 'lock')
  const { release } = tryLock(file) ?? {}
  expect(release).toBeDefined()
  // The file handle closes if garbage collection takes a lock that nothing refers to.
  const unreferenced = join(folder, 'unreferenced')
  expect(tryLock(unreferenced)).toBeDefined()
  setFlagsFromString('--expose-gc')
  for (let round = 0; round < 5; round += 1) {
    runInNewContext('gc')()
    await new Promise(setImmediate)
  }
  expect([tryLock(file), tryLock(unreferenced)]).toEqual([undefined, undefined])
  release?.()
  expect(tryLock(file)).toBeDefined()
})
