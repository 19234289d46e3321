import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterAll, expect, it } from 'vitest'
import { tryLock } from '#src/platform/engines/file-lock.ts'

const folder = mkdtempSync(join(tmpdir(), 'lock-'))
afterAll(() => rmSync(folder, { recursive: true }))

const collectGarbage = (): void => {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
}

it('keeps an unreferenced lock through garbage collections', async () => {
  const file = join(folder, 'lock')
  expect(tryLock(file)).toBeDefined()
  for (let round = 0; round < 5; round += 1) {
    collectGarbage()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(tryLock(file), 'the lock was lost with its reference').toBeUndefined()
})

it('passes a released lock to the next caller', () => {
  const file = join(folder, 'released')
  tryLock(file)?.release()
  expect(tryLock(file)).toBeDefined()
})
