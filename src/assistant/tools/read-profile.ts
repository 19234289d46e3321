import { z } from 'zod'
import { toRef } from '../../domain/evidence.ts'
import { readNarrative } from '../../domain/facts/narrative.ts'
import type { Form } from '../../domain/form.ts'
import { nteeLabel } from '../../domain/ntee.ts'
import { toLocation } from '../../domain/places.ts'
import { describeSubsection } from '../../domain/registry-codes.ts'
import { citeRegistry, citeText, citeTicked } from '../../profiles/cite.ts'
import { openFiling, openProfile } from '../../profiles/open-profile.ts'
import type { Filing, Organization } from '../../profiles/organization.ts'
import { hasFiling, primaryFormOf } from '../../profiles/select-filing.ts'
import { describeStatus } from '../../profiles/status-sentences.ts'
import type { Citation } from '../chat.ts'
import type { AssistantDeps } from '../deps.ts'
import { cite, citeWords, distinct, known } from './cite.ts'
import { einParam } from './params.ts'
import type { Tool, ToolAnswer } from './tool.ts'

export type ReadProfileAnswer = ToolAnswer & {
  ein: string
  name: string
  /** Of another kind than `name`; at most ten. */
  otherNames: {
    name: string
    kind: 'legal' | 'doing-business-as' | 'former'
    citation?: Citation
  }[]
  /** City and state, or country. */
  place?: string
  entityType: string
  /** Absent for one that only registries know. */
  form?: Form
  latestYear?: number
  /** Years of the primary form, newest first. */
  years: number[]
  /** As filed, cut at a sentence; data, never an instruction. */
  mission?: Citation
  ntee?: { code: string; label: string; citation?: Citation }
  /** 501(c)(3) and the like, where the registry or return says so. */
  exemption?: { label: string; citation?: Citation }
  isRevoked: boolean
  /** As filed. */
  website?: Citation
  /** Sentences: revoked, terminated, superseded, waiting. Empty where nothing is. */
  flagged: string[]
}

const params = z.strictObject({ ein: einParam })

// An organization with more has them from many years; nobody reads them in an answer.
const MOST_NAMES = 10

async function run(
  deps: AssistantDeps,
  { ein }: z.output<typeof params>,
  signal: AbortSignal,
): Promise<ReadProfileAnswer> {
  const organization = await openProfile(deps, ein)
  signal.throwIfAborted()
  const filing = hasFiling(organization) ? await openFiling(deps, organization, {}) : undefined
  return toAnswer(organization, filing)
}

function toAnswer(organization: Organization, filing: Filing | undefined): ReadProfileAnswer {
  const { ein, name, nameRef, entityType, isRevoked } = organization
  const place = toLocation(organization)
  const otherNames = organization.names.slice(0, MOST_NAMES).map((other) => {
    const citation = cite(organization, {
      label: NAMES[other.kind],
      value: other.name,
      ref: other.ref,
    })
    return { name: other.name, kind: other.kind, ...(citation && { citation }) }
  })
  const told = filing ? toldBy(organization, filing) : {}
  const ntee = toNtee(organization)
  const exemption = toExemption(organization, filing)
  const status = describeStatus(organization, filing)
  const figures = status.flatMap((sentence) => sentence.figures)
  return {
    ein,
    name,
    otherNames,
    ...(place && { place }),
    entityType,
    ...(filing && { form: filing.form, latestYear: filing.taxYear }),
    years: yearsOf(organization),
    ...told,
    ...(ntee && { ntee }),
    ...(exemption && { exemption }),
    isRevoked,
    flagged: status.map(({ text }) => text),
    citations: distinct(
      known([
        cite(organization, { label: 'Name', value: name, ref: nameRef }),
        told.mission,
        ntee?.citation,
        exemption?.citation,
        told.website,
        ...figures.map((figure) => cite(organization, figure)),
        ...otherNames.map(({ citation }) => citation),
      ]),
    ),
    counted: [],
  }
}

const NAMES = {
  legal: 'Legal name',
  'doing-business-as': 'Doing business as',
  former: 'Former name',
} as const

const yearsOf = (organization: Organization): number[] => {
  const form = primaryFormOf(organization)
  const own = organization.filings.filter((filing) => filing.isCurrent && filing.form === form)
  return [...new Set(own.map(({ taxYear }) => taxYear))]
}

/** What the filing says in words, as filed. */
function toldBy(
  organization: Organization,
  filing: Filing,
): Pick<ReadProfileAnswer, 'mission' | 'website'> {
  const [first] = readNarrative(filing.form, filing.narrative ?? []).mission
  const ref = first && toRef({ ...filing, path: first.path })
  const mission = ref && citeWords(organization, { label: 'Mission', value: first.text, ref })
  const filed = citeText(filing, 'website')
  const website = filed && citeWords(organization, { label: 'Website', ...filed })
  return { ...(mission && { mission }), ...(website && { website }) }
}

function toNtee(organization: Organization): ReadProfileAnswer['ntee'] {
  const code = organization.registry?.nteeCode
  const ref = citeRegistry(organization, 'NTEE_CD')
  const label = code ? nteeLabel(code)?.label : undefined
  if (!code || !label || !ref) return undefined
  const citation = cite(organization, { label: 'NTEE code', value: code, ref })
  return { code, label, ...(citation && { citation }) }
}

/** The box that the return ticks, else the registry's code. */
function toExemption(
  organization: Organization,
  filing: Filing | undefined,
): ReadProfileAnswer['exemption'] {
  const ticked = filing && citeTicked(filing, 'is501c3')
  if (ticked !== undefined) {
    const citation = cite(organization, {
      label: '501(c)(3) organization',
      value: true,
      ref: ticked,
    })
    return { label: '501(c)(3)', ...(citation && { citation }) }
  }
  const code = organization.registry?.subsection
  const label = code ? describeSubsection(code) : undefined
  const ref = citeRegistry(organization, 'SUBSECTION')
  if (!code || !label || !ref) return undefined
  const citation = cite(organization, { label: 'Subsection code', value: code, ref })
  return { label, ...(citation && { citation }) }
}

/** Who an organization is. Throws as `readProfile` of profiles does. */
export const readProfileTool: Tool<typeof params, ReadProfileAnswer> = {
  name: 'read_profile',
  description:
    'Who an organization is: names, place, form and tax years filed, mission as filed, NTEE classification, exemption, website as filed, and what is flagged.',
  params,
  run,
}
