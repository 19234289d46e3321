import { errors } from 'undici'
import type { AddressFault } from './address-guard.ts'

export type RefusalKind =
  | AddressFault['kind']
  /** No address, or one that is not public. */
  | 'Dns'
  | 'Address'
  | 'Redirect'
  | 'Downgrade'
  | 'Connection'
  | 'Tls'
  | 'Timeout'
  | 'TooLarge'
  | 'Encoding'
  /** Invalid HTTP, or a response that ended early. */
  | 'Protocol'
  /** The caller canceled. */
  | 'Canceled'
  /** By a rule of the caller, such as robots.txt. */
  | 'Disallowed'
  /** The host's rules could not be read, so nothing is allowed for now. */
  | 'RobotsUnread'

/** Thrown inside the guard, which returns it to its caller. */
export class Refused extends Error {
  readonly kind: RefusalKind
  constructor(kind: RefusalKind, reason: string) {
    super(reason)
    this.kind = kind
  }
}

const codeOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}

// undici's codes; HPE_INVALID represents its parser's codes, which are not always present.
const KINDS: [RegExp, RefusalKind, string][] = [
  [/^UND_ERR_HEADERS_OVERFLOW$/, 'TooLarge', 'The headers are too long.'],
  [
    /^UND_ERR_(HEADERS|BODY|CONNECT)_TIMEOUT$|^ETIMEDOUT$/,
    'Timeout',
    'The host stopped responding.',
  ],
  [/^(ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|SELF_SIGNED|DEPTH_ZERO|EPROTO)/, 'Tls', ''],
  [/^(HPE_|UND_ERR_|ERR_HTTP|ERR_INVALID)/, 'Protocol', ''],
]

/** Translates a failure of the socket, TLS, or the parser. */
export function toRefused(error: unknown): Refused {
  if (error instanceof Refused) return error
  // undici wraps the connector's error.
  if (error instanceof Error && error.cause instanceof Refused) return error.cause
  const code = error instanceof errors.HTTPParserError ? 'HPE_INVALID' : codeOf(error)
  const message = error instanceof Error ? error.message : String(error)
  const found = KINDS.find(([pattern]) => pattern.test(code))
  if (found) return new Refused(found[1], found[2] || sentence(found[1], code || message))
  return new Refused('Connection', `The connection failed (${code || message.slice(0, 100)}).`)
}

const sentence = (kind: RefusalKind, cause: string): string =>
  kind === 'Tls'
    ? `The host's certificate is not valid, or the TLS connection failed (${cause.slice(0, 100)}).`
    : `The host sent an invalid HTTP response (${cause.slice(0, 100)}).`
