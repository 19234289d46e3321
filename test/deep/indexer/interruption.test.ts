import { expect, test } from 'vitest'
import { meanwhile, startCommand } from '#test/world/command.ts'

const MODULE = new URL('../../../indexer/commands/progress.ts', import.meta.url).href

/** Returns the output and exit of a process when a signal reaches it under this script. */
async function interrupt(script: string, signal: NodeJS.Signals) {
  const source = `import { sayWhenInterrupted } from ${JSON.stringify(MODULE)}
    setInterval(() => {}, 1_000)
    ${script}
    console.log('ready')`
  const command = startCommand(process.env, '--input-type=module', ['-e', source])
  await meanwhile(command, () => command.said() !== '')
  command.child.kill(signal)
  await command.ended
  return { said: command.said(), endedBy: command.child.signalCode }
}

const SAYS = "sayWhenInterrupted(process.stderr, 'Stopped.')"

test.each<[signal: NodeJS.Signals, script: string, said: string]>([
  ['SIGINT', SAYS, '\nStopped.\n'],
  ['SIGTERM', SAYS, '\nStopped.\n'],
  ['SIGHUP', SAYS, '\nStopped.\n'],
  // The work is done.
  ['SIGINT', `${SAYS}()`, ''],
])('%s ends the process as usual: %s', async (signal, script, said) => {
  expect(await interrupt(script, signal)).toEqual({ said: `ready\n${said}`, endedBy: signal })
})
