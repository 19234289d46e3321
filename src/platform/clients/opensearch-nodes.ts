import { ConnectionPool, Transport } from '@opensearch-project/opensearch'
import type {
  ApiError,
  ApiResponse,
  TransportRequestCallback,
  TransportRequestOptions,
  TransportRequestParams,
  TransportRequestPromise,
} from '@opensearch-project/opensearch/lib/Transport.js'

// A restarted node takes some 15 s. Asking it costs nothing but a HEAD request.
const ASK_AGAIN_MS = 5_000
const ASK_TIMEOUT_MS = 3_000

/**
 * The nodes of a cluster. Requests go in turn to those that work. A node that failed gets no
 * request until it answers a check of its own, one at a time and 5 s apart at least.
 *
 * The client's own checks are not used: they start a minute after the failure and end up half an
 * hour apart, each request starts another while one waits, and each keeps its socket for ever.
 */
export class NodePool extends ConnectionPool {
  override resurrectTimeout = ASK_AGAIN_MS
  override resurrectTimeoutCutoff = 0

  /** Called before each request. */
  override resurrect(): void {
    const node = this.connections.find(({ id }) => id === this.dead[0])
    if (node === undefined || Date.now() < node.resurrectTimeout) return
    // Not due again until its answer marks it alive or dead.
    node.resurrectTimeout = Number.POSITIVE_INFINITY
    const question = { method: 'HEAD', path: '/', timeout: ASK_TIMEOUT_MS }
    node.request(question, (_, response) => {
      // The socket is free for the next request only when the answer has been read.
      response?.resume()
      const status = response?.statusCode ?? 503
      if (status < 500) this.markAlive(node)
      else this.markDead(node)
    })
  }
}

// Sent twice, these leave what one of them leaves. Bulks are among them since each of our documents
// has an id of its own.
const REPEATABLE = /\/_(bulk|count|flush|mapping|msearch|refresh|search|settings)(\/|$)/

const isRepeatable = ({ method, path }: TransportRequestParams): boolean =>
  method === 'GET' || method === 'HEAD' || REPEATABLE.test(path)

/**
 * Sends once what may not be repeated. When the answer to an index creation or an alias switch is
 * lost, it may have been done, and a second one would be refused although the first succeeded.
 */
export class CarefulTransport extends Transport {
  override request(
    params: TransportRequestParams,
    options?: TransportRequestOptions,
  ): TransportRequestPromise<ApiResponse>
  override request(
    params: TransportRequestParams,
    options?: TransportRequestOptions,
    callback?: (error: ApiError, result: ApiResponse) => void,
  ): TransportRequestCallback
  override request(
    params: TransportRequestParams,
    options: TransportRequestOptions = {},
    callback?: (error: ApiError, result: ApiResponse) => void,
  ): TransportRequestPromise<ApiResponse> | TransportRequestCallback {
    const careful = isRepeatable(params) ? options : { ...options, maxRetries: 0 }
    return super.request(params, careful, callback)
  }
}
