import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
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

test('a command ends with its parent also while a thread of it cannot be stopped', async () => {
  // A pipe opens when somebody writes to it: nobody does.
  const pipe = join(mkdtempSync(join(tmpdir(), 'stuck-')), 'pipe')
  execFileSync('mkfifo', [pipe])
  const stuck = `process.getBuiltinModule('node:fs').openSync(${JSON.stringify(pipe)})`
  const command = `import { Worker } from 'node:worker_threads'
    import { runCommand } from ${JSON.stringify(MODULE)}
    await runCommand(async () => {
      new Worker(${JSON.stringify(stuck)}, { eval: true }).once('online', () => process.send('stuck'))
    })`
  const parent = `import { spawn } from 'node:child_process'
    import { setTimeout as sleep } from 'node:timers/promises'
    const args = ['--input-type=module', '-e', ${JSON.stringify(command)}]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    child.once('message', async () => {
      console.log(child.pid)
      // The thread is online a moment before it opens the pipe.
      await sleep(500)
      process.exit()
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', parent])
  let said = ''
  child.stdout.on('data', (piece) => {
    said += piece
  })
  await once(child, 'exit')
  const isGone = () => {
    try {
      process.kill(Number(said), 0)
      return false
    } catch {
      return true
    }
  }
  // It may have ended before what it said is read.
  await expect.poll(() => Number(said), { timeout: 15_000 }).toBeGreaterThan(0)
  await expect.poll(isGone, { timeout: 15_000 }).toBe(true)
  rmSync(dirname(pipe), { recursive: true })
})
