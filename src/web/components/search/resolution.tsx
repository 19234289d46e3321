import { formatCount } from '#src/domain/money.ts'
import { withQuery } from '#src/web/links.ts'
import { type SearchAddress, searchPath, withoutPhrase } from '#src/web/search/address.ts'
import type { FoundSearch, OtherSearch } from '#src/web/search/run-search.ts'
import { MENU } from '#src/web/words.ts'
import { ActiveFilters } from '../chips.tsx'
import { DisplayName, Name } from '../text.tsx'

type Props = { address: SearchAddress; found: FoundSearch }

/** How plain words were interpreted, with links to remove a phrase or to search the other way. */
export const ReadAs = ({ address, found: { isRead, interpretation, outcome } }: Props) => {
  if (!isRead) return null
  const isName = interpretation.mode === 'Identity'
  // The evidence filter applies only to a search for what organizations do.
  const other = searchPath(
    address,
    isName ? { Mode: 'Discovery' } : { Mode: 'Identity', EvidenceTier: undefined },
  )
  return (
    <div class="read-as">
      <p>
        {isName ? 'Searched by name or EIN.' : 'Searched by what organizations do.'}{' '}
        {outcome.found > 0 && interpretation.ein === undefined && (
          <a href={other} rel="nofollow">
            {isName ? 'Search by what organizations do instead' : 'Search by name instead'}
          </a>
        )}
      </p>
      <ActiveFilters
        name="Words as understood"
        chips={toPhraseChips(interpretation.phrases, address.Query, (Query) =>
          searchPath(address, { Query }),
        )}
      />
      {interpretation.notUnderstood.length > 0 && (
        <ul class="not-understood">
          {interpretation.notUnderstood.map(({ phrase, reason, page }) => (
            <li key={`${phrase} ${reason}`}>
              {`Not understood: “${phrase}”. ${reason}`}
              {page && (
                <>
                  {' '}
                  <a href={handOver(page, address)}>{`See ${MENU[page]}`}</a>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Returns the page that does what was asked for, with the parameters that both have. */
const handOver = (page: string, { Query, State }: SearchAddress) =>
  page === '/grants' || page === '/people' ? withQuery(page, { Query, State }) : page

/** Returns words and their meaning, each with the search without them if others remain. */
export const toPhraseChips = (
  phrases: readonly { phrase: string; meaning: string }[],
  query: string | undefined,
  pathOf: (query: string) => string,
) =>
  phrases.map(({ phrase, meaning }) => {
    const rest = withoutPhrase(query ?? '', phrase)
    return { label: `“${phrase}”: ${meaning}`, href: rest && pathOf(rest) }
  })

const NOT_ONE = {
  Same: {
    sentence: 'Several organizations have exactly this name.',
    order: 'The largest organizations come first.',
  },
  // One organization is ambiguous if it is not in the typed place.
  Ambiguous: {
    sentence: 'One organization has exactly this name, but in another place.',
    order: 'The closest matches come first.',
  },
  Closest: {
    sentence: 'No organization has exactly this name.',
    order: 'Showing results for similar names, the closest first.',
  },
}

/** States that no name, or more than one, matches exactly; if nothing was found, what to try. */
export const SearchResolution = ({ address, found: search }: Props) => {
  const { outcome, others, interpretation } = search
  const { resolution, found } = outcome
  if (found === 0 || resolution?.status === 'None') {
    return <Nothing query={address.Query} others={others} hasHits={found > 0} />
  }
  if (!resolution || resolution.status === 'Exact') return null
  const { status, candidates } = resolution
  const isSame = status === 'Ambiguous' && candidates.length > 1
  const { sentence, order } = NOT_ONE[isSame ? 'Same' : status]
  // A first page by relevance begins with the candidates.
  const isFirst = outcome.page === 1 && interpretation.sort === 'Relevance'
  return (
    <p>
      {sentence} {isFirst && order}
    </p>
  )
}

type NothingProps = { query: string | undefined; others: OtherSearch[]; hasHits: boolean }

const Nothing = ({ query, others, hasHits }: NothingProps) => (
  <div class="resolution">
    {hasHits && (
      <p>No organization has a similar name. The results below match part of your search.</p>
    )}
    {others.length > 0 && (
      <>
        <p>These searches have results:</p>
        <ul>
          {others.map((other) => (
            <li key={other.words + other.why}>
              <Other {...other} />
            </li>
          ))}
        </ul>
      </>
    )}
    <p>
      {query !== undefined &&
        'You can also try fewer words, another name for the organization, or its nine-digit EIN. '}
      <a href="/sources">See which data is loaded</a>; not all nonprofits are in it.
    </p>
  </div>
)

const Other = ({ address, words, mode, found, isLeast, first, why }: OtherSearch) => (
  <>
    <a href={searchPath(address)}>
      <Name>{words}</Name>
    </a>{' '}
    <span class="quiet">
      {mode && (mode === 'Identity' ? 'by name: ' : 'by what they do: ')}
      {isLeast && 'at least '}
      {formatCount(found)} found, starting with <DisplayName name={first} />.
      {why && (
        <>
          {' '}
          <Name>{why}</Name>
        </>
      )}
    </span>
  </>
)
