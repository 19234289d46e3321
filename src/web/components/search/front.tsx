import type { ListedOrganization } from '#mappings/sector.ts'
import { displayName } from '#src/domain/display-name.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import type { Form } from '#src/domain/form.ts'
import { formatCount } from '#src/domain/money.ts'
import { toLocation } from '#src/domain/places.ts'
import { searchPath } from '#src/web/search/address.ts'
import type { FacetGroup, FacetLink } from '#src/web/search/filters.ts'
import type { Extent } from '#src/web/search/run-search.ts'
import { Dollars, Score } from '../figure.tsx'
import { DisplayName, OrganizationLink, Term } from '../text.tsx'

/** Searches that find something in the loaded data. */
export const Examples = ({ extent: { front } }: { extent: Extent }) =>
  front === undefined || front.examples.length === 0 ? null : (
    <p class="examples">
      Try:{' '}
      {front.examples.map((example) => (
        <a key={example} class="chip" href={searchPath({ Query: example })}>
          {example}
        </a>
      ))}
    </p>
  )

const TASKS = [
  ['/grants', 'Find grants and funders', 'Grants of all funders, by purpose, place, and amount.'],
  ['/people', 'Find people and their pay', 'Officers, directors, and the highest paid, by name.'],
  ['/compare', 'Compare organizations', 'Up to five, side by side, with trends.'],
  [
    ...['/memo', 'Check before you give'],
    'A memo on up to 25 organizations, with the source of each sentence.',
  ],
] as const

/** Below the form of an empty search: an example, what people can do, and the extent of the data. */
export const SearchFront = ({ extent }: { extent: Extent }) => (
  <>
    <div class="front-columns">
      {extent.front?.featured && <Featured listed={extent.front.featured} />}
      <section aria-labelledby="tasks">
        <h2 id="tasks">What you can do here</h2>
        <ul class="tasks">
          {TASKS.map(([href, title, words]) => (
            <li key={href}>
              <a href={href}>{title}</a>
              <span class="below quiet">{words}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
    <dl class="extent">
      <Count label="Organizations, with or without filings" value={extent.organizations} />
      <Count label="Current filings" value={extent.filings} />
    </dl>
    {(['Cause', 'State'] as const)
      .flatMap((key) => extent.groups.filter((group) => group.key === key))
      .map((group) => (
        <Browse key={group.key} group={group} />
      ))}
  </>
)

/** One real figure with the way to its source, which is what this site is for. */
const Featured = ({ listed }: { listed: ListedOrganization }) => {
  const { ein, name, revenue, score, scoreRef, form, latestYear, band } = listed
  const place = toLocation(listed)
  return (
    <section class="card featured" aria-labelledby="featured">
      <h2 id="featured">An example</h2>
      <p class="featured-name">
        <OrganizationLink ein={ein} name={name} />
        {place && (
          <span class="below quiet">
            <DisplayName name={place} />
          </span>
        )}
      </p>
      <dl class="hit-figures">
        <Term term="Revenue">
          <Dollars ein={ein} label={`Revenue of ${displayName(name)}`} figure={revenue} />
        </Term>
        <Term term="Rating">
          <Score ein={ein} label="Rating" figure={{ value: score, ref: scoreRef }} /> of 100,{' '}
          {band ?? 'too old to judge'}
        </Term>
      </dl>
      <p class="quiet">
        {`Filed on ${FORM_NAMES[form as Form]} for tax year ${latestYear}. Select a figure to see its line, and the filing.`}
      </p>
    </section>
  )
}

const Count = ({ label, value }: { label: string; value: number | undefined }) => (
  <Term term={label}>
    {value === undefined ? <span class="unknown">not counted yet</span> : formatCount(value)}
  </Term>
)

// Three columns of four on a wide screen; on a phone six lines of states in two.
const BROWSED_FIRST = 12

const BY_NAME = new Intl.Collator('en').compare

/** The largest values first, then the others by name. */
const Browse = ({ group: { key, title, links } }: { group: FacetGroup }) => {
  const facet = title.toLowerCase()
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
      <h2 id={`browse-${key}`}>{`Browse by ${facet}`}</h2>
      {list(links.slice(0, BROWSED_FIRST))}
      {more.length > 0 && (
        <details class="browse-more">
          <summary>{`${more.length} more ${facet}${more.length === 1 ? '' : 's'}`}</summary>
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
      <h2 id="filters-title">Filter results</h2>
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
          <summary>{`${more.length} more`}</summary>
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
              {isSet && <span class="hidden">{' (active filter; remove it)'}</span>}
            </span>{' '}
            <span class="count">{formatCount(count)}</span>
          </a>
        )}
      </li>
    ))}
  </ul>
)
