import type { Command, Help } from 'commander'
import { ApiError, OperatorError } from '../platform/errors.ts'

/**
 * Runs a command's body. An OperatorError or an unavailable server is printed as a sentence, any
 * other error with its stack; either way, the process exits with 1. A command started by another
 * command ends with it.
 */
export async function runCommand(body: () => Promise<void>): Promise<void> {
  endWithParent()
  try {
    await body()
  } catch (error) {
    console.error(toSentence(error) ?? error)
    // Exit now, because pending work may wait minutes for an unavailable server.
    process.exit(1)
  }
}

/** Runs a program with the process's arguments, as `runCommand` does. */
export const runProgram = (program: Command): Promise<void> =>
  runCommand(async () => {
    await program.parseAsync()
  })

// The kernel closes the channel when the parent ends, even by `kill -9`. Commands can be killed at any
// moment. `process.exit` would wait for threads, and a thread that loads the model may never end.
function endWithParent(): void {
  if (process.connected === undefined) return
  // The channel closed while this process was loading, so there will be no event.
  if (!process.connected) process.exit(1)
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.channel?.unref()
}

function toSentence(error: unknown): string | undefined {
  if (error instanceof OperatorError) return error.message
  if (!(error instanceof ApiError) || error.status !== 503) return undefined
  const { cause } = error.details
  if (cause instanceof Error && /No space left on device/.test(cause.message)) {
    return `The store's disk is full (${cause.message.split('\n')[0]}). Free some space and run the same command again; it continues from here.`
  }
  const reason = cause instanceof Error ? cause.message.split('\n')[0] : ''
  return reason ? `${error.message} Cause: "${reason}".` : error.message
}

/** Shows a command in its help as people type it; npm needs `--` before options. */
export const asTyped: Partial<Help> = {
  commandUsage: (command) => {
    const [script, ...rest] = namesOf(command)
    if (script === undefined) return 'npm run <command> -- [options]'
    return ['npm run', script, '--', ...rest, command.usage()].join(' ')
  },
}

// `indexer` itself is not a script, but its commands are.
const namesOf = (command: Command): string[] => [
  ...(command.parent ? namesOf(command.parent) : []),
  ...(command.name() === 'indexer' ? [] : [command.name()]),
]
