import { displayName } from '#src/domain/display-name.ts'
import { nteeLabel } from '#src/domain/ntee.ts'
import { sectionPath, withQuery } from '#src/web/links.ts'
import type { Overview } from '#src/web/pages/organization/read.ts'
import { Chip, toTone } from '../chips.tsx'
import { Band, queryOf } from './band.tsx'

type Props = { overview: Overview }

/** All sections of the filing, with a summary of each. */
export const Sections = ({ overview }: Props) => (
  <Band id="sections" title="Everything in this filing">
    <ul class="sections">
      {overview.page.sections.map(({ id, title, summary, status }) => (
        <li key={id}>
          <a href={sectionPath(overview.page.organization.ein, id, queryOf(overview))}>{title}</a>{' '}
          {status && <Chip tone={toTone(status.tone)}>{status.label}</Chip>}
          <span class="below quiet">{summary}</span>
        </li>
      ))}
    </ul>
  </Band>
)

/** Links to other pages. */
export const Further = ({ overview: { page } }: Props) => {
  const { ein, name, nteeCode } = page.organization
  // Group Z means that the cause is unknown.
  const cause = nteeCode && !/^Z/i.test(nteeCode) ? nteeLabel(nteeCode) : undefined
  return (
    <Band id="further" title="Explore further">
      <ul>
        <li>
          <a href={withQuery('/compare', { EINs: ein })}>
            {`Compare ${displayName(name)} with other organizations`}
          </a>
        </li>
        {cause && (
          <li>
            <a href={withQuery('/', { Mode: 'Discovery', Query: cause.label })}>
              {`Search for organizations with the same cause: ${cause.label}`}
            </a>
          </li>
        )}
        <li>
          <a href={`/api/v2/charity/${ein}/page`} rel="nofollow">
            This page as JSON
          </a>
        </li>
      </ul>
    </Band>
  )
}
