import type { FilingSummary } from '#src/organizations/organization.ts'
import type { SectionSummary } from '#src/organizations/sections/section.ts'
import { organizationPath, sectionPath } from '#src/web/links.ts'
import { nameFiling } from '../filing-words.tsx'

type Props = {
  ein: string
  filing: FilingSummary
  sections: readonly SectionSummary[]
  /** Why there is none, with the nearest id where one comes near. */
  message: string | undefined
}

/** Where a filing has no section of that name: why, and which it has. */
export const NoSection = ({ ein, filing, sections, message }: Props) => {
  const selection = { Form: filing.form, Year: filing.taxYear }
  return (
    <>
      <h1>Not found</h1>
      <p>{message}</p>
      <h2>What {nameFiling(filing)}, has</h2>
      <ul>
        {sections.map(({ id, title, summary }) => (
          <li key={id}>
            <a href={sectionPath(ein, id, selection)}>{title}</a> {summary}
          </li>
        ))}
      </ul>
      <p>
        <a href={organizationPath(ein, { form: filing.form, year: filing.taxYear })}>
          All of this filing on one page
        </a>
      </p>
    </>
  )
}
