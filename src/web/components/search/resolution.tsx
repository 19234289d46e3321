import escapeRegExp from 'escape-string-regexp'
import { formatEin } from '#src/domain/ein.ts'
import { formatCount } from '#src/domain/money.ts'
import { toLocation } from '#src/domain/places.ts'
import type { Resolution } from '#src/search/params.ts'
import type { Proposal } from '#src/search/recovery/recovery.ts'
import { facetLabel } from '#src/search/results/facets.ts'
import { organizationPath } from '#src/web/links.ts'
import { FILTER_NAMES, type SearchAddress, searchPath } from '#src/web/search/address.ts'
import type { FoundSearch } from '#src/web/search/run-search.ts'
import { FactsLine, Name } from '../text.tsx'

type Props = { address: SearchAddress; found: FoundSearch }

/** How plain words were read, with links to drop a phrase or read them the other way. */
export const ReadAs = ({ address, found: { isRead, interpretation } }: Props) => {
  if (!isRead) return null
  const isName = interpretation.mode === 'Identity'
  // The evidence filter narrows only a search of what organizations do.
  const other = searchPath(
    address,
    isName ? { Mode: 'Discovery' } : { Mode: 'Identity', EvidenceTier: undefined },
  )
  return (
    <div class="read-as">
      <p>
        Read as {isName ? 'a name or EIN' : 'what organizations do'}.{' '}
        <a href={other} rel="nofollow">
          {isName ? 'Search what they do instead' : 'Search names instead'}
        </a>
      </p>
      {interpretation.phrases.length > 0 && (
        <ul class="chips">
          {interpretation.phrases.map(({ phrase, meaning, key }) => (
            <li key={`${phrase} ${meaning}`}>
              {key === 'cause' && interpretation.applied.causes === undefined ? (
                <span class="chip">{`“${phrase}”: used for ranking, with ${meaning}; filters nothing`}</span>
              ) : (
                <ReadPhrase address={address} phrase={phrase} meaning={meaning} />
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

type PhraseProps = { address: SearchAddress; phrase: string; meaning: string }

/** Words and their meaning, with a link to the search without them if others remain. */
const ReadPhrase = ({ address, phrase, meaning }: PhraseProps) => {
  const rest = withoutPhrase(address.Query ?? '', phrase)
  const words = `“${phrase}”: ${meaning}`
  if (!rest) return <span class="chip">{words}</span>
  return (
    <a class="chip removable" href={searchPath(address, { Query: rest })} rel="nofollow">
      {words} <span aria-hidden="true">×</span>
      <span class="hidden"> (remove these words)</span>
    </a>
  )
}

/** Returns the query without a phrase of whole words; undefined if it does not contain them. */
export function withoutPhrase(query: string, phrase: string): string | undefined {
  if (phrase === '') return undefined
  const words = new RegExp(`(?<![\\p{L}\\p{N}])${escapeRegExp(phrase)}(?![\\p{L}\\p{N}])`, 'u')
  const at = query.search(words)
  if (at === -1) return undefined
  return `${query.slice(0, at)} ${query.slice(at + phrase.length)}`.replaceAll(/\s+/g, ' ').trim()
}

/** Says if the words do not name exactly one organization; if nothing was found, what to try. */
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
  const [sentence, best] =
    status === 'Ambiguous'
      ? ['Several organizations are called exactly this', 'most prominent']
      : ['No organization is called exactly this', 'closest']
  // A first page by relevance begins with the candidates.
  if (outcome.page === 1 && interpretation.sort === 'Relevance') {
    return (
      <p>
        {sentence}; the {best} come first.
      </p>
    )
  }
  return (
    <div class="resolution">
      <p>
        {sentence}. The {best} are:
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
    <a href={organizationPath(ein)}>
      <Name>{name}</Name>
    </a>{' '}
    <span class="quiet">
      <FactsLine
        facts={[toLocation(place), `EIN ${formatEin(ein)}`, form && facetLabel('Form', form)]}
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
    {hasHits && <p>No name is close to this; the results below share a part of it.</p>}
    {others.length > 0 && (
      <>
        <p>These searches find some:</p>
        <ul>
          {others.map((other) => (
            <li key={`${other.mode} ${other.query} ${other.why}`}>
              <Other {...other} />
            </li>
          ))}
        </ul>
      </>
    )}
    <p>What else helps:</p>
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
  return (
    <>
      <a href={path}>
        <Name>{query}</Name>
      </a>{' '}
      <span class="quiet">
        {mode === 'Identity' ? 'as a name' : 'as what they do'},{' '}
        {`${foundRelation === 'exact' ? '' : 'at least '}${formatCount(found)}`} found, first{' '}
        <Name>{first.name}</Name>. <Name>{why}</Name>
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
    words: 'Fewer words, another name of the organization, or its nine-digit EIN',
    isFor: ({ Query }) => Query !== undefined,
  },
]
