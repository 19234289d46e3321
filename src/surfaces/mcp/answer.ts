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
 * The answer to one request's messages, as JSON. Work ends when the client leaves or `longestMs`
 * have passed; rejects with ApiError SearchUnavailable then.
 */
export async function answerMessages(
  kit: Kit,
  sent: Sent,
  { raw, longestMs }: { raw: ServerResponse; longestMs: number },
): Promise<{ status: number; body: string }> {
  const mcp = createServer(kit)
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await mcp.connect(transport)
  const over = Promise.withResolvers<never>()
  const end = () => over.reject(tooLong())
  const patience = setTimeout(end, longestMs)
  raw.once('close', end)
  try {
    const handled = transport.handleRequest(toRequest(sent), { parsedBody: sent.messages })
    const response = await Promise.race([handled, over.promise])
    return { status: response.status, body: await response.text() }
  } finally {
    clearTimeout(patience)
    raw.off('close', end)
    // Ends what is still under way for it.
    await mcp.close()
  }
}

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
