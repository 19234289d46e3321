import { z } from 'zod'
import { citeRegistry, citeRevocation } from '../../profiles/cite.ts'
import { type Diligence, readDiligence, todayInUtc } from '../../profiles/diligence.ts'
import { openProfile } from '../../profiles/open-profile.ts'
import type { Organization } from '../../profiles/organization.ts'
import { describeStatus } from '../../profiles/status-sentences.ts'
import type { Citation } from '../chat.ts'
import type { AssistantDeps } from '../deps.ts'
import { cite, distinct, known } from './cite.ts'
import { isErrorOf } from './not-found.ts'
import { einParam } from './params.ts'
import type { Counted, Tool, ToolAnswer } from './tool.ts'

export type DiligenceShown = {
  ein: string
  name: string
  label: 'Clear' | 'Needs review' | 'Compliance issue flagged'
  tone: 'Good' | 'Caution' | 'Concern'
  /** Sentences with the source named. */
  reasons: string[]
  /** Absent when no restriction list is loaded: nobody was looked up. */
  restriction?: { status: 'Confirmed' | 'Review' | 'Clear'; confirmed: number; review: number }
  /** Whether the IRS revoked its exemption, with what says so; absent where nothing is known of it. */
  exemption?: { isRevoked: boolean; listedAsOf?: string; citations: Citation[] }
}

export type CheckDiligenceAnswer = ToolAnswer & {
  organizations: DiligenceShown[]
  /** EINs that nothing loaded names. */
  unknownEins: string[]
}

const params = z.strictObject({
  eins: z
    .array(einParam)
    .min(1)
    .max(5)
    .refine((eins) => new Set(eins).size === eins.length, 'Name each organization once.'),
})

async function run(
  deps: AssistantDeps,
  { eins }: z.output<typeof params>,
): Promise<CheckDiligenceAnswer> {
  const [entries, told] = await Promise.all([
    readDiligence(deps, eins, todayInUtc()),
    Promise.all(eins.map((ein) => citeStatus(deps, ein))),
  ])
  const organizations = entries.flatMap(({ ein, found }, at) => {
    const exemption = told[at]?.exemption
    return found ? [{ ...toShown(ein, found), ...(exemption && { exemption }) }] : []
  })
  return {
    organizations,
    unknownEins: entries.flatMap(({ ein, found }) => (found ? [] : [ein])),
    citations: distinct(
      told.flatMap(({ citations, exemption }) => [...citations, ...(exemption?.citations ?? [])]),
    ),
    counted: organizations.flatMap(countOf),
  }
}

const toShown = (ein: string, { name, readiness }: Diligence): DiligenceShown => {
  const { label, tone, reviewReasons, restriction } = readiness
  return { ein, name, label, tone, reasons: reviewReasons, ...(restriction && { restriction }) }
}

type Status = { citations: Citation[]; exemption?: DiligenceShown['exemption'] }

function toExemption(organization: Organization): DiligenceShown['exemption'] {
  const { isRevoked, registry } = organization
  const revoked = citeRevocation(organization)
  if (isRevoked) {
    const citation = revoked && cite(organization, { label: 'Exemption revoked', ...revoked })
    return { isRevoked, citations: known([citation]) }
  }
  const ref = citeRegistry(organization, 'NAME')
  if (!registry || ref === undefined) return undefined
  const label = 'Listed in the registry'
  const citation = cite(organization, { label, value: registry.name, ref })
  return { isRevoked, listedAsOf: registry.asOf, citations: known([citation]) }
}

/** Revocation and list entries, of which the reasons speak. */
async function citeStatus(deps: AssistantDeps, ein: string): Promise<Status> {
  try {
    const organization = await openProfile(deps, ein)
    const figures = describeStatus(organization).flatMap((sentence) => sentence.figures)
    const exemption = toExemption(organization)
    const citations = known(figures.map((figure) => cite(organization, figure)))
    return { citations, ...(exemption && { exemption }) }
  } catch (error) {
    if (isErrorOf(error, 404)) return { citations: [] }
    throw error
  }
}

const countOf = ({ name, restriction }: DiligenceShown): Counted[] =>
  restriction
    ? [
        { label: `${name}: confirmed entries of restriction lists`, value: restriction.confirmed },
        { label: `${name}: entries to be reviewed`, value: restriction.review },
      ]
    : []

/** What to know of organizations before relying on them. */
export const checkDiligence: Tool<typeof params, CheckDiligenceAnswer> = {
  name: 'check_diligence',
  description:
    'Compliance matters of up to five organizations: revoked exemption, restriction lists, reported diversions, failed cross-checks, old returns. Each with its reasons.',
  params,
  run,
}
