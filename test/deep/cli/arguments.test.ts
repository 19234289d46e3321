import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import escapeRegExp from 'escape-string-regexp'
import { expect, test } from 'vitest'
import { TSX } from '#src/platform/engines/tsx.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const run = (...args: string[]) =>
  promisify(execFile)(process.execPath, [...TSX, ...args], { cwd: root })

test.each([
  ['src/cli/start.ts', '--port', '9000'],
  ['src/cli/config.ts', '--port'],
  ['src/cli/config.ts', 'PORT'],
])('%s rejects unknown arguments: %s', async (...args) => {
  await expect(run(...args)).rejects.toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^error: (unknown option|too many arguments)/),
  })
})

test.each([
  [['src/cli/start.ts'], 'npm run start -- [options]'],
  [['src/cli/keys.ts', 'create'], 'npm run keys -- create [options]'],
  [['indexer/cli.ts'], 'npm run <command> -- [options]'],
  [['bench/run.ts'], 'npm run bench -- [options] [names...]'],
  [['indexer/cli.ts', 'load'], 'npm run load -- [options] <paths...>'],
])('the help of %j shows the npm command', async (command, usage) => {
  expect((await run(...command, '--help')).stdout).toMatch(
    new RegExp(`^Usage: ${escapeRegExp(usage)}\n`),
  )
})
