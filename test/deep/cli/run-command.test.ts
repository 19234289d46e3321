import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { TSX } from '#src/platform/engines/tsx.ts'

const MODULE = new URL('../../../src/cli/run-command.ts', import.meta.url).href

test('a command does not start if its parent has ended', async () => {
  const command = `import { setTimeout as sleep } from 'node:timers/promises'
    import { runCommand } from ${JSON.stringify(MODULE)}
    console.log('loaded')
    while (process.connected) await sleep(5)
    await runCommand(async () => console.log('begun'))`
  const parent = `import { spawn } from 'node:child_process'
    const args = ${JSON.stringify([...TSX, '--input-type=module', '-e', command])}
    spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    process.exit()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', parent])
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (piece) => {
      output += piece
    })
  }
  await once(child, 'close')
  expect(output).toBe('loaded\n')
})

test('a command ends with its parent even if a thread cannot be stopped', async () => {
  // Opening a pipe blocks until there is a writer, and there is none.
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
    const args = ${JSON.stringify([...TSX, '--input-type=module', '-e', command])}
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    child.once('message', async () => {
      console.log(child.pid)
      // The thread is online a moment before it opens the pipe.
      await sleep(500)
      process.exit()
    })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', parent])
  let output = ''
  child.stdout.on('data', (piece) => {
    output += piece
  })
  await once(child, 'exit')
  const isGone = () => {
    try {
      process.kill(Number(output), 0)
      return false
    } catch {
      return true
    }
  }
  // The command may have ended before its output is read.
  await expect.poll(() => Number(output), { timeout: 15_000 }).toBeGreaterThan(0)
  await expect.poll(isGone, { timeout: 15_000 }).toBe(true)
  rmSync(dirname(pipe), { recursive: true })
})
