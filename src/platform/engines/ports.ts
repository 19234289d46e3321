import { createServer } from 'node:net'
import { OperatorError } from '../errors.ts'

/** Returns a loopback port that was free a moment ago. */
export const findFreePort = (): Promise<number> => probe(0)

/** Throws OperatorError when another program listens on the port of an engine's clients. */
export async function requireFreePort(name: string, port: number): Promise<void> {
  try {
    await probe(port)
  } catch (cause) {
    throw new OperatorError(
      `Port ${port}, which running programs use for ${name}, is taken by another program. End that program, or restart the service to use another port.`,
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
