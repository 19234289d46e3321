import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { findPython } from '#test/python-environment.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'python-'))
  // A cache folder in which nothing can be created.
  await writeFile(join(folder, 'cache'), '')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

const find = () => findPython(join(folder, 'cache'), 'none', ['no-such-package==1'])

test('an environment that cannot be made is reported as missing', async () => {
  vi.stubEnv('REQUIRE_PYTHON', '')
  expect(await find()).toMatchObject({ missing: expect.stringContaining('no-such-package==1') })
})

test('it is an error if Python is required', async () => {
  vi.stubEnv('REQUIRE_PYTHON', '1')
  await expect(find()).rejects.toThrow(/There is no python3 with no-such-package==1/)
})
