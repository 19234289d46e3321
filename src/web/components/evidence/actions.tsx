import { parseRef } from '#src/domain/evidence.ts'
import type { OpenedEvidence } from '#src/organizations/evidence/read-evidence.ts'
import { hasFiling } from '#src/organizations/filings/select-filing.ts'
import type { FilingSummary, Organization } from '#src/organizations/organization.ts'
import { SECTIONS } from '#src/organizations/sections/definitions.ts'
import { sectionOfRef } from '#src/organizations/sections/find-section.ts'
import { organizationPath, sectionPath, withQuery } from '#src/web/links.ts'

/** Where to go on from a value: its filing, its section, the same by API. */
export const EvidenceActions = ({
  opened: { organization, filer, target },
}: {
  opened: OpenedEvidence
}) => {
  const { filing, evidence } = target
  const { ref } = evidence
  const section = filing && sectionOfRef(ref, filing.form)
  const isOpen = filing && opensByYear(filer, filing)
  const query = filing && { Form: filing.form, Year: filing.taxYear }
  return (
    <ul class="row actions">
      {isOpen && (
        <li>
          <a
            class="button plain"
            href={organizationPath(filer.ein, { form: filing.form, year: filing.taxYear })}
          >
            Open this filing
          </a>
        </li>
      )}
      {isOpen && section && (
        <li>
          <a class="button plain" href={sectionPath(filer.ein, section, query)}>
            See it in its section: {SECTIONS[section].title}
          </a>
        </li>
      )}
      {hasFiling(organization) && (
        <li>
          <a class="button plain" href={apiPath(organization, ref, section)}>
            Ask the API
          </a>
        </li>
      )}
    </ul>
  )
}

/** Whether form and tax year open a filing; a superseded one opens by its Refs alone. */
export function opensByYear(
  { filings }: Pick<Organization, 'filings'>,
  filing: FilingSummary,
): boolean {
  const first = filings.find(
    (one) => one.isCurrent && one.form === filing.form && one.taxYear === filing.taxYear,
  )
  return first?.objectId === filing.objectId
}

// Every section takes every Ref of the organization.
const apiPath = ({ ein }: Organization, ref: string, section = anySection(ref)): string =>
  withQuery(`/api/v2/charity/${ein}/sections/${section}`, { EvidenceRef: ref })

const anySection = (ref: string): string =>
  parseRef(ref)?.kind === 'derived' ? 'MoneyFlow' : 'Schedules'
