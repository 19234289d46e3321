import { CATALOGUE, MISSION_LINES } from '#src/domain/facts/catalogue.ts'
import type { FactKey } from '#src/domain/facts/definitions.ts'
import type { DerivedKey } from '#src/domain/facts/derived.ts'
import { misreadFacts } from '#src/domain/facts/read-facts.ts'
import type { StatementKey } from '#src/domain/facts/tables/statements.ts'
import type { TableKey } from '#src/domain/facts/tables/tables.ts'
import { FORM_BLOCK, type Form, HEADER_BLOCK, scheduleOf } from '#src/domain/form.ts'
import { countOf } from '#src/domain/money.ts'
import { readTsv } from '#src/domain/tsv.ts'
import { hasMoneyFlow } from '../figures/money-flow.ts'
import { toOperatingModel } from '../figures/operating-model.ts'
import { runChecks } from '../filings/check-filing.ts'
import { countTables } from '../filings/table-rows.ts'
import type { Filing, Organization } from '../organization.ts'
import { isRatedBy } from '../page/rating-view.ts'
import {
  SECTION_IDS,
  type SectionId,
  type SectionKind,
  type SectionStatus,
  type SectionSummary,
} from './section.ts'
import {
  describeChecks,
  describeGovernance,
  describeModel,
  describeRating,
  filedValue,
  judgeChecks,
  judgeFlow,
  judgeGovernance,
  judgeInterestedPersons,
  judgeRating,
  summarizeFacts,
} from './section-words.ts'

/** The content of a section on one form (sections.tsv). */
export type FormSection = {
  /** Parts and schedules, in the form's words. */
  tags: readonly string[]
  /** The section is listed if any of these facts is filed. */
  facts: readonly FactKey[]
  /** Facts shown beside others, which do not list the section. */
  context: readonly FactKey[]
  derived: readonly DerivedKey[]
  /** Tables in the order of rows. The section is listed if any of them has a row. */
  tables: readonly TableKey[]
  /** Statements, line by line, before the tables. */
  statements: readonly StatementKey[]
}

const EMPTY: FormSection = {
  tags: [],
  facts: [],
  context: [],
  derived: [],
  tables: [],
  statements: [],
}

const FORM_SECTIONS = new Map<string, FormSection>()
for (const [id = '', forms = '', role = '', values = '', kinds = ''] of readTsv(
  new URL('./sections.tsv', import.meta.url),
)) {
  for (const form of forms.split(' ')) {
    const known = FORM_SECTIONS.get(`${id} ${form}`) ?? EMPTY
    const [list = ''] = role.split(' ')
    const added = kinds
      ? factsInParts(form as Form, values.split('; '), kinds.split(' '))
      : values.split(list === 'tags' ? '; ' : ' ')
    const items = [...known[list as keyof FormSection], ...added]
    FORM_SECTIONS.set(`${id} ${form}`, { ...known, [list]: items })
  }
}

/** Returns the facts of a form in the given parts ("*" is all), in the order of the catalogue. */
function factsInParts(form: Form, parts: readonly string[], kinds: readonly string[]): FactKey[] {
  return CATALOGUE.filter(({ kind, paths }) => {
    const [place] = paths[form] ?? []
    const isIn = (part: string) => part === '*' || place?.line.startsWith(`${part},`)
    return place !== undefined && parts.some(isIn) && kinds.includes(kind)
  }).map(({ key }) => key)
}

/** Returns the content of a section on a form; undefined if the form has no such section. */
export const sectionOn = (id: SectionId, form: Form): FormSection | undefined =>
  FORM_SECTIONS.get(`${id} ${form}`)

type SectionDefinition = {
  /** `Evidence` if absent. */
  kind?: SectionKind
  title: string
  isPageable?: true
  /** One sentence about the filing's data, by default from sentences.tsv. */
  summarize?: (filing: Filing, organization: Organization) => string
  judge?: (filing: Filing, organization: Organization) => SectionStatus | undefined
  /** Whether a filing has data for it; by default, whether facts or tables do. */
  isListed?: (filing: Filing, organization: Organization) => boolean
}

