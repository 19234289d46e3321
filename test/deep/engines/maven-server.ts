import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '#src/platform/config.ts'
import { serveHere } from '#test/world/here.ts'

/** How a request is answered: whole, cut in the middle, altered, without ranges, or 404. */
export type Manner = 'whole' | 'cut' | 'altered' | 'no-ranges' | 'missing' | 'slow'

export type MavenServer = Awaited<ReturnType<typeof startMavenServer>>

/**
 * A Maven repository of one file on loopback. Each request uses the next of `manners`, and the last
 * one repeats; `requests` lists what was requested: the range, or "all".
 */
export async function startMavenServer(body: Buffer, manners: Manner[]) {
  const requests: string[] = []
  const url = await serveHere((request, response) => {
    requests.push(request.headers.range ?? 'all')
    answer(request, response, body, manners[requests.length - 1] ?? manners.at(-1) ?? 'whole')
  })
  return { url, requests }
}

function answer(
  request: IncomingMessage,
  response: ServerResponse,
  body: Buffer,
  manner: Manner,
): void {
  if (manner === 'missing') return void response.writeHead(404).end()
  const asked = manner === 'no-ranges' ? undefined : request.headers.range
  const start = Number(/^bytes=(\d+)-/.exec(asked ?? '')?.[1] ?? 0)
  const rest = body.subarray(start)
  response.writeHead(asked === undefined ? 200 : 206, {
    'content-length': rest.length,
    ...(asked && { 'content-range': `bytes ${start}-${body.length - 1}/${body.length}` }),
  })
  if (manner === 'cut') {
    response.write(rest.subarray(0, Math.ceil(rest.length / 2)), () => response.destroy())
  } else if (manner === 'altered') response.end(Buffer.alloc(rest.length, 'x'))
  else if (manner === 'slow') setTimeout(() => response.end(rest), 1_000)
  else response.end(rest)
}

/** The configuration with that server as the mirror. */
export const withMirror = (config: Config, { url }: MavenServer): Config => ({
  ...config,
  mavenMirror: url,
})
