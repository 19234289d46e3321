import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { TSX } from '#src/platform/engines/tsx.ts'
import { startCommand } from '#test/world/command.ts'
import { folderHere } from '#test/world/here.ts'

const MODULE = JSON.stringify(new URL('../../../src/cli/run-command.ts', import.meta.url).href)

/** Starts a process that starts this command in turn, and then does `more` with its `child`. */
const startParentOf = (command: string, more: string) =>
  startCommand(process.env, '--input-type=module', [
    '-e',
    `import { spawn } from 'node:child_process'
    import { setTimeout as sleep } from 'node:timers/promises'
    const args = ${JSON.stringify([...TSX, '--input-type=module', '-e', command])}
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
    ${more}`,
  ])

test('a command does not start if its parent has ended', async () => {
  const command = `import { setTimeout as sleep } from 'node:timers/promises'
    import { runCommand } from ${MODULE}
    console.log('loaded')
    while (process.connected) await sleep(5)
    await runCommand(async () => console.log('begun'))`
  const parent = startParentOf(command, 'process.exit()')
  await parent.ended
  expect(parent.said()).toBe('loaded\n')
})

test('a command ends with its parent even if a thread cannot be stopped', async () => {
  // Opening a pipe blocks until there is a writer, and there is none.
  const pipe = join(folderHere(), 'pipe')
  execFileSync('mkfifo', [pipe])
  const stuck = `process.getBuiltinModule('node:fs').openSync(${JSON.stringify(pipe)})`
  const command = `import { Worker } from 'node:worker_threads'
    import { runCommand } from ${MODULE}
    await runCommand(async () => {
      new Worker(${JSON.stringify(stuck)}, { eval: true }).once('online', () => process.send('stuck'))
    })`
  // The thread is online a moment before it opens the pipe.
  const parent = startParentOf(
    command,
    `child.once('message', async () => {
      console.log(child.pid)
      await sleep(500)
      process.exit()
    })`,
  )
  await expect.poll(() => Number(parent.said()), { timeout: 60_000 }).toBeGreaterThan(0)
  const isGone = () => {
    try {
      process.kill(Number(parent.said()), 0)
      return false
    } catch {
      return true
    }
  }
  await expect.poll(isGone, { timeout: 60_000 }).toBe(true)
})
