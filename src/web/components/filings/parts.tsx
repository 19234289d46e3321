import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import { FORMS, type Form } from '#src/domain/form.ts'
import { newestWhen } from '#src/organizations/filings/filings.ts'
import type { Organization } from '#src/organizations/organization.ts'
import { withQuery } from '#src/web/links.ts'
import { nameFiling } from '../filing-words.tsx'
import { Day } from '../layout.tsx'

type FilterProps = {
  organization: Pick<Organization, 'filings'>
  path: string
  current: Form | undefined
}

/** Forms an organization has filed, each a link to its filings alone. */
export const FormFilter = ({ organization: { filings }, path, current }: FilterProps) => {
  const countOf = (form: Form) => filings.filter((one) => one.form === form).length
  const forms = FORMS.filter((form) => countOf(form) > 0)
  if (forms.length < 2) return null
  return (
    <nav class="form-year" aria-label="Filter by form">
      <p class="choices">
        <a href={path} aria-current={current === undefined ? 'true' : undefined}>
          All forms ({filings.length})
        </a>
        {forms.map((form) => (
          <a
            key={form}
            href={withQuery(path, { Form: form })}
            aria-current={form === current ? 'true' : undefined}
          >
            {FORM_NAMES[form]} ({countOf(form)})
          </a>
        ))}
      </p>
    </nav>
  )
}

/** Which filing was the newest one from which day on: what was known of the organization when. */
export const NewestWhen = ({ organization: { filings } }: { organization: Organization }) => {
  const told = newestWhen(filings)
  if (told.length === 0) return null
  return (
    <section>
      <h2>What was newest when</h2>
      <p>
        The newest period that was on file from a day on, by the day the IRS received each return;
        the IRS publishes returns later than it receives them.
      </p>
      <ol class="newest">
        {told.map(({ from, filing }) => (
          <li key={filing.objectId}>
            From <Day iso={from} />: {nameFiling(filing)}
            {filing.isAmended && ', amended'}
          </li>
        ))}
      </ol>
    </section>
  )
}
