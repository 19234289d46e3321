import { formatEin } from '#src/domain/ein.ts'
import { toLocation } from '#src/domain/places.ts'
import type { Resolution } from '#src/search/params.ts'
import type { Proposal } from '#src/search/recovery/recovery.ts'
import { facetLabel } from '#src/search/results/facets.ts'
import { organizationPath } from '#src/web/links.ts'
import { type SearchAddress, searchPath } from '#src/web/search/address.ts'
import type { FoundSearch } from '#src/web/search/run-search.ts'
import { FactsLine, Name } from '../name.tsx'

type Props = { address: SearchAddress; found: FoundSearch }

/** Whether the words name one organization, several, or none; and where none, what to try. */
export const SearchResolution = ({
  address,
  found: { outcome, others, interpretation },
}: Props) => {
  const { resolution, found } = outcome
  if (found === 0 || resolution?.status === 'None') {
    return (
      <Nothing address={address} mode={interpretation.mode} others={others} hasHits={found > 0} />
    )
  }
  if (!resolution || resolution.status === 'Exact') return null
  const { status, candidates } = resolution
  const said =
    status === 'Ambiguous'
      ? 'Several organizations are called exactly this'
      : 'No organization is called exactly this'
  // A page that begins with the best names shows them as its first results.
  if (outcome.page === 1 && interpretation.sort === 'Relevance') {
    return (
      <p>
        {said}; the {status === 'Ambiguous' ? 'most prominent' : 'closest'} come first.
      </p>
    )
  }
  return (
    <div class="resolution">
      <p>
        {said}. The {status === 'Ambiguous' ? 'most prominent' : 'closest'} are:
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
  /** How the words were read, where the address names no mode. */
  mode: FoundSearch['interpretation']['mode']
  others: Proposal[]
  hasHits: boolean
}

const Nothing = ({ address, mode, others, hasHits }: NothingProps) => (
  <div class="resolution">
    {hasHits && <p>No name comes close to this; below is what shares a part of it.</p>}
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
  const path = searchPath({
    Query: query,
    Mode: mode,
    ...(filters.state !== undefined && { State: filters.state }),
    ...(filters.cause !== undefined && { Cause: filters.cause }),
    ...(filters.minRevenue !== undefined && { MinRevenue: String(filters.minRevenue) }),
    ...(filters.maxRevenue !== undefined && { MaxRevenue: String(filters.maxRevenue) }),
  })
  const many = `${foundRelation === 'exact' ? '' : 'at least '}${found.toLocaleString('en-US')}`
  return (
    <>
      <a href={path}>
        <Name>{query}</Name>
      </a>{' '}
      <span class="quiet">
        {mode === 'Identity' ? 'as a name' : 'as what they do'}, {many} found, first{' '}
        <Name>{first.name}</Name>. <Name>{why}</Name>
      </span>
    </>
  )
}

const FILTERS = [
  'State',
  'Cause',
  'CauseLabel',
  'PrimaryForm',
  'EntityType',
  'EvidenceTier',
  'MinRevenue',
  'MaxRevenue',
] as const
const NO_FILTERS = Object.fromEntries(FILTERS.map((name) => [name, undefined]))

type Advice = {
  words: string
  isFor: (address: SearchAddress) => boolean
  to?: (address: SearchAddress) => string
}

const ADVICE: Advice[] = [
  {
    words: 'Leave all filters out',
    isFor: (address) => FILTERS.some((name) => address[name] !== undefined),
    to: (address) => searchPath(address, NO_FILTERS),
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
