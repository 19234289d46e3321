import { setFlagsFromString } from 'node:v8'
import { ApiError, OperatorError } from '../errors.ts'

/**
 * Runs a command's body; an OperatorError, or a server that is away, is printed as a sentence,
 * anything else with its stack, and all exit with 1. A command started by another of ours ends
 * with it.
 */
export async function runCommand(body: () => Promise<void>): Promise<void> {
  endWithParent()
  // Node strips types by WebAssembly in each thread, and V8 may abort when it frees such code
  // (nodejs/node#64500).
  setFlagsFromString('--no-wasm-code-gc')
  try {
    await body()
  } catch (error) {
    console.error(toSentence(error) ?? error)
    // At once: what still waits for a server that is away may wait for minutes.
    process.exit(1)
  }
}

// The kernel closes the channel with the parent, `kill -9` included. Every command can be killed
// at any moment, so it is: `process.exit` waits for threads, and one that loads the model may
// never end then.
function endWithParent(): void {
  if (process.connected === undefined) return
  // Closed while this process was still loading: nothing tells it any more.
  if (!process.connected) process.exit(1)
  process.once('disconnect', () => process.kill(process.pid, 'SIGKILL'))
  process.channel?.unref()
}

function toSentence(error: unknown): string | undefined {
  if (error instanceof OperatorError) return error.message
  if (!(error instanceof ApiError) || error.status !== 503) return undefined
  const { cause } = error.details
  if (cause instanceof Error && /No space left on device/.test(cause.message)) {
    return `The disk of the store is full (${cause.message.split('\n')[0]}); free some space and run the same command again, it goes on from here.`
  }
  const reason = cause instanceof Error ? cause.message.split('\n')[0] : ''
  return reason ? `${error.message} The reason given was "${reason}".` : error.message
}
