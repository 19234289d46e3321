import { FORM_NAMES } from '#src/domain/facts/citation.ts'
import type { Form } from '#src/domain/form.ts'
import type { FilingSummary, Organization } from '#src/organizations/organization.ts'
import type { SectionSummary } from '#src/organizations/sections/section.ts'
import { organizationPath, sectionPath } from '#src/web/links.ts'
import { Short } from '../figure.tsx'
import { marksOf, nameFiling, OriginalLinks, Period, yearsByForm } from '../filing.tsx'
import type { Site } from '../layout.tsx'
import { Choices } from '../navigation.tsx'

type Props = {
  site: Pick<Site, 'filingViewerUrl'>
  ein: string
  filing: FilingSummary
  summary: SectionSummary
  /** The address where readers of a printed section can find it again. */
  address: string
}

/** What a section contains, in which filing, and its status. */
export const SectionHead = ({ site, ein, filing, summary, address }: Props) => {
  const { title, summary: sentence, sourceTags, status, kind } = summary
  return (
    <header>
      <h1>{title}</h1>
      <p>{sentence}</p>
      <ul class="chips">
        {status && (
          <li class={`chip tone-${status.tone.toLowerCase()}`}>
            {status.label}
            {status.score !== undefined && (
              <>
                {' '}
                · <Short value={status.score} unit="score" />
              </>
            )}
          </li>
        )}
        <li class="chip">{kind === 'Band' ? 'Derived from the filing' : 'As filed'}</li>
        {sourceTags.map((tag) => (
          <li key={tag} class="chip">
            {tag}
          </li>
        ))}
      </ul>
      <p class="quiet">
        {nameFiling(filing)}, <Period filing={filing} />
        {marksOf(filing).map((mark) => `, ${mark.toLowerCase()}`)}
        <span class="on-screen">
          . Each value links to its source. <OriginalLinks {...{ site, ein, filing }} />
        </span>
        <span class="on-paper">{`. Each value links to its source at ${address}`}</span>
      </p>
    </header>
  )
}

type MissingProps = {
  ein: string
  filing: FilingSummary
  sections: readonly SectionSummary[]
  /** Why there is no such section, with a similar ID if there is one. */
  message: string | undefined
}

/** States that a filing has no section with that name, and lists its sections. */
export const NoSection = ({ ein, filing, sections, message }: MissingProps) => {
  const selection = { Form: filing.form, Year: filing.taxYear }
  return (
    <>
      <h1>Not found</h1>
      <p>{message}</p>
      <h2>{`Sections of ${nameFiling(filing)}`}</h2>
      <ul>
        {sections.map(({ id, title, summary }) => (
          <li key={id}>
            <a href={sectionPath(ein, id, selection)}>{title}</a> {summary}
          </li>
        ))}
      </ul>
      <p>
        <a href={organizationPath(ein, { form: filing.form, year: filing.taxYear })}>
          The whole filing on one page
        </a>
      </p>
    </>
  )
}

type NavProps = {
  ein: string
  sections: readonly SectionSummary[]
  current: string
  /** The form and year that the address asked for. */
  asked: { Form?: Form | undefined; Year?: number | undefined }
}

/** The sections of a filing, with the open one marked. */
export const SectionNav = ({ ein, sections, current, asked: { Form, Year } }: NavProps) => (
  <nav class="section-nav" aria-label="Sections of this filing">
    <ul>
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a
            href={sectionPath(ein, id, { Form, Year })}
            aria-current={id === current ? 'page' : undefined}
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  </nav>
)

type SwitchProps = {
  organization: Organization
  shown: { form: Form; taxYear: number }
  /** Returns the address of the same page of another form and year. */
  pathOf: (selection: { form: Form; year: number }) => string
}

/** Links to the same section of other forms and years. */
export const FilingSwitch = ({ organization, shown, pathOf }: SwitchProps) => {
  const forms = yearsByForm(organization)
  const ofShown = forms.find(({ form }) => form === shown.form)?.years ?? []
  return (
    <nav class="form-year" aria-label="Form and year">
      {forms.length > 1 && (
        <Choices
          label="Form"
          choices={forms.map(({ form, years: [year = shown.taxYear] }) => {
            return {
              text: FORM_NAMES[form].replace('Form ', ''),
              href: pathOf({ form, year }),
              isOn: form === shown.form,
            }
          })}
        />
      )}
      <Choices
        label="Tax year"
        choices={ofShown.map((year) => ({
          text: String(year),
          href: pathOf({ form: shown.form, year }),
          isOn: year === shown.taxYear,
        }))}
      />
    </nav>
  )
}