export const SECTIONS: Readonly<Record<SectionId, SectionDefinition>> = {
  MoneyFlow: { kind: 'Band', title: 'Money flow', judge: judgeFlow, isListed: hasMoneyFlow },
  Rating: {
    kind: 'Band',
    title: 'Rating',
    summarize: describeRating,
    judge: judgeRating,
    isListed: (filing, organization) => isRatedBy(organization, filing),
  },
  Checks: {
    kind: 'Band',
    title: 'Cross-checks',
    summarize: describeChecks,
    judge: judgeChecks,
    isListed: (filing) => runChecks(filing).length > 0,
  },
  OperatingModel: {
    kind: 'Band',
    title: 'Operating model',
    summarize: describeModel,
    isListed: (filing, organization) => toOperatingModel(organization, filing) !== undefined,
  },
  Programs: { title: 'Mission and programs' },
  Governance: {
    title: 'Governance and policies',
    summarize: (filing) =>
      describeGovernance(filing, sectionOn('Governance', filing.form)?.facts ?? []),
    judge: judgeGovernance,
  },
  Leadership: { title: 'Leadership and pay', isPageable: true },
  Contractors: { title: 'Highest-paid contractors', isPageable: true },
  Grants: { title: 'Grants', isPageable: true },
  RelatedOrganizations: {
    title: 'Related organizations',
    isPageable: true,
    summarize: (filing, { isNamedAsRelated }) =>
      isNamedAsRelated && !hasRows('RelatedOrganizations', filing)
        ? 'Another organization lists this one as related.'
        : summarizeFacts('RelatedOrganizations', filing),
    // Only Form 990 has the schedule, but any organization may be named on another's.
    isListed: (filing, { isNamedAsRelated }) =>
      isNamedAsRelated || hasRows('RelatedOrganizations', filing),
  },
  InterestedPersons: {
    title: 'Transactions with interested persons',
    isPageable: true,
    judge: judgeInterestedPersons,
  },
  Fundraising: { title: 'Fundraising and gaming', isPageable: true },
  NoncashContributions: { title: 'Noncash contributions' },
  FinancialStatements: {
    title: 'Financial statements',
    summarize: (filing) => summarizeFacts('MoneyFlow', filing),
  },
  Foundation: { title: 'Foundation payout' },
  UnrelatedBusiness: { title: 'Unrelated business' },
  Postcard: {
    title: 'Electronic postcard',
    summarize: (filing) =>
      filedValue(filing, 'grossReceiptsNotOverLimit') === true
        ? 'Gross receipts are normally $50,000 or less. A postcard reports no other figures.'
        : 'A postcard reports no figures.',
  },
  Schedules: {
    title: 'Schedules',
    isPageable: true,
    summarize: (filing) =>
      `${countOf(schedulesOf(filing).length, 'schedule or attachment', 'schedules and attachments')}.`,
    isListed: (filing) => schedulesOf(filing).length > 0,
  },
}

/** Returns the parts of a return other than its header and form, in filed order. */
export const schedulesOf = ({ form, contents }: Pick<Filing, 'form' | 'contents'>) =>
  contents.blocks.filter(({ block }) => block !== HEADER_BLOCK && block !== FORM_BLOCK[form])

const hasRows = (id: SectionId, filing: Filing): boolean =>
  countTables(sectionOn(id, filing.form)?.tables ?? [], filing) > 0

/** Returns the sections with data of a filing, in the order of a page. */
export const listSections = (organization: Organization, filing: Filing): SectionSummary[] =>
  SECTION_IDS.filter((id) => hasSection(organization, filing, id)).map((id) =>
    summarizeSection(organization, filing, id),
  )

/** Returns whether a filing has data for a section. */
export function hasSection(organization: Organization, filing: Filing, id: SectionId): boolean {
  const section = sectionOn(id, filing.form)
  if (!section) return false
  const { isListed } = SECTIONS[id]
  if (isListed) return isListed(filing, organization)
  const misread = misreadFacts(filing.form, filing.warnings)
  if (section.facts.some((key) => filing.facts[key] !== undefined || misread.has(key))) return true
  if (hasRows(id, filing)) return true
  return hasMission(id, filing.form) && filing.narrative.mission.length > 0
}

/** Returns whether a section shows the mission of a filing on a form. */
export const hasMission = (id: SectionId, form: Form): boolean =>
  id === 'Programs' && MISSION_LINES[form] !== undefined

/** Returns the parts of a return that a section is from, without schedules it does not have. */
const tagsOf = (id: SectionId, { form, contents }: Filing): string[] =>
  (sectionOn(id, form)?.tags ?? []).filter((tag) => {
    const letter = /^Schedule ([A-Z])$/.exec(tag)?.[1]
    // Related organizations may be those of another organization's schedule.
    if (letter === undefined || id === 'RelatedOrganizations') return true
    return contents.blocks.some(({ block }) => scheduleOf(block) === letter)
  })

/** Returns a section as a page lists it. */
export function summarizeSection(
  organization: Organization,
  filing: Filing,
  id: SectionId,
): SectionSummary {
  const { kind = 'Evidence', title, isPageable, summarize, judge } = SECTIONS[id]
  const status = judge?.(filing, organization)
  return {
    id,
    kind,
    title,
    summary: summarize ? summarize(filing, organization) : summarizeFacts(id, filing),
    sourceTags: tagsOf(id, filing),
    form: filing.form,
    year: filing.taxYear,
    pageable: isPageable === true,
    ...(status && { status }),
  }
}
