import { describeIssues } from '#src/api/shared/validation.ts'
import type { ApiError } from '#src/platform/errors.ts'
import { withoutApiPaths } from '../links.ts'
import { errorTexts } from '../texts/errors.tsx'
import { layoutTexts } from '../texts/layout.tsx'
import { Layout, type Site } from './layout.tsx'
import { Name } from './text.tsx'

type Props = { site: Site; error: ApiError; requestId: string }

/** What happened, and what to do next. */
export const ErrorPage = ({ site, error, requestId }: Props) => {
  const { code, status, message } = error
  const { title, next, ...text } =
    errorTexts.byCode[code] ?? (status >= 500 ? errorTexts.failed : errorTexts.invalid)
  const cause = describeCause(error)
  const { retryAfterSeconds: seconds } = error.details
  const isExhausted = code === 'PageAllowanceExhausted' || code === 'DataAllowanceExhausted'
  const isUnknown = code === 'ProfileNotFound' && cause === undefined
  return (
    <Layout site={site} head={{ title: layoutTexts.pageTitle(title), isListed: false }}>
      <h1>{title}</h1>
      <p>
        <Name>{cause ?? text.happened}</Name>
        {isExhausted && seconds !== undefined && ` ${errorTexts.resets({ seconds })}`}
      </p>
      <p>{code === 'ProfileNotFound' && !isUnknown ? errorTexts.searchOther : next}</p>
      {isUnknown && <p>{errorTexts.otherData}</p>}
      {isExhausted ? <p>{errorTexts.stillOpen}</p> : <SearchAgain />}
      <p class="quiet">
        {status >= 500 && <>{errorTexts.forOperator({ message })} </>}
        {errorTexts.reference({ status, code, requestId })}
      </p>
    </Layout>
  )
}

/** Returns the cause that the error itself states: what is wrong with the address. */
function describeCause({ details: { issues, message }, status }: ApiError): string | undefined {
  if (issues) return describeIssues(issues)
  return status < 429 && message !== undefined ? withoutApiPaths(message) : undefined
}

const SearchAgain = () => (
  <form action="/" class="search-form">
    <label for="error-search">{errorTexts.search}</label>
    <div class="row">
      <input id="error-search" type="search" name="Query" placeholder={errorTexts.searchHint} />
      <button type="submit">Search</button>
    </div>
  </form>
)
