import { searchPath } from '../../search/address.ts'
import type { FacetGroup } from '../../search/facet-links.ts'
import { FACET_WORDS } from '../../search/words.ts'

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
      <Count label="Organizations" value={organizations} />
      <Count label="Filings read" value={filings} />
    </dl>
    {(['Cause', 'State'] as const)
      .flatMap((key) => groups.filter((group) => group.key === key))
      .map(({ key, links }) => (
        <section key={key} aria-labelledby={`browse-${key}`}>
          <h2 id={`browse-${key}`}>By {FACET_WORDS[key].toLowerCase()}</h2>
          <ul class="browse">
            {links.map(({ label, count, href }) => (
              <li key={label}>
                {href === undefined ? label : <a href={href}>{label}</a>}{' '}
                <span class="count">{count.toLocaleString('en-US')}</span>
              </li>
            ))}
          </ul>
        </section>
      ))}
  </>
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
