import { readNarrative } from '#src/domain/facts/narrative.ts'
import { misreadFacts } from '#src/domain/facts/read-facts.ts'
import { countTables } from '../filings/table-rows.ts'
import type { Filing, Organization } from '../organization.ts'
import { type FormSection, SECTIONS } from './definitions.ts'
import { SECTION_IDS, type SectionId, type SectionSummary } from './section.ts'

/** The sections a filing has data for, in the order of a page; nothing further is read for them. */
export const listSections = (organization: Organization, filing: Filing): SectionSummary[] =>
  SECTION_IDS.filter((id) => hasSection(organization, filing, id)).map((id) =>
    summarizeSection(organization, filing, id),
  )

/** Whether a filing has data for a section. */
export function hasSection(organization: Organization, filing: Filing, id: SectionId): boolean {
  const { forms, isListed } = SECTIONS[id]
  const section = forms[filing.form]
  if (!section) return false
  return isListed ? isListed(organization, filing) : isFiled(section, filing)
}

function isFiled({ facts = [], tables = [], hasMission }: FormSection, filing: Filing): boolean {
  const misread = misreadFacts(filing.form, filing.warnings)
  if (facts.some((key) => filing.facts[key] !== undefined || misread.has(key))) return true
  if (countTables(tables, filing) > 0) return true
  return (
    hasMission === true && readNarrative(filing.form, filing.narrative ?? []).mission.length > 0
  )
}

/** A section as a page of a filing lists it. */
export function summarizeSection(
  organization: Organization,
  filing: Filing,
  id: SectionId,
): SectionSummary {
  const { kind, title, isPageable, forms, summarize, judge } = SECTIONS[id]
  const status = judge?.(filing, organization)
  return {
    id,
    kind,
    title,
    summary: summarize(filing, organization),
    sourceTags: [...(forms[filing.form]?.sourceTags ?? [])],
    form: filing.form,
    year: filing.taxYear,
    pageable: isPageable === true,
    ...(status && { status }),
  }
}
