import type { ListedOrganization } from '#mappings/sector.ts'
import { displayName } from '#src/domain/display-name.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import type { Form } from '#src/domain/form.ts'
import { formatCount } from '#src/domain/money.ts'
import { toLocation } from '#src/domain/places.ts'
import { organizationPath } from '#src/web/links.ts'
import { searchPath } from '#src/web/search/address.ts'
import type { FacetGroup, FacetLink } from '#src/web/search/filters.ts'
import type { Extent } from '#src/web/search/run-search.ts'
import { searchTexts } from '#src/web/texts/search.tsx'
import { Figure } from '../figure.tsx'
import { DisplayName, Term } from '../text.tsx'

/** Searches that find something in the loaded data. */
export const Examples = ({ extent: { front } }: { extent: Extent }) =>
  front === undefined || front.examples.length === 0 ? null : (
    <p class="examples">
      {searchTexts.tryThese}{' '}
      {front.examples.map((example) => (
        <a key={example} class="chip" href={searchPath({ Query: example })}>
          {example}
        </a>
      ))}
    </p>
  )

/** Below the form of an empty search: an example, what people can do, and the extent of the data. */
export const SearchFront = ({ extent }: { extent: Extent }) => (
  <>
    <div class="front-columns">
      {extent.front?.featured && <Featured listed={extent.front.featured} />}
      <section aria-labelledby="tasks">
        <h2 id="tasks">{searchTexts.tasks.title}</h2>
        <ul class="tasks">
          {searchTexts.tasks.list.map(({ href, title, words }) => (
            <li key={href}>
              <a href={href}>{title}</a>
              <span class="below quiet">{words}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
    <dl class="extent">
      <Count label={searchTexts.organizations} value={extent.organizations} />
      <Count label={searchTexts.filings} value={extent.filings} />
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
      <h2 id="featured">{searchTexts.featured.title}</h2>
      <p class="featured-name">
        <a href={organizationPath(ein)}>
          <DisplayName name={name} />
        </a>
        {place && (
          <span class="below quiet">
            <DisplayName name={place} />
          </span>
        )}
      </p>
      <dl class="hit-figures">
        <Term term="Revenue">
          <Figure
            ein={ein}
            label={searchTexts.figureOf({ label: 'Revenue', name: displayName(name) })}
            value={revenue.value}
            unit="USD"
            ref_={revenue.ref}
            isShort
          />
        </Term>
        <Term term="Rating">
          <Figure ein={ein} label="Rating" value={score} unit="score" ref_={scoreRef} isShort /> of
          100, {band ?? searchTexts.featured.oldReturn}
        </Term>
      </dl>
      <p class="quiet">
        {searchTexts.featured.source({ form: FORM_NAMES[form as Form], year: latestYear })}
      </p>
    </section>
  )
}

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
