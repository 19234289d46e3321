import { setTimeout as sleep } from 'node:timers/promises'
import { describeFailedStart, openBackOff } from './back-off.ts'
import type { OnEngineProgress } from './progress.ts'
import {
  type Connection,
  connectToSupervisor,
  type EngineEvent,
  type Order,
} from './supervisor-client.ts'

/** A loss or recovery of an engine or the supervisor while a lease is held. */
export type LeaseEvent = Pick<EngineEvent, 'state' | 'sentence' | 'retryMs'> & {
  part: EngineEvent['part'] | 'supervisor'
}

type HeldEngines = Pick<Connection, 'opensearchUrl' | 'databaseUrl' | 'away'> & {
  release(): Promise<void>
}

/**
 * Holds engines until they are released. When the supervisor ends, connects again, which starts
 * another supervisor, and requests the same ports, with backoff and without end. Throws
 * OperatorError if the engines do not start the first time.
 */
export async function holdEngines(
  dataDir: string,
  order: Order,
  onProgress: OnEngineProgress,
  onEvent: (event: LeaseEvent) => void,
): Promise<HeldEngines> {
  const released = new AbortController()
  const backOff = openBackOff()
  const lose = (event: Pick<LeaseEvent, 'sentence' | 'retryMs'>) =>
    onEvent({ part: 'supervisor', state: 'lost', ...event })
  const connect = (placed: Order, listener: OnEngineProgress) =>
    connectToSupervisor(dataDir, placed, { onProgress: listener, onEvent }, released.signal)

  const first = await connect(order, onProgress)
  let connection = first
  void keep().catch((error: unknown) => {
    if (!released.signal.aborted) throw error
  })

  async function keep(): Promise<void> {
    for (;;) {
      const connectedAt = Date.now()
      const why = await connection.ended
      released.signal.throwIfAborted()
      connection = await connectAgain(why, Date.now() - connectedAt)
      const other = describeOther(first, connection)
      if (other === undefined) {
        const sentence = "The engines' supervisor is running again, and all engines have started."
        onEvent({ part: 'supervisor', state: 'recovered', sentence })
      } else lose({ sentence: other })
    }
  }

  async function connectAgain(why: string, ranMs: number): Promise<Connection> {
    for (let [sentence, ran] = [why, ranMs]; ; ran = 0) {
      const retryMs = backOff.nextDelay(ran)
      lose({ sentence, retryMs })
      await sleep(retryMs, undefined, { signal: released.signal, ref: false })
      try {
        return await connect(withPorts(order, first), () => {})
      } catch (error) {
        released.signal.throwIfAborted()
        sentence = describeFailedStart("The engines' supervisor", error)
      }
    }
  }

  return {
    opensearchUrl: first.opensearchUrl,
    databaseUrl: first.databaseUrl,
    away: first.away,
    release: async () => {
      released.abort()
      await connection.end()
    },
  }
}

type Urls = Pick<Connection, 'opensearchUrl' | 'databaseUrl'>
const portOf = (url: string | undefined) => (url ? Number(new URL(url).port) : undefined)

/** Returns the order for a program whose clients already use these addresses. */
const withPorts = ({ opensearch, postgres, ...rest }: Order, urls: Urls): Order => ({
  ...rest,
  ...(opensearch && { opensearch: { ...opensearch, port: portOf(urls.opensearchUrl) } }),
  ...(postgres && { postgres: { ...postgres, port: portOf(urls.databaseUrl) } }),
})

function describeOther(old: Urls, now: Urls): string | undefined {
  const names = { opensearchUrl: 'OpenSearch', databaseUrl: 'Postgres' } as const
  for (const key of ['opensearchUrl', 'databaseUrl'] as const) {
    if (old[key] === now[key]) continue
    return `${names[key]} now listens on port ${portOf(now[key])}, but this program uses port ${portOf(old[key])}: another command started it first. Start this program again.`
  }
  return undefined
}
