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

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  '%s prints the sentence and ends the process as usual',
  async (signal) => {
    const script = "sayWhenInterrupted(process.stderr, 'Stopped.')"
    expect(await interrupt(script, signal)).toEqual({ said: '\nStopped.\n', endedBy: signal })
  },
)

test('on a terminal the cursor is shown again', async () => {
  const script = `process.stderr.isTTY = true
    sayWhenInterrupted(process.stderr, 'Stopped.')`
  expect((await interrupt(script, 'SIGINT')).said).toBe('\u001b[?25h\nStopped.\n')
})

test('nothing is printed once the work is done', async () => {
  const script = "sayWhenInterrupted(process.stderr, 'Stopped.')()"
  expect(await interrupt(script, 'SIGINT')).toEqual({ said: '', endedBy: 'SIGINT' })
})
