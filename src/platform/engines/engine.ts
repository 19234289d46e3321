import { createServer } from 'node:net'
import { OperatorError } from '../errors.ts'
import type { EngineProcess } from './process.ts'

/** A running engine. */
export type Engine = { url: string; port: number; process: EngineProcess }

/** The paths of one data folder. */
export type Folders = {
  dataDir: string
  logs: string
  postgres: string
  postgresPassword: string
  opensearch: string
}

/** Returns a loopback port that was free a moment ago. */
export const findFreePort = (): Promise<number> => probe(0)

/** Throws OperatorError if another program listens on the port that an engine's clients use. */
export async function requireFreePort(name: string, port: number): Promise<void> {
  try {
    await probe(port)
  } catch (cause) {
    throw new OperatorError(
      `Running programs expect ${name} on port ${port}, but an unrelated program uses that port. End the unrelated program, or restart the service to use a different port.`,
      { cause },
    )
  }
}

function probe(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
