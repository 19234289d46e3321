import { searchPath } from '#src/web/search/address.ts'
import type { FacetGroup, FacetLink } from '#src/web/search/facet-links.ts'
import { FACET_WORDS } from '#src/web/search/words.ts'

/** How much there is to find; what is not known is left undefined. */
export type Extent = { organizations?: number; filings?: number; groups: FacetGroup[] }

// Causes and states, which any loaded data has; no organization's name.
const EXAMPLES = [
  'food banks in Ohio',
  'youth mentoring programs',
  'largest organizations in Texas',
  'animal shelters over $1 million by revenue',
]

/** Below the form of a search that asks for nothing yet: examples, and what there is. */
export const SearchFront = ({ extent: { organizations, filings, groups } }: { extent: Extent }) => (
  <>
    <p class="examples">
      Try{' '}
      {EXAMPLES.map((example, at) => (
        <span key={example}>
          {at > 0 && ', '}
          <a href={searchPath({ Query: example })}>{example}</a>
        </span>
      ))}
      .
    </p>
    <dl class="extent">
      <Count label="Organizations, filing or not" value={organizations} />
      <Count label="Current filings" value={filings} />
    </dl>
    {(['Cause', 'State'] as const)
      .flatMap((key) => groups.filter((group) => group.key === key))
      .map((group) => (
        <Browse key={group.key} group={group} />
      ))}
  </>
)

// Three columns of four on a wide screen; on a phone six lines of states in two.
const SHOWN = 12

const BY_NAME = new Intl.Collator('en').compare

/** The largest first; who looks for one of the others looks for its name. */
const Browse = ({ group: { key, links } }: { group: FacetGroup }) => {
  const word = FACET_WORDS[key].toLowerCase()
  const more = links.slice(SHOWN).sort((one, other) => BY_NAME(one.label, other.label))
  return (
    <section aria-labelledby={`browse-${key}`}>
      <h2 id={`browse-${key}`}>By {word}</h2>
      <Values of={key} links={links.slice(0, SHOWN)} />
      {more.length > 0 && (
        <details class="browse-more">
          <summary>
            {more.length} more {word}
            {more.length > 1 && 's, by name'}
          </summary>
          <Values of={key} links={more} />
        </details>
      )}
    </section>
  )
}

const Values = ({ of, links }: { of: FacetGroup['key']; links: FacetLink[] }) => (
  <ul class={of === 'State' ? 'browse short' : 'browse'}>
    {links.map(({ label, count, href }) => (
      <li key={label}>
        {href === undefined ? label : <a href={href}>{label}</a>}{' '}
        <span class="count">{count.toLocaleString('en-US')}</span>
      </li>
    ))}
  </ul>
)

const Count = ({ label, value }: { label: string; value: number | undefined }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      {value === undefined ? (
        <span class="unknown">not counted yet</span>
      ) : (
        value.toLocaleString('en-US')
      )}
    </dd>
  </div>
)
