import escapeRegExp from 'escape-string-regexp'
import { formatEin } from '#src/domain/ein.ts'
import { formatCount } from '#src/domain/money.ts'
import { facetLabel } from '#src/search/facets.ts'
import type { Resolution } from '#src/search/params.ts'
import type { Proposal } from '#src/search/recovery/propose.ts'
import { withQuery } from '#src/web/links.ts'
import { FILTER_NAMES, type SearchAddress, searchPath } from '#src/web/search/address.ts'
import type { FoundSearch } from '#src/web/search/run-search.ts'
import { MENU } from '#src/web/words.ts'
import { ActiveFilters } from '../chips.tsx'
import { showPlace } from '../place.ts'
import { DisplayName, FactsLine, Name, OrganizationLink } from '../text.tsx'

type Props = { address: SearchAddress; found: FoundSearch }

/** How plain words were interpreted, with links to remove a phrase or to search the other way. */
export const ReadAs = ({ address, found: { isRead, interpretation } }: Props) => {
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
        <a href={other} rel="nofollow">
          {isName ? 'Search by what organizations do instead' : 'Search by name instead'}
        </a>
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

/** Returns the query without a phrase of whole words; undefined if it does not contain them. */
export function withoutPhrase(query: string, phrase: string): string | undefined {
  if (phrase === '') return undefined
  const words = new RegExp(`(?<![\\p{L}\\p{N}])${escapeRegExp(phrase)}(?![\\p{L}\\p{N}])`, 'u')
  const at = query.search(words)
  if (at === -1) return undefined
  return `${query.slice(0, at)} ${query.slice(at + phrase.length)}`.replaceAll(/\s+/g, ' ').trim()
}

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
    return (
      <Nothing address={address} mode={interpretation.mode} others={others} hasHits={found > 0} />
    )
  }
  if (!resolution || resolution.status === 'Exact') return null
  const { status, candidates } = resolution
  const isSame = status === 'Ambiguous' && candidates.length > 1
  const { sentence, order } = NOT_ONE[isSame ? 'Same' : status]
  // A first page by relevance begins with the candidates.
  if (outcome.page === 1 && interpretation.sort === 'Relevance') {
    return (
      <p>
        {sentence} {order}
      </p>
    )
  }
  return (
    <div class="resolution">
      <p>
        {sentence} {isSame ? 'The largest are:' : 'The closest matches are:'}
      </p>
      <ul>
        {candidates.map((candidate) => (
          <li key={candidate.ein}>
            <Candidate {...candidate} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const Candidate = ({ ein, name, form, ...place }: Resolution['candidates'][number]) => (
  <>
    <OrganizationLink ein={ein} name={name} />{' '}
    <span class="quiet">
      <FactsLine
        facts={[showPlace(place), `EIN ${formatEin(ein)}`, form && facetLabel('Form', form)]}
      />
    </span>
  </>
)

type NothingProps = {
  address: SearchAddress
  mode: FoundSearch['interpretation']['mode']
  others: Proposal[]
  hasHits: boolean
}

const Nothing = ({ address, mode, others, hasHits }: NothingProps) => (
  <div class="resolution">
    {hasHits && (
      <p>No organization has a similar name. The results below match part of your search.</p>
    )}
    {others.length > 0 && (
      <>
        <p>These searches have results:</p>
        <ul>
          {others.map((other) => (
            <li key={`${other.mode} ${other.query} ${other.why}`}>
              <Other {...other} />
            </li>
          ))}
        </ul>
      </>
    )}
    <p>You can also:</p>
    <ul>
      {ADVICE.filter(({ isFor }) => isFor({ ...address, Mode: mode })).map(({ words, to }) => (
        <li key={words}>{to ? <a href={to(address)}>{words}</a> : words}</li>
      ))}
    </ul>
  </div>
)

const Other = ({ query, mode, filters, why, found, foundRelation, first }: Proposal) => {
  const { state, cause, minRevenue, maxRevenue } = filters
  const path = searchPath({
    Query: query,
    Mode: mode,
    ...(state !== undefined && { State: state }),
    ...(cause !== undefined && { Cause: cause }),
    ...(minRevenue !== undefined && { MinRevenue: String(minRevenue) }),
    ...(maxRevenue !== undefined && { MaxRevenue: String(maxRevenue) }),
  })
  const count = formatCount(found)
  const many = foundRelation === 'exact' ? count : `at least ${count}`
  return (
    <>
      <a href={path}>
        <Name>{query}</Name>
      </a>{' '}
      <span class="quiet">
        {mode === 'Identity' ? 'by name' : 'by what they do'}: {many} found, starting with{' '}
        <DisplayName name={first.name} />. <Name>{why}</Name>
      </span>
    </>
  )
}

type Advice = {
  words: string
  isFor: (address: SearchAddress) => boolean
  to?: (address: SearchAddress) => string
}

const ADVICE: Advice[] = [
  {
    words: 'Remove all filters',
    isFor: (address) => FILTER_NAMES.some((name) => address[name] !== undefined),
    to: (address) =>
      searchPath(address, Object.fromEntries(FILTER_NAMES.map((name) => [name, undefined]))),
  },
  {
    words: 'Search by what organizations do',
    isFor: ({ Query, Mode }) => Query !== undefined && Mode !== 'Discovery',
    to: (address) => searchPath(address, { Mode: 'Discovery' }),
  },
  {
    words: 'Search by name',
    isFor: ({ Query, Mode }) => Query !== undefined && Mode === 'Discovery',
    to: (address) => searchPath(address, { Mode: 'Identity', EvidenceTier: undefined }),
  },
  {
    words: 'Try fewer words, another name for the organization, or its nine-digit EIN',
    isFor: ({ Query }) => Query !== undefined,
  },
  {
    words: 'See which data is loaded; not all nonprofits are in it',
    isFor: () => true,
    to: () => '/sources',
  },
]
