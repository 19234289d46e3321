import { ConnectionPool, Transport } from '@opensearch-project/opensearch'

type Request = Parameters<Transport['request']>

// A restarted node takes about 15 s. A check is only a HEAD request.
const ASK_AGAIN_MS = 5_000
const ASK_TIMEOUT_MS = 3_000

/**
 * The nodes of a cluster. Requests rotate among working nodes. A failed node gets no request until
 * it responds to a check. Checks run one at a time and at least 5 s apart.
 *
 * The client's own checks start a minute after the failure, end up half an hour apart, start over
 * with each request, and keep their sockets forever.
 */
export class NodePool extends ConnectionPool {
  override resurrectTimeout = ASK_AGAIN_MS
  override resurrectTimeoutCutoff = 0

  /** Called before each request. */
  override resurrect(): void {
    const node = this.connections.find(({ id }) => id === this.dead[0])
    if (node === undefined || Date.now() < node.resurrectTimeout) return
    // Not due again until the response marks it alive or dead.
    node.resurrectTimeout = Number.POSITIVE_INFINITY
    const question = { method: 'HEAD', path: '/', timeout: ASK_TIMEOUT_MS }
    node.request(question, (_, response) => {
      // The socket is free again only after the response has been read.
      response?.resume()
      const status = response?.statusCode ?? 503
      if (status < 500) this.markAlive(node)
      else this.markDead(node)
    })
  }
}

// Repeating these changes nothing. Bulk requests are included because each document has its own id.
const REPEATABLE = /\/_(bulk|count|flush|mapping|msearch|refresh|search|settings)(\/|$)/

const isRepeatable = ({ method, path }: Request[0]): boolean =>
  method === 'GET' || method === 'HEAD' || REPEATABLE.test(path)

/**
 * Sends a request only once if it must not be repeated. If the response to an index creation or
 * alias switch is lost, the request may have succeeded, and a second one would be rejected.
 */
export class CarefulTransport extends Transport {
  // The base class has two signatures, whose return types `never` fits.
  override request(...[params, options = {}, callback]: Request): never {
    const careful = isRepeatable(params) ? options : { ...options, maxRetries: 0 }
    return super.request(params, careful, callback) as never
  }
}
