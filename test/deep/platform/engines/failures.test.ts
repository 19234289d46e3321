import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { beforeEach, expect, test } from 'vitest'
import { requireFreeDisk } from '#src/platform/engines/disk.ts'
import { tryLock } from '#src/platform/engines/file-lock.ts'
import { readComplaint, spawnEngine } from '#src/platform/engines/process.ts'
import { folderHere } from '#test/world/here.ts'

let folder: string

beforeEach(() => {
  folder = folderHere()
})

test('a disk with too little space is reported with both sizes and the variable', () => {
  expect(() => requireFreeDisk(folder, 0, 'DATA_DIR')).not.toThrow()
  expect(() => requireFreeDisk(folder, 1e18, 'DATA_DIR')).toThrow(
    /^Only \d+ MB is free on the disk that contains .* but 1000000000000 MB is needed\. .*set DATA_DIR/,
  )
})

const EXCEPTION = 'BindException: Address in use'

test.each<[says: string, lines: string[], complaint: string, startedAt?: number]>([
  ['a FATAL of Postgres', ['LOG:  starting', 'FATAL:  no', 'LOG:  stopped'], 'FATAL:  no'],
  [
    'an exception, not the ERROR above it',
    ['[ERROR] a', EXCEPTION, '\tat a.b(C.java:1)'],
    EXCEPTION,
  ],
  ['the last line, if no line reports a failure', ['one', 'two', ''], 'two'],
  ['absent for an empty log', [''], ''],
  ['written since the start', ['FATAL: long ago', 'LOG: now'], 'LOG: now', 16],
  ['any, if the log was moved aside since the start', ['FATAL: now'], 'FATAL: now', 20_000_000],
])("a log's decisive line is %s", (_, lines, complaint, startedAt) => {
  const file = join(folder, 'engine.log')
  writeFileSync(file, lines.join('\n'))
  expect(readComplaint(file, startedAt)).toBe(complaint)
})

test.each([
  ['is stopped', 'exec sleep 60', 'too slow'],
  ['ends before', 'exit 3', 'exit code 3'],
])('a process that %s says so', async (_, script, how) => {
  const launch = { command: '/bin/sh', args: ['-c', script] }
  const logFile = join(folder, 'engine.log')
  const engine = spawnEngine({ launch, cwd: folder, logFile, signal: 'SIGTERM' })
  if (how !== 'too slow') await engine.ended
  await engine.stop('too slow')
  expect(await engine.ended).toBe(how)
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
