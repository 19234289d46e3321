import { describeIssues } from '#src/api/shared/validation.ts'
import type { ApiError } from '#src/platform/errors.ts'
import { Layout, type Site } from './layout.tsx'

type Props = { site: Site; error: ApiError; requestId: string }

/** Why there is no page at this address, and what to do instead. */
export const ErrorPage = ({ site, error, requestId }: Props) => (
  <Layout site={site} head={{ title: `${titleOf(error)} · Nonprofit Research`, isListed: false }}>
    <h1>{titleOf(error)}</h1>
    <p>{error.details.issues ? describeIssues(error.details.issues) : error.message}</p>
    {error.code === 'DataAllowanceExhausted' ? <UsedUp /> : <SearchAgain />}
    <p class="quiet">
      Error {error.status} ({error.code}), request {requestId}.
    </p>
  </Layout>
)

const SearchAgain = () => (
  <form action="/" class="search-form">
    <label for="error-search">Search for an organization</label>
    <div class="row">
      <input id="error-search" type="search" name="Query" placeholder="Name, EIN or cause" />
      <button type="submit">Search</button>
    </div>
  </form>
)

/** Instead of a search, which would be rejected as well. */
const UsedUp = () => (
  <p>
    Without a key, everyone at one internet address shares a daily number of pages. Programs that
    send an API key have an allowance of their own; the operator of this service hands out keys. The{' '}
    <a href="/agents">guide for agents</a> is open without a key.
  </p>
)

function titleOf({ status, code }: ApiError): string {
  if (code === 'IndexNotReady' || code === 'DiscoveryIndexEmpty') return 'Not ready yet'
  if (status === 404) return 'Not found'
  if (status === 429) return 'Too many requests'
  if (status >= 500) return 'Out of order at the moment'
  return 'This address cannot be read'
}
