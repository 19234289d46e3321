import { nteeLabel } from '#src/domain/ntee.ts'
import { sectionPath, withQuery } from '#src/web/links.ts'
import type { Overview } from '#src/web/pages/overview.ts'
import { Band, queryOf } from './band.tsx'

/** Every section the filing has data for, with what each says. */
export const Sections = ({ overview }: { overview: Overview }) => (
  <Band id="sections" title="Everything in this filing">
    <ul class="sections">
      {overview.page.sections.map(({ id, title, summary, status }) => (
        <li key={id}>
          <a href={sectionPath(overview.page.organization.ein, id, queryOf(overview))}>{title}</a>{' '}
          {status && <span class={`chip tone-${status.tone.toLowerCase()}`}>{status.label}</span>}
          <span class="below quiet">{summary}</span>
        </li>
      ))}
    </ul>
  </Band>
)

/** Where to go on from here. */
export const Further = ({ overview: { page } }: { overview: Overview }) => {
  const { ein, name, nteeCode } = page.organization
  // Group Z says that no cause is known.
  const cause = nteeCode && !/^Z/i.test(nteeCode) ? nteeLabel(nteeCode) : undefined
  const query = cause && { Mode: 'Discovery', Query: cause.label }
  return (
    <Band id="further" title="Go on">
      <ul>
        <li>
          <a href={withQuery('/compare', { EINs: ein })}>Compare {name} with others</a>
        </li>
        {query && (
          <li>
            <a href={withQuery('/', query)}>
              Search for organizations of this cause: {query.Query}
            </a>
          </li>
        )}
        <li>
          <a href={`/api/v2/charity/${ein}/page`} rel="nofollow">
            The facts of this page as JSON
          </a>
        </li>
      </ul>
    </Band>
  )
}
