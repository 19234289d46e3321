import type { Server } from 'node:net'
import type { Config } from './config.ts'

/** Returns a server's address, `http://127.0.0.1:8080`, or the configured one until it listens. */
export function listeningAddress(
  server: Server,
  { host = '127.0.0.1', port = 8080 }: Partial<Pick<Config, 'host' | 'port'>>,
): string {
  const bound = server.address()
  const own = bound !== null && typeof bound === 'object' ? bound : { address: host, port }
  // People and curl cannot open "every address", but this machine's own address is one of them.
  const isEvery = own.address === '0.0.0.0' || own.address === '::'
  const name = isEvery ? '127.0.0.1' : own.address
  return `http://${name.includes(':') ? `[${name}]` : name}:${own.port}`
}

/** Returns the beginning of addresses that people and programs copy: PUBLIC_URL if it is set. */
export const originOf = (
  server: Server,
  config: Partial<Pick<Config, 'publicUrl' | 'host' | 'port'>>,
): string => config.publicUrl?.replace(/\/$/, '') ?? listeningAddress(server, config)
