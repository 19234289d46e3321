import { ErrorCode } from '@modelcontextprotocol/sdk/types.js'

/**
 * The maximum number of messages in one request; the newest protocol version sends one, older ones
 * send lists. More calls at once would use up other clients' slots.
 */
const MAX_MESSAGES = 10

/** Error code for requests rejected before a message is read; outside the JSON-RPC range. */
export const REFUSED = -32_000

/** A JSON-RPC error without a message id. */
export const rpcError = (code: number, message: string, data?: object): string =>
  JSON.stringify({ jsonrpc: '2.0', id: null, error: { code, message, ...(data && { data }) } })

/** Thrown for a body without acceptable messages; `body` is the response. */
export class UnreadableMessages extends Error {
  readonly body: string
  constructor(code: number, message: string) {
    super(message)
    this.body = rpcError(code, message)
  }
}

/** Returns the messages of a body. Throws UnreadableMessages. */
export function readMessages(body: string): unknown {
  const messages = parse(body)
  if (!Array.isArray(messages)) return messages
  if (messages.length === 0 || messages.length > MAX_MESSAGES) {
    throw new UnreadableMessages(
      ErrorCode.InvalidRequest,
      `Expected 1 to ${MAX_MESSAGES} messages in a request; got ${messages.length}.`,
    )
  }
  const again = messages.map(methodOf).find((method, at, all) => isRepeatedList(method, at, all))
  if (again !== undefined) {
    throw new UnreadableMessages(
      ErrorCode.InvalidRequest,
      `Send ${again} only once per request. Its result does not change.`,
    )
  }
  // If a list has a call and its cancellation, the transport waits for the call forever.
  return messages.filter((message) => !isCancellation(message))
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    throw new UnreadableMessages(
      ErrorCode.ParseError,
      'The body is not valid JSON. Send a JSON-RPC message.',
    )
  }
}

const methodOf = (message: unknown): unknown => (message as { method?: unknown } | null)?.method

const isCancellation = (message: unknown): boolean =>
  methodOf(message) === 'notifications/cancelled'

// The list of tools is 40 KB: ten of them would return 400 KB for a request of a few bytes.
const isRepeatedList = (method: unknown, at: number, all: readonly unknown[]): boolean =>
  typeof method === 'string' && method.endsWith('/list') && all.indexOf(method) < at
