import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import type { ListedFiling } from '#src/organizations/filings/filings.ts'
import { stateOf } from '#src/organizations/filings/select-filing.ts'
import { organizationPath, withQuery } from '#src/web/links.ts'
import type { Overview } from '#src/web/pages/overview.ts'
import { marksOf, Received } from '../filing-words.tsx'
import { Day } from '../layout.tsx'
import { Scroll } from '../scroll.tsx'
import { Band } from './band.tsx'

/** The latest submissions of all forms, with what has taken their place. */
export const Filings = ({ overview }: { overview: Overview }) => {
  const { page, filings } = overview
  const { ein } = page.organization
  const href = withQuery(`/charity/${ein}/filings`, { Form: page.filing.form })
  return (
    <Band
      id="filings"
      title="Filings"
      more={{ href, label: `All filings of ${FORM_NAMES[page.filing.form]}` }}
    >
      <p class="quiet">
        {filings.total === 1 ? 'One filing is known.' : `${filings.total} filings are known`}
        {filings.total > filings.filings.length && `; the latest ${filings.filings.length}:`}
        {filings.total > 1 && filings.total <= filings.filings.length && '.'}
      </p>
      <Scroll name="Filings">
        <table>
          <caption class="hidden">Filings, newest period first</caption>
          <thead>
            <tr>
              <th scope="col">Form and tax year</th>
              <th scope="col">Period ended</th>
              <th scope="col">Received by the IRS</th>
              <th scope="col">State</th>
            </tr>
          </thead>
          <tbody>
            {filings.filings.map((filing) => (
              <FilingRow key={filing.objectId} ein={ein} filing={filing} />
            ))}
          </tbody>
        </table>
      </Scroll>
    </Band>
  )
}

const FilingRow = ({ ein, filing }: { ein: string; filing: ListedFiling }) => {
  const { form, taxYear, taxPeriodEnd, opensByYear } = filing
  const name = `${FORM_NAMES[form]}, ${taxYear}`
  return (
    <tr>
      <th scope="row">
        {opensByYear ? <a href={organizationPath(ein, { form, year: taxYear })}>{name}</a> : name}
      </th>
      <td>
        <Day iso={taxPeriodEnd} />
      </td>
      <td>
        <Received filing={filing} />
      </td>
      <td>{[stateOf(filing), ...marksOf(filing)].join(', ')}</td>
    </tr>
  )
}
