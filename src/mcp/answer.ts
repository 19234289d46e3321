import type { ServerResponse } from 'node:http'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { withResolvers } from '#src/domain/es2024.ts'
import { ApiError } from '../platform/errors.ts'
import { createServer, type Kit } from './server.ts'

/** A request for the transport, which needs no other headers. */
export type Sent = {
  messages: unknown
  contentType: string | undefined
  protocolVersion: string | undefined
}

/**
 * Returns the answer to one request's messages as JSON, or status 499 (for the log) if the client
 * disconnects. Rejects with ApiError SearchUnavailable after `longestMs`.
 */
export async function answerMessages(
  kit: Kit,
  sent: Sent,
  { raw, longestMs }: { raw: ServerResponse; longestMs: number },
): Promise<Answered> {
  if (raw.destroyed) return LEFT
  const mcp = createServer(kit)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await mcp.connect(transport)
  const over = withResolvers<Answered>()
  const timeout = setTimeout(() => over.reject(tooLong()), longestMs)
  const leave = () => over.resolve(LEFT)
  raw.once('close', leave)
  try {
    const handled = transport.handleRequest(toRequest(sent), { parsedBody: sent.messages })
    return await Promise.race([handled.then(readAnswered), over.promise])
  } finally {
    clearTimeout(timeout)
    raw.off('close', leave)
    // Ends calls that are still running.
    await mcp.close()
  }
}

type Answered = { status: number; body: string }

const readAnswered = async (response: Response): Promise<Answered> => ({
  status: response.status,
  body: await response.text(),
})

/** The status proxies log for a client that disconnected. */
export const LEFT: Answered = { status: 499, body: '' }

const tooLong = (): ApiError =>
  new ApiError('SearchUnavailable', {
    message: 'The calls of this request took too long together; send fewer at once.',
    retryAfterSeconds: 5,
  })

// The transport needs an address but reads only headers.
function toRequest({ contentType, protocolVersion }: Sent): Request {
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      // Answers are always JSON, so the client's Accept header does not matter.
      accept: 'application/json, text/event-stream',
      ...(contentType !== undefined && { 'content-type': contentType }),
      ...(protocolVersion !== undefined && { 'mcp-protocol-version': protocolVersion }),
    },
  })
}
