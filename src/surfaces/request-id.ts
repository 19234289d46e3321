import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { maskKeys } from '../logging.ts'

// Letters, digits and the separators ids are made of: nothing that could break a log line.
const SANE = /^[A-Za-z0-9._:-]{1,128}$/

/** The client's `X-Request-Id` when it is a sane token and no API key, else a new one. */
export function toRequestId(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && SANE.test(given) && maskKeys(given) === given
    ? given
    : randomUUID()
}
