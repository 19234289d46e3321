import type { FacetGroup, FacetLink } from '#src/web/search/facet-links.ts'

/** More are behind a click: a phone shows some ten lines. */
const SHOWN = 8

/** Values to narrow by, each with how many organizations it leaves. */
export const SearchFacets = ({ groups }: { groups: FacetGroup[] }) =>
  groups.length === 0 ? null : (
    <aside class="facets" id="filters" aria-labelledby="filters-title">
      <h2 id="filters-title">Narrow down</h2>
      {groups.map((group) => (
        <Group key={group.key} group={group} />
      ))}
    </aside>
  )

const Group = ({ group: { key, title, links } }: { group: FacetGroup }) => {
  // What is set is seen, however few it leaves.
  const first = links.filter(({ isSet }, at) => at < SHOWN || isSet)
  const more = links.filter((link) => !first.includes(link))
  return (
    <section aria-labelledby={`facet-${key}`}>
      <h3 id={`facet-${key}`}>{title}</h3>
      <Values links={first} />
      {more.length > 0 && (
        <details>
          <summary>{more.length} more</summary>
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
            <span>{label}</span> <span class="count">{count.toLocaleString('en-US')}</span>
          </span>
        ) : (
          <a class="facet" href={href} rel="nofollow" aria-current={isSet ? 'true' : undefined}>
            <span>
              {isSet && <span aria-hidden="true">✓ </span>}
              {label}
              {isSet && <span class="hidden"> (set; remove)</span>}
            </span>{' '}
            <span class="count">{count.toLocaleString('en-US')}</span>
          </a>
        )}
      </li>
    ))}
  </ul>
)
