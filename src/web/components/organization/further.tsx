import { displayName } from '#src/domain/display-name.ts'
import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { nteeLabel } from '#src/domain/ntee.ts'
import { stateOf } from '#src/organizations/filings/select-filing.ts'
import { sectionPath, withQuery } from '#src/web/links.ts'
import type { Overview } from '#src/web/pages/overview.ts'
import { filingsTexts } from '#src/web/texts/filings.tsx'
import { organizationTexts } from '#src/web/texts/organization.tsx'
import { Chip, toTone } from '../chips.tsx'
import { FilingLink, marksOf, Received } from '../filing.tsx'
import { Table } from '../table.tsx'
import { Day } from '../text.tsx'
import { Band, queryOf } from './band.tsx'

const texts = organizationTexts

type Props = { overview: Overview }

/** The latest submissions on all forms, with their state. */
export const Filings = ({ overview: { page, filings } }: Props) => {
  const { ein } = page.organization
  const { form } = page.filing
  const href = withQuery(`/charity/${ein}/filings`, { Form: form })
  const shown = filings.filings
  return (
    <Band
      id="filings"
      title={texts.filings.title}
      more={{ href, label: texts.filings.all(FORM_NAMES[form]) }}
    >
      <p class="quiet">{texts.filings.known(filings.total, shown.length)}</p>
      <Table
        name={texts.filings.title}
        caption={filingsTexts.table.caption}
        heads={[
          texts.filings.formAndYear,
          filingsTexts.table.ended,
          filingsTexts.table.received,
          'Status',
        ]}
      >
        {shown.map((filing) => (
          <tr key={filing.objectId}>
            <th scope="row">
              <FilingLink ein={ein} filing={filing} />
            </th>
            <td>
              <Day iso={filing.taxPeriodEnd} />
            </td>
            <td>
              <Received filing={filing} />
            </td>
            <td>{[stateOf(filing), ...marksOf(filing)].join(', ')}</td>
          </tr>
        ))}
      </Table>
    </Band>
  )
}

/** All sections of the filing, with a summary of each. */
export const Sections = ({ overview }: Props) => (
  <Band id="sections" title={texts.sections.title}>
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
    <Band id="further" title={texts.further.title}>
      <ul>
        <li>
          <a href={withQuery('/compare', { EINs: ein })}>
            {texts.further.compare(displayName(name))}
          </a>
        </li>
        {cause && (
          <li>
            <a href={withQuery('/', { Mode: 'Discovery', Query: cause.label })}>
              {texts.further.sameCause(cause.label)}
            </a>
          </li>
        )}
        <li>
          <a href={`/api/v2/charity/${ein}/page`} rel="nofollow">
            {texts.further.json}
          </a>
        </li>
      </ul>
    </Band>
  )
}
