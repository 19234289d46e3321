/**
 * A command that holds a lease, for the tests to kill: prints its lease and each event as a line of
 * JSON, and releases it at the end of its input. Arguments: the engines' names.
 */
import { readConfig } from '#src/platform/config.ts'
import { leaseEngines } from '#src/platform/engines/lease.ts'
import type { EngineName } from '#src/platform/engines/state.ts'
import { OperatorError } from '#src/platform/errors.ts'

const say = (line: object) => console.log(JSON.stringify(line))
const needs = process.argv.slice(2).filter((name): name is EngineName => name !== '')

try {
  const lease = await leaseEngines(readConfig(), needs, undefined, { durable: false, onEvent: say })
  say({ opensearchUrl: lease.opensearchUrl, databaseUrl: lease.databaseUrl })
  process.stdin.resume().on('end', async () => {
    await lease.release()
    process.exit(0)
  })
} catch (error) {
  if (!(error instanceof OperatorError)) throw error
  say({ failed: error.message })
}
