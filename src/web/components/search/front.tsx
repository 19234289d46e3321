import { formatCount } from '#src/domain/money.ts'
import { searchPath } from '#src/web/search/address.ts'
import type { FacetGroup, FacetLink } from '#src/web/search/filters.ts'
import type { Extent } from '#src/web/search/run-search.ts'
import { searchTexts } from '#src/web/texts/search.tsx'
import { Term } from '../text.tsx'

/** Examples and the extent of the data, below the form of an empty search. */
export const SearchFront = ({ extent: { organizations, filings, groups } }: { extent: Extent }) => (
  <>
    <p class="examples">
      Try{' '}
      {searchTexts.examples.map((example, at) => (
        <span key={example}>
          {at > 0 && ', '}
          <a href={searchPath({ Query: example })}>{example}</a>
        </span>
      ))}
      .
    </p>
    <dl class="extent">
      <Count label={searchTexts.organizations} value={organizations} />
      <Count label={searchTexts.filings} value={filings} />
    </dl>
    {(['Cause', 'State'] as const)
      .flatMap((key) => groups.filter((group) => group.key === key))
      .map((group) => (
        <Browse key={group.key} group={group} />
      ))}
  </>
)

const Count = ({ label, value }: { label: string; value: number | undefined }) => (
  <Term term={label}>
    {value === undefined ? (
      <span class="unknown">{searchTexts.notCounted}</span>
    ) : (
      formatCount(value)
    )}
  </Term>
)

// Three columns of four on a wide screen; on a phone six lines of states in two.
const BROWSED_FIRST = 12

const BY_NAME = new Intl.Collator('en').compare

/** The largest values first, then the others by name. */
const Browse = ({ group: { key, links } }: { group: FacetGroup }) => {
  const facet = searchTexts.facets[key]
  const more = links.slice(BROWSED_FIRST).sort((one, other) => BY_NAME(one.label, other.label))
  const list = (shown: FacetLink[]) => (
    <ul class={key === 'State' ? 'browse short' : 'browse'}>
      {shown.map(({ label, count, href }) => (
        <li key={label}>
          {href === undefined ? label : <a href={href}>{label}</a>}{' '}
          <span class="count">{formatCount(count)}</span>
        </li>
      ))}
    </ul>
  )
  return (
    <section aria-labelledby={`browse-${key}`}>
      <h2 id={`browse-${key}`}>{searchTexts.browse({ facet })}</h2>
      {list(links.slice(0, BROWSED_FIRST))}
      {more.length > 0 && (
        <details class="browse-more">
          <summary>{searchTexts.browseMore({ count: more.length, facet })}</summary>
          {list(more)}
        </details>
      )}
    </section>
  )
}

/** A phone shows about ten lines; a click shows more values. */
const FACETS_FIRST = 8

/** The values of one facet, of any search. */
type Facets = Pick<FacetGroup, 'title' | 'links'> & { key: string }

/** The values to filter results by, each with the number of its organizations. */
export const SearchFacets = ({ groups }: { groups: readonly Facets[] }) =>
  groups.length === 0 ? null : (
    <aside class="facets" id="filters" aria-labelledby="filters-title">
      <h2 id="filters-title">{searchTexts.narrow}</h2>
      {groups.map((group) => (
        <Facet key={group.key} group={group} />
      ))}
    </aside>
  )

const Facet = ({ group: { key, title, links } }: { group: Facets }) => {
  // Set values are always visible.
  const first = links.filter(({ isSet }, at) => at < FACETS_FIRST || isSet)
  const more = links.filter((link) => !first.includes(link))
  return (
    <section aria-labelledby={`facet-${key}`}>
      <h3 id={`facet-${key}`}>{title}</h3>
      <Values links={first} />
      {more.length > 0 && (
        <details>
          <summary>{searchTexts.more({ count: more.length })}</summary>
          <Values links={more} />
        </details>
      )}
    </section>
  )
}

const Values = ({ links }: { links: FacetLink[] }) => (
  <ul>
    {links.map(({ label, count, isSet, href }) => (
      <li key={label}>
        {href === undefined ? (
          <span class="facet">
            <span>{label}</span> <span class="count">{formatCount(count)}</span>
          </span>
        ) : (
          <a class="facet" href={href} rel="nofollow" aria-current={isSet ? 'true' : undefined}>
            <span>
              {isSet && <span aria-hidden="true">✓ </span>}
              {label}
              {isSet && <span class="hidden">{searchTexts.isSet}</span>}
            </span>{' '}
            <span class="count">{formatCount(count)}</span>
          </a>
        )}
      </li>
    ))}
  </ul>
)
