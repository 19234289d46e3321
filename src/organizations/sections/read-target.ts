import type { Form } from '#src/domain/form.ts'
import { ApiError, type ParameterIssue } from '#src/platform/errors.ts'
import type { ProfileDeps } from '../deps.ts'
import { citeRef, type EvidenceRef, type ResolvedEvidence } from '../evidence/evidence-ref.ts'
import { resolveShown } from '../evidence/resolve-evidence.ts'
import { selectFiling } from '../filings/select-filing.ts'
import type { Organization } from '../organization.ts'
import { SECTIONS, sectionOn } from './definitions.ts'
import type { SectionId } from './section.ts'
import type { Section } from './section-data.ts'

const SUPERSEDED = { label: 'Superseded filing', tone: 'Caution' } as const
const EXCLUDED = { label: 'Excluded filing', tone: 'Caution' } as const

type Asked = {
  ref: string
  form?: Form | undefined
  year?: number | undefined
  cursor?: string | undefined
}

/**
 * Reads the target of an EvidenceRef as a section, which may have any id. Throws ApiError
 * InvalidEvidenceRef, EvidenceNotFound, and InvalidParameters if Cursor, Form, or Year contradict
 * it.
 */
export async function readTarget(
  deps: ProfileDeps,
  organization: Organization,
  id: SectionId,
  asked: Asked,
): Promise<Section> {
  const { found: target } = await resolveShown(deps, organization, asked.ref)
  requireAgreement(asked, target.evidence)
  // A Form or Year without a filing is rejected with any Ref.
  if (!target.filing) selectFiling(organization, asked)
  const { kind, title, isPageable } = SECTIONS[id]
  return {
    summary: {
      id,
      kind,
      title,
      ...describeTarget(id, target),
      pageable: isPageable === true,
    },
    data: { kind: 'target', target },
    evidence: [target.evidence, ...sourcesOf(organization, target.evidence)],
  }
}

/** Returns the summary of a target. Only a target in a return has form, year, and parts. */
function describeTarget(
  id: SectionId,
  { evidence: { citation }, filing }: ResolvedEvidence,
): Pick<Section['summary'], 'summary' | 'sourceTags' | 'form' | 'year' | 'status'> {
  if (!filing) {
    const summary = `${citation}. It is shown without its section because it is not from a return.`
    return { summary, sourceTags: [] }
  }
  const { form, taxYear: year, isCurrent, exclusion } = filing
  const sourceTags = [...(sectionOn(id, form)?.tags ?? [])]
  if (isCurrent) return { summary: `${citation}.`, sourceTags, form, year }
  if (exclusion !== null) {
    const summary = `${citation}. This filing is excluded, so no figure is taken from it. Reason: ${exclusion}`
    return { summary, sourceTags, form, year, status: EXCLUDED }
  }
  const summary = `${citation}. A later filing for the same period has superseded this one.`
  return { summary, sourceTags, form, year, status: SUPERSEDED }
}

/** Returns the evidence of the inputs of a derived figure. */
const sourcesOf = (organization: Organization, { derivedFrom = [] }: EvidenceRef): EvidenceRef[] =>
  derivedFrom.flatMap((ref) => citeRef(organization, ref) ?? [])

function requireAgreement({ form, year, cursor }: Asked, evidence: EvidenceRef): void {
  const issues: ParameterIssue[] = []
  const refuse = (name: string, msg: string, input: unknown) =>
    issues.push({ loc: ['query', name], msg, type: 'contradiction', input })
  if (cursor !== undefined) {
    refuse(
      'Cursor',
      'cannot be combined with EvidenceRef, which identifies a single value; omit one of them',
      cursor,
    )
  }
  if (form !== undefined && evidence.form !== undefined && form !== evidence.form) {
    refuse(
      'Form',
      `must be ${evidence.form}, the form of the EvidenceRef; correct or omit it`,
      form,
    )
  }
  if (year !== undefined && evidence.taxYear !== undefined && year !== evidence.taxYear) {
    refuse(
      'Year',
      `must be ${evidence.taxYear}, the year of the EvidenceRef; correct or omit it`,
      year,
    )
  }
  if (issues.length > 0) throw new ApiError('InvalidParameters', { issues })
}
