import { limitOf } from '#src/access/allowances.ts'
import { describeIssues } from '#src/api/shared/validation.ts'
import { countOf, formatCount } from '#src/domain/money.ts'
import type { ApiError, ErrorCode } from '#src/platform/errors.ts'
import { Layout } from './layout.tsx'
import { Name } from './text.tsx'

type Props = { error: ApiError; requestId: string }

type ErrorText = {
  title: string
  /** What happened, unless the error says it more exactly. */
  happened: string
  /** What to do next. */
  next: string
}

const NOT_READY = {
  title: 'Not ready yet',
  happened: 'The data for this page is not loaded yet.',
  next: 'Try again later.',
}
const UNAVAILABLE = {
  title: 'Temporarily unavailable',
  happened: 'The database did not respond. This does not mean that there is no data.',
  next: 'Wait a minute, then reload this page.',
}
const NO_EVIDENCE = {
  title: 'Evidence not found',
  happened: 'This address does not identify a filed value.',
  next: 'Open the organization’s page, and follow the link on the figure.',
}

const BY_CODE: Partial<Record<ErrorCode, ErrorText>> = {
  RouteNotFound: {
    title: 'Page not found',
    happened: 'There is no page at this address.',
    next: 'Check the address for typing errors, or search for an organization.',
  },
  ProfileNotFound: {
    title: 'Organization not found',
    happened: 'No filing or IRS listing with this EIN is loaded.',
    next: 'Check the nine digits of the EIN, or search for the organization by name.',
  },
  FilingNotFound: {
    title: 'Filing not found',
    happened: 'We have no filing by this organization for this form and year.',
    next: 'Open the organization’s page to see all its filings, or search for another organization.',
  },
  SectionNotFound: {
    title: 'Section not found',
    happened: 'This filing does not have this section.',
    next: 'Open the organization’s page to see the sections of its filings.',
  },
  EvidenceNotFound: NO_EVIDENCE,
  InvalidEvidenceRef: NO_EVIDENCE,
  InvalidCursor: {
    title: 'Page not found',
    happened: 'No page of the list has this address.',
    next: 'Go back, and open the list from its first page.',
  },
  PageTooDeep: {
    title: 'End of the list',
    happened: 'Lists end at the 10,000th entry.',
    next: 'To see more, narrow the search, for example by state, cause, or amount.',
  },
  StaleCursor: {
    title: 'The list has changed',
    happened: 'New data was loaded after you opened this list.',
    next: 'Go back, and open the list from its first page.',
  },
  DataAllowanceExhausted: {
    title: 'Daily limit reached',
    happened: 'Today’s limit of the API key is used up.',
    next: 'Use a key with a higher limit, or open this page without a key.',
  },
  PageAllowanceExhausted: {
    title: 'Daily limit reached',
    happened: `Today’s limit of ${formatCount(limitOf(null, 'Pages'))} pages is used up.`,
    next: 'Everyone at the same internet address shares one limit. Programs have a limit of their own when they use the API.',
  },
  RateLimited: {
    title: 'Too many requests',
    happened: 'Too many pages were requested at once, or the service is busy.',
    next: 'Wait a few seconds, then reload this page.',
  },
  SearchUnavailable: UNAVAILABLE,
  StoreUnavailable: UNAVAILABLE,
  IndexNotReady: NOT_READY,
  DiscoveryIndexEmpty: NOT_READY,
}

const FAILED = {
  title: 'Something went wrong',
  happened: 'The service could not build this page.',
  next: 'Reload this page. If it fails again, send the request ID below to the operator of this service.',
}

const INVALID = {
  title: 'This address is not valid',
  happened: 'Part of this address is not valid.',
  next: 'Correct the address, or search for an organization.',
}

/** What happened, and what to do next. */
export const ErrorPage = ({ error, requestId }: Props) => {
  const { code, status, message } = error
  const { title, next, ...text } = BY_CODE[code] ?? (status >= 500 ? FAILED : INVALID)
  const cause = describeCause(error)
  const { retryAfterSeconds: seconds } = error.details
  const isExhausted = code === 'PageAllowanceExhausted' || code === 'DataAllowanceExhausted'
  const isUnknown = code === 'ProfileNotFound' && cause === undefined
  return (
    <Layout title={title} isListed={false}>
      <h1>{title}</h1>
      <p>
        <Name>{cause ?? text.happened}</Name>
        {isExhausted &&
          seconds !== undefined &&
          ` It resets at 00:00 UTC, in ${seconds < 3_600 ? countOf(Math.ceil(seconds / 60), 'minute') : countOf(Math.round(seconds / 3_600), 'hour')}.`}
      </p>
      <p>{code === 'ProfileNotFound' && !isUnknown ? 'Search for another organization.' : next}</p>
      {isUnknown && (
        <p>
          The organization may exist even if our data does not include it. See{' '}
          <a href="/sources">which data is loaded</a>.
        </p>
      )}
      {isExhausted ? (
        <p>
          You can still open the <a href="/">front page</a>, the{' '}
          <a href="/about">page about this site</a>, the <a href="/sources">data sources</a>, the{' '}
          <a href="/agents">guide for AI agents</a>, and the <a href="/docs">API reference</a>.
        </p>
      ) : (
        <SearchAgain />
      )}
      <p class="quiet">
        {status >= 500 && `For the operator: ${message} `}
        {`Error ${status} (${code}), request ID ${requestId}.`}
      </p>
    </Layout>
  )
}

/** Returns the cause that the error itself states: what is wrong with the address. */
function describeCause({
  code,
  details: { issues, message },
  status,
}: ApiError): string | undefined {
  if (issues)
    return issues.map((one) => PARTS[String(one.loc.at(-1))] ?? describeIssues([one])).join(' ')
  return status < 429 && code !== 'InvalidEvidenceRef' ? message : undefined
}

/** What is wrong with parts of an address that have no name for people. */
const PARTS: Record<string, string> = {
  ein: 'The EIN in the address must have nine digits, such as 12-3456789.',
  objectId: 'The number of the return in the address must have 18 digits.',
}

const SearchAgain = () => (
  <form action="/" class="search-form">
    <label for="error-search">Search for an organization</label>
    <div class="row">
      <input id="error-search" type="search" name="Query" placeholder="Name, EIN, or cause" />
      <button type="submit">Search</button>
    </div>
  </form>
)
