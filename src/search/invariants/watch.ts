import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { checkInvariants, type InvariantDeps } from './check.ts'

type Deps = Omit<InvariantDeps, 'signal'>

/**
 * Adds the outcome of the last check of the live index to `/metrics`, which has none before the first.
 * Returns the check, which logs what fails and never throws; a check that ends early changes nothing.
 */
export function measureInvariants(
  app: FastifyInstance,
  deps: Deps,
): (signal: AbortSignal) => Promise<void> {
  const { client } = app.metrics
  const registers = [client.register]
  const outcomes = new client.Gauge({
    name: 'search_invariants',
    help: 'Checks of the live index by outcome: passed, failed (the log says which), or skipped (they do not apply to this store).',
    labelNames: ['outcome'],
    registers,
  })
  const checkedAt = new client.Gauge({
    name: 'search_invariants_checked_timestamp_seconds',
    help: 'Unix time at which the last check of the live index ended.',
    registers,
  })
  checkedAt.remove()
  return async (signal) => {
    try {
      const { passed, skipped, failures } = await checkInvariants({ ...deps, signal })
      for (const [outcome, count] of Object.entries({ passed, skipped, failed: failures.length })) {
        outcomes.set({ outcome }, count)
      }
      checkedAt.setToCurrentTime()
      if (failures.length > 0) app.log.warn({ failures }, 'the live index fails checks')
    } catch (err) {
      app.log.info({ err }, 'could not check the live index; retries in an hour')
    }
  }
}

const HOUR_MS = 3_600_000
// Long enough for a busy engine, and far from the next check.
const LIMIT_MS = 300_000

/** Runs a check some minutes after the service starts and then every hour, until it stops. */
export function repeatHourly(
  app: FastifyInstance,
  check: (signal: AbortSignal) => Promise<void>,
): void {
  const stop = new AbortController()
  app.addHook('onClose', async () => stop.abort())
  const repeat = async () => {
    // Several processes start together, but should not check together.
    let wait = HOUR_MS * (0.02 + 0.05 * Math.random())
    while (!stop.signal.aborted) {
      await delay(wait, undefined, { signal: stop.signal, ref: false })
      await check(AbortSignal.any([stop.signal, AbortSignal.timeout(LIMIT_MS)]))
      wait = HOUR_MS * (0.9 + 0.2 * Math.random())
    }
  }
  app.addHook('onListen', async () => {
    repeat().catch(() => undefined)
  })
}
