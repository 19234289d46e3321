import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const MODULE = new URL('../../../src/cli/run-command.ts', import.meta.url).href

test('a command whose parent died before it began does not begin', async () => {
  const command = `import { setTimeout as sleep } from 'node:timers/promises'
    import { runCommand } from ${JSON.stringify(MODULE)}
    console.log('loaded')
    while (process.connected) await sleep(5)
    await runCommand(async () => console.log('begun'))`
  const parent = `import { spawn } from 'node:child_process'
    const args = ['--input-type=module', '-e', ${JSON.stringify(command)}]
    spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    process.exit()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', parent])
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      said += piece
    })
  }
  await once(child, 'close')
  expect(said).toBe('loaded\n')
})
