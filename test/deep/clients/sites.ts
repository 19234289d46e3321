import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import {
  type AddressInfo,
  createServer as createRawServer,
  type Server,
  type Socket,
} from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Network } from '#src/platform/clients/guarded-network.ts'

/** A stand-in for a public address, and one for an address in the machine's own network. */
export const PUBLIC = '127.0.0.1'
export const PRIVATE = '127.0.0.2'

/** `hits` has "host path" for each request, or "connection" if requests are not parsed. */
export type Site = { port: number; hits: string[]; close(): Promise<void> }

type Place = { address?: string; port?: number; identity?: Identity | undefined }

/** A web server on loopback for all hosts of a test, with TLS if it has an identity. */
export function startSite(answer: RequestListener, place: Place = {}): Promise<Site> {
  const hits: string[] = []
  const listener: RequestListener = (request, response) => {
    hits.push(`${request.headers.host} ${request.url}`)
    answer(request, response)
  }
  const { address = PUBLIC, port = 0, identity } = place
  const server = identity ? createTlsServer(identity, listener) : createServer(listener)
  return listen(server, hits, address, port)
}

/** A server that sends any bytes, for responses that no HTTP library would send. */
export function startRawSite(answer: (socket: Socket) => void): Promise<Site> {
  const hits: string[] = []
  const open = new Set<Socket>()
  const server = createRawServer((socket) => {
    hits.push('connection')
    open.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => answer(socket))
  })
  const closeAllConnections = () => {
    for (const socket of open) socket.destroy()
  }
  return listen(Object.assign(server, { closeAllConnections }), hits, PUBLIC, 0)
}

type Closable = Pick<Server, 'listen' | 'address' | 'close'> & { closeAllConnections(): void }

async function listen(server: Closable, hits: string[], host: string, at: number): Promise<Site> {
  await new Promise<void>((resolve) => server.listen(at, host, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    hits,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/**
 * A network on loopback: hosts are at PUBLIC unless `hosts` says otherwise, with one result for
 * each lookup. PUBLIC counts as public; all other addresses are judged as in production.
 */
export function loopback(
  { http, https, ca }: { http?: Site; https?: Site; ca?: string },
  allow: Network['allow'],
  hosts: Record<string, string[][]> = {},
): Network & { lookups: string[] } {
  const lookups: string[] = []
  return {
    lookups,
    ports: { 'http:': http?.port ?? 1, 'https:': https?.port ?? 1 },
    ...(ca !== undefined && { ca }),
    allow: (address) => address === PUBLIC || allow(address),
    resolve: async (host) => {
      const answers = hosts[host] ?? [[PUBLIC]]
      const turn = lookups.filter((name) => name === host).length
      lookups.push(host)
      return answers[Math.min(turn, answers.length - 1)] ?? []
    },
  }
}

export type Identity = { key: string; cert: string }

/** A certificate for one name, made by openssl; undefined on machines without it. */
export function makeIdentity(name: string): Identity | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'identity-'))
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const what = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const whose = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  try {
    const out = ['-keyout', key, '-out', cert]
    execFileSync('openssl', ['req', '-x509', ...what, ...whose, ...out], { stdio: 'ignore' })
    return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
  } catch {
    return undefined
  } finally {
    rmSync(folder, { recursive: true })
  }
}
