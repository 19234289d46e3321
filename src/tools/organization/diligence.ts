import { z } from 'zod'
import { todayInUtc } from '#src/domain/days.ts'
import { citeRegistry, citeRevocation } from '../../domain/evidence.ts'
import { readDiligence } from '../../organizations/diligence/diligence.ts'
import { openProfile } from '../../organizations/open-profile.ts'
import type { Organization } from '../../organizations/organization.ts'
import { describeStatus } from '../../organizations/page/summary-sentences.ts'
import { type Citation, cite, distinct, known, unlessNotFound } from '../cite.ts'
import { EINS, einsInput } from '../parameters.ts'
import {
  at,
  bracketed,
  dollars,
  einAt,
  joined,
  listAt,
  NOT_READABLE,
  numberAt,
  organization as partyOf,
  textAt,
} from '../text.ts'
import { type Counted, defineTool, type ToolDeps } from '../tool.ts'

/** Lists concerns about organizations, such as sanctions or a revoked exemption. */
export const checkDiligence = defineTool({
  name: 'check_diligence',
  description:
    'Writes a diligence report of up to 25 organizations: concerns with reasons (sanctions, exclusions, a revoked exemption, failed cross-checks, an old return), recognition, deductibility, the lists that were checked, and Refs.',
  operation: {
    title: 'Diligence check',
    path: '/api/v2/charity/diligence-summary',
    arguments: { EINs: EINS },
    fixed: { Report: 'true' },
    toText: (response) => listAt(response, 'Organizations').flatMap(diligenceLines),
  },
  // Fewer than the operation accepts, because each organization is read again for its evidence.
  input: z.strictObject({ eins: einsInput(1, 5).describe('Up to five EINs') }),
  run: async (deps, { eins }) => {
    const [entries, statuses] = await Promise.all([
      readDiligence(deps, eins, todayInUtc(deps)),
      Promise.all(eins.map((ein) => readStatus(deps, ein))),
    ])
    const organizations = entries.flatMap(({ ein, found }, index) => {
      if (!found) return []
      const { name, readiness } = found
      const { label, tone, reviewReasons: reasons, restriction } = readiness
      const exemption = statuses[index]?.exemption
      return [{ ein, name, label, tone, reasons, restriction, exemption }]
    })
    return {
      organizations,
      /** EINs that no loaded source contains. */
      unknownEins: entries.flatMap(({ ein, found }) => (found ? [] : [ein])),
      citations: distinct(
        known(statuses).flatMap(({ citations, exemption }) => [
          ...citations,
          ...(exemption?.citations ?? []),
        ]),
      ),
      counted: organizations.flatMap(({ name, restriction }): Counted[] =>
        restriction
          ? [
              {
                label: `${name}: confirmed entries on restriction lists`,
                value: restriction.confirmed,
              },
              { label: `${name}: entries to be reviewed`, value: restriction.review },
            ]
          : [],
      ),
    }
  },
})

export type DiligenceShown = Awaited<ReturnType<typeof checkDiligence.run>>['organizations'][number]

/** Reads evidence of the revocation and of the list entries that the reasons name. */
async function readStatus(deps: ToolDeps, ein: string) {
  const organization = await unlessNotFound(openProfile(deps, ein))
  if (!organization) return undefined
  const figures = describeStatus(organization).flatMap((sentence) => sentence.figures)
  return {
    citations: known(figures.map((figure) => cite(organization, figure))),
    exemption: toExemption(organization),
  }
}

type Exemption = { isRevoked: boolean; listedAsOf?: string; citations: Citation[] }

/** Whether the IRS revoked the exemption; undefined if no source says so or lists it. */
function toExemption(organization: Organization): Exemption | undefined {
  const { isRevoked, registry } = organization
  if (isRevoked) {
    const revoked = citeRevocation(organization)
    const citation = revoked && cite(organization, { label: 'Exemption revoked', ...revoked })
    return { isRevoked, citations: known([citation]) }
  }
  const ref = citeRegistry(organization, 'NAME')
  if (!registry || ref === undefined) return undefined
  const label = 'Listed in the registry'
  const citation = cite(organization, { label, value: registry.name, ref })
  return { isRevoked, listedAsOf: registry.asOf, citations: known([citation]) }
}

function diligenceLines(one: unknown): string[] {
  if (at(one, 'Name') === undefined) {
    return [
      `- EIN ${einAt(one, 'EIN')}: no organization with this EIN was found, so nothing was checked.`,
    ]
  }
  const score = numberAt(one, 'Rating', 'Score')
  const rating = score === undefined ? 'not rated' : `rated ${score} of 100`
  const year = textAt(one, 'LatestYear') ?? 'unknown'
  const head = `- ${partyOf(one)}: ${textAt(one, 'Readiness', 'Label')}; ${rating}; latest tax year ${year}, revenue ${revenueOf(one)}`
  const reasons = listAt(one, 'Readiness', 'ReviewReasons').map((reason) => `  - ${textAt(reason)}`)
  return [head, ...reasons, ...reportLines(at(one, 'Report'))]
}

/** Returns what the IRS lists say, which lists were checked, and the Refs of the rest. */
function reportLines(report: unknown): string[] {
  if (report === undefined) return []
  const recognition = joined(
    textAt(report, 'Recognition', 'Status'),
    textAt(report, 'Recognition', 'Subsection'),
    textAt(report, 'Recognition', 'AsOf'),
  )
  const gifts = joined(
    textAt(report, 'Deductibility', 'Status'),
    textAt(report, 'Deductibility', 'AsOf'),
  )
  const lists = listAt(report, 'Lists').map(
    (one) => `${textAt(one, 'List')} (${textAt(one, 'AsOf') ?? 'month unknown'})`,
  )
  const sources = listAt(report, 'Sources').map(
    (one) => `${textAt(one, 'What')} [${textAt(one, 'EvidenceRef')}]`,
  )
  return [
    `  - IRS recognition: ${recognition}${bracketed(textAt(report, 'Recognition', 'EvidenceRef'))}`,
    `  - Contributions, according to Publication 78: ${gifts || 'unknown'}${bracketed(textAt(report, 'Deductibility', 'Ref'))}`,
    `  - Restriction lists checked: ${joined(...lists) || 'none'}`,
    ...(sources.length > 0 ? [`  - Sources: ${joined(...sources)}`] : []),
  ]
}

function revenueOf(one: unknown): string {
  const unreadable = listAt(one, 'NotReadable').find((it) => textAt(it, 'Figure') === 'Revenue')
  return unreadable
    ? `${NOT_READABLE} [${textAt(unreadable, 'EvidenceRef')}]`
    : dollars(numberAt(one, 'Revenue'))
}
