import type { Form } from '#src/domain/form.ts'
import type { Organization } from '#src/organizations/organization.ts'
import type { SectionSummary } from '#src/organizations/sections/section.ts'
import { sectionPath } from '#src/web/links.ts'
import { yearsByForm } from '../filing-years.ts'

type NavProps = {
  ein: string
  sections: readonly SectionSummary[]
  current: string
  /** Of the filing shown, where the address named one. */
  asked: { form?: Form | undefined; year?: number | undefined }
}

/** The sections a filing has, the open one marked. */
export const SectionNav = ({ ein, sections, current, asked }: NavProps) => (
  <nav class="section-nav" aria-label="Sections of this filing">
    <ul>
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a
            href={sectionPath(ein, id, { Form: asked.form, Year: asked.year })}
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
  /** The address of the same page of another form and year. */
  pathOf: (selection: { form: Form; year: number }) => string
}

/** Other forms and years of the organization, each a link to the same page of it. */
export const FilingSwitch = ({ organization, shown, pathOf }: SwitchProps) => {
  const forms = yearsByForm(organization)
  const ofShown = forms.find(({ form }) => form === shown.form)?.years ?? []
  return (
    <nav class="form-year" aria-label="Form and year">
      {forms.length > 1 && (
        <Choices
          label="Form"
          choices={forms.map(({ form, years: [year = shown.taxYear] }) => {
            return { text: form, href: pathOf({ form, year }), isOn: form === shown.form }
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

type Choice = { text: string; href: string; isOn: boolean }

const Choices = ({ label, choices }: { label: string; choices: readonly Choice[] }) => (
  <p class="choices">
    <span class="quiet">{label}</span>
    {choices.map(({ text, href, isOn }) => (
      <a key={text} href={href} aria-current={isOn ? 'true' : undefined}>
        {text}
      </a>
    ))}
  </p>
)
