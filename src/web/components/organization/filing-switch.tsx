import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { stateOf } from '#src/organizations/filings/select-filing.ts'
import { organizationPath } from '#src/web/links.ts'
import type { Overview } from '#src/web/pages/overview.ts'
import { yearsByForm } from '../filing-years.ts'
import { Day } from '../layout.tsx'

type Props = { overview: Pick<Overview, 'page' | 'latest'> }

/** Which filing is shown, and every other that can be: forms with their years. */
export const FilingSwitch = ({ overview }: Props) => {
  const { organization, filing } = overview.page
  return (
    <nav class="filing-switch" aria-label="Forms and years">
      {yearsByForm(organization).map(({ form, years }) => (
        <div key={form}>
          <span class="form-name">{FORM_NAMES[form]}</span>
          <ul>
            {years.map((year) => (
              <li key={year}>
                <a
                  href={organizationPath(organization.ein, { form, year })}
                  aria-label={`${FORM_NAMES[form]}, tax year ${year}`}
                  aria-current={
                    form === filing.form && year === filing.taxYear ? 'page' : undefined
                  }
                >
                  {year}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}

/** Of which filing all figures are, and that there is a later one where there is. */
export const ShownFiling = ({ overview }: Props) => {
  const { organization, filing } = overview.page
  const { latest } = overview
  const { form, taxYear, taxPeriodEnd, receivedOn } = filing
  return (
    <>
      <p>
        Shown: <strong>{`${FORM_NAMES[form]}, tax year ${taxYear}`}</strong>, period ended{' '}
        <Day iso={taxPeriodEnd} />
        {receivedOn && (
          <>
            , received by the IRS <Day iso={receivedOn} />
          </>
        )}
        .
      </p>
      {latest.objectId !== filing.objectId && (
        <p class="notice">
          This is not the latest filing.{' '}
          <a href={organizationPath(organization.ein)}>
            {`Open the latest: ${FORM_NAMES[latest.form]}, tax year ${latest.taxYear}`}
          </a>
        </p>
      )}
      <Superseded overview={overview} />
    </>
  )
}

const Superseded = ({ overview: { page } }: Props) => {
  const { organization, filing } = page
  const before = organization.filings.filter(
    (one) =>
      stateOf(one) === 'Superseded' &&
      one.form === filing.form &&
      one.taxPeriodEnd === filing.taxPeriodEnd,
  )
  if (before.length === 0) return null
  return (
    <p class="quiet">
      {before.length === 1
        ? 'It takes the place of an earlier return of the same period, which is among the filings below.'
        : `It takes the place of ${before.length} earlier returns of the same period, which are among the filings below.`}
    </p>
  )
}
