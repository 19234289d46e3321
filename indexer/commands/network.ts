import { wrap } from '#src/cli/break-lines.ts'
import { countOf } from '#src/domain/money.ts'
import { MATCH_METHODS } from '#src/domain/network.ts'
import type { NetworkProgress, NetworkResult } from '../network/run.ts'
import { count, showSteps, type Wording } from './progress.ts'

/**
 * Describes what a run resolved, in lines of at most 80 columns: rows by the method that matched
 * their recipient. Undefined when no row was due.
 */
export function describeNetwork({ rows, methods, changed }: NetworkResult): string | undefined {
  if (rows === 0 && changed === 0) return undefined
  const found = MATCH_METHODS.filter((method) => methods[method] > 0).map(
    (method) => `${method} ${count(methods[method])}`,
  )
  const how = found.length > 0 ? ` (${found.join(', ')})` : ''
  return wrap(
    `Network: ${countOf(rows, 'row')} resolved${how}; ${countOf(changed, 'organization')} changed.`,
  )
}

const WORDING: Wording<NetworkProgress> = {
  interrupted: 'Stopped. To continue, run npm run refresh.',
  line: ({ step, done, total }) =>
    step === 'keys'
      ? 'Reading organization names for the network.'
      : `Resolved ${count(done)} of ${count(total)} network rows`,
}

/** Shows the progress of a run, starting with the first update. */
export function showNetworkProgress(stream: NodeJS.WriteStream = process.stderr) {
  let shown: ReturnType<typeof showSteps<NetworkProgress>> | undefined
  return {
    update(progress: NetworkProgress): void {
      shown ??= showSteps(WORDING, stream)
      shown.update(progress)
    },
    stop: () => shown?.stop(),
  }
}
