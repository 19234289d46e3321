import type { ServerResponse } from 'node:http'
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js'
import { ApiError } from '../../errors.ts'
import { createServer, type Kit } from './server.ts'

/** A request as the transport is to see it; it needs no other headers. */
export type Sent = {
  messages: unknown
  contentType: string | undefined
  protocolVersion: string | undefined
}

/**
 * The answer to one request's messages, as JSON. Work ends when the client leaves, which is no
 * failure of ours: 499 then, that nobody reads but the log; or when `longestMs` have passed:
 * rejects with ApiError SearchUnavailable.
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
  const over = Promise.withResolvers<Answered>()
  const patience = setTimeout(() => over.reject(tooLong()), longestMs)
  const leave = () => over.resolve(LEFT)
  raw.once('close', leave)
  try {
    const handled = transport.handleRequest(toRequest(sent), { parsedBody: sent.messages })
    return await Promise.race([handled.then(readAnswered), over.promise])
  } finally {
    clearTimeout(patience)
    raw.off('close', leave)
    // Ends what is still under way for it.
    await mcp.close()
  }
}

type Answered = { status: number; body: string }

const readAnswered = async (response: Response): Promise<Answered> => ({
  status: response.status,
  body: await response.text(),
})

/** As proxies log a client that has closed its connection. */
export const LEFT: Answered = { status: 499, body: '' }

const tooLong = (): ApiError =>
  new ApiError('SearchUnavailable', {
    message: 'The calls of this request took too long together; send fewer at once.',
    retryAfterSeconds: 5,
  })

// The transport reads headers alone; the address is for its own records.
function toRequest({ contentType, protocolVersion }: Sent): Request {
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      // Answers are JSON whatever a client would rather have, so that its Accept is not looked at.
      accept: 'application/json, text/event-stream',
      ...(contentType !== undefined && { 'content-type': contentType }),
      ...(protocolVersion !== undefined && { 'mcp-protocol-version': protocolVersion }),
    },
  })
}
