import { type Config, withoutPassword } from '../config.ts'
import { ApiError, OperatorError } from '../errors.ts'
import { createOpenSearch } from './opensearch.ts'

type Info = { version?: { distribution?: string; number?: string } }

// The mapping and the hybrid queries are written for it; the embedded engine is of this line.
const OLDEST_MAJOR = 3
// A server that is there says its name at once; a firewall that swallows packets never does.
const TIMEOUT_MS = 5_000

/**
 * Asks the server of OPENSEARCH_URL for its name and version; nothing when none is set.
 * Throws OperatorError when it does not answer, is no OpenSearch, or one older than 3.
 */
export async function checkOpenSearch({ opensearch }: Config): Promise<void> {
  const { url, ca } = opensearch
  if (url === undefined) return
  const shown = withoutPassword(url)
  const client = createOpenSearch({ url, ca, requestTimeoutMs: TIMEOUT_MS })
  try {
    const info = await client.run<Info>((own) =>
      own.transport.request({ method: 'GET', path: '/' }),
    )
    const fault = faultOf(info)
    if (fault !== undefined) {
      throw new OperatorError(
        `OPENSEARCH_URL names ${shown}, ${fault}; set it to an OpenSearch ${OLDEST_MAJOR} or newer, or leave it unset for the embedded one.`,
      )
    }
  } catch (cause) {
    throw cause instanceof OperatorError ? cause : unanswered(shown, cause)
  } finally {
    await client.close()
  }
}

// A web server answers with a page, which is a string here, and Elasticsearch names no distribution.
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
    `The server that OPENSEARCH_URL names, ${shown}, does not answer as OpenSearch does ("${reason}"); start it or mend the address, its user and password, or OPENSEARCH_CA_FILE.`,
    { cause: error },
  )
}
