import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { TSX } from '#src/platform/engines/tsx.ts'

const MODULE = new URL('../../../indexer/commands/progress.ts', import.meta.url).href

/** Returns the output and exit of a process when a signal reaches it under this script. */
async function interrupt(script: string, signal: NodeJS.Signals) {
  const source = `import { sayWhenInterrupted } from ${JSON.stringify(MODULE)}
    setInterval(() => {}, 1_000)
    ${script}
    console.log('ready')`
  const child = spawn(process.execPath, [...TSX, '--input-type=module', '-e', source])
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += chunk
  })
  await once(child.stdout, 'data')
  const closed = once(child, 'close')
  child.kill(signal)
  const [, endedBy] = await closed
  return { said, endedBy }
}

test.each<[signal: NodeJS.Signals, script: string, said: string]>([
  ['SIGINT', "sayWhenInterrupted(process.stderr, 'Stopped.')", '\nStopped.\n'],
  ['SIGTERM', "sayWhenInterrupted(process.stderr, 'Stopped.')", '\nStopped.\n'],
  ['SIGHUP', "sayWhenInterrupted(process.stderr, 'Stopped.')", '\nStopped.\n'],
  // A terminal shows its cursor again.
  [
    'SIGINT',
    "process.stderr.isTTY = true; sayWhenInterrupted(process.stderr, 'Stopped.')",
    '\u001b[?25h\nStopped.\n',
  ],
  // The work is done.
  ['SIGINT', "sayWhenInterrupted(process.stderr, 'Stopped.')()", ''],
])('%s ends the process as usual: %s', async (signal, script, said) => {
  expect(await interrupt(script, signal)).toEqual({ said, endedBy: signal })
})
