import { type Config, splitAddresses, withoutPassword } from '../config.ts'
import { ApiError, OperatorError } from '../errors.ts'
import { createOpenSearch } from './opensearch.ts'

type Info = { cluster_uuid?: string; version?: { distribution?: string; number?: string } }

// The mapping and the hybrid queries need this version, which the embedded engine has.
const OLDEST_MAJOR = 3
// A running server responds at once; a firewall that drops packets never does.
const TIMEOUT_MS = 5_000

/**
 * Asks each server of OPENSEARCH_URL, if set, for its name and version. Returns a warning for each
 * server that does not respond while another does. Throws OperatorError if no server responds, if
 * one is not OpenSearch 3 or newer, or if they belong to different clusters.
 */
export async function checkOpenSearch({ opensearch }: Config): Promise<string[]> {
  const { url, ca } = opensearch
  if (url === undefined) return []
  const addresses = splitAddresses(url)
  const answers = await Promise.all(addresses.map((address) => ask(address, ca)))
  const faults = answers.filter((answer) => answer instanceof OperatorError)
  const warnings = faults.map(({ message }) => message)
  if (faults.length === addresses.length) {
    throw new OperatorError(warnings.join('\n'), { cause: faults[0] })
  }
  const clusters = answers.map((answer) => 'cluster_uuid' in answer && answer.cluster_uuid)
  // A node that has not yet joined its cluster returns "_na_".
  if (new Set(clusters.filter((id) => id && id !== '_na_')).size > 1) {
    throw new OperatorError(
      'OPENSEARCH_URL lists servers from different clusters. List the nodes of one cluster.',
    )
  }
  return warnings
}

/** Returns a server's information, or why it does not respond. Throws OperatorError as above. */
async function ask(url: string, ca: string | undefined): Promise<Info | OperatorError> {
  const shown = withoutPassword(url)
  const client = createOpenSearch({ url, ca, requestTimeoutMs: TIMEOUT_MS })
  try {
    const info = await client.run<Info>((own) =>
      own.transport.request({ method: 'GET', path: '/' }),
    )
    const fault = faultOf(info)
    if (fault === undefined) return info
    throw new OperatorError(
      `OPENSEARCH_URL points to ${shown}, ${fault}. Set it to a server with OpenSearch ${OLDEST_MAJOR} or later, or unset it to use the embedded server.`,
    )
  } catch (cause) {
    if (cause instanceof OperatorError) throw cause
    return unanswered(shown, cause)
  } finally {
    await client.close()
  }
}

// A web server returns a page, which is a string here; Elasticsearch has no distribution.
function faultOf(info: Info): string | undefined {
  const { distribution, number = '' } = info?.version ?? {}
  if (distribution !== 'opensearch') return 'which is not an OpenSearch server'
  const isOld = Number.parseInt(number, 10) < OLDEST_MAJOR
  return isOld ? `which is OpenSearch ${number}` : undefined
}

function unanswered(shown: string, error: unknown): OperatorError {
  const cause = error instanceof ApiError ? error.details.cause : error
  const reason = cause instanceof Error ? cause.message.split('\n')[0] : String(cause)
  return new OperatorError(
    `The server ${shown} in OPENSEARCH_URL did not respond as an OpenSearch server ("${reason}"). Start it, or correct the address, its user and password, or OPENSEARCH_CA_FILE.`,
    { cause: error },
  )
}
