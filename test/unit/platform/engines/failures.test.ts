import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requireFreeDisk } from '#src/platform/engines/disk.ts'
import { tryLock } from '#src/platform/engines/file-lock.ts'
import { readComplaint } from '#src/platform/engines/guard.ts'

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

test('only one caller gets a lock, which is free again after its release', () => {
  const file = join(folder, 'lock')
  const lock = tryLock(file)
  expect(lock).toBeDefined()
  expect(tryLock(file)).toBeUndefined()
  lock?.release()
  const next = tryLock(file)
  expect(next).toBeDefined()
  next?.release()
})
