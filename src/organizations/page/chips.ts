import { formatDay } from '#src/domain/days.ts'
import { groupBy } from '#src/domain/es2024.ts'
import { toRef } from '#src/domain/evidence.ts'
import { HEADER_PLACES } from '#src/domain/facts/catalogue.ts'
import { nteeLabel } from '#src/domain/ntee.ts'
import { describeFoundation, describeSubsection } from '#src/domain/registry-codes.ts'
import { isShortYear } from '#src/domain/tax-period.ts'
import { citeRegistry, citeRevocation, citeText, citeTicked } from '../../domain/cite.ts'
import type { Filing, Organization } from '../organization.ts'
import { toDeductibility } from './deductibility.ts'
import { labelRestriction } from './status-sentences.ts'

/** A short label about an organization or the selected filing, with its Ref. */
export type Chip = { kind: 'Sector' | 'Affiliation' | 'Context'; label: string; ref: string }

// The first schema version with the current element names in the header.
const FIRST_WITH_CURRENT_NAMES = '2013v3.0'

type Found = { label: string; ref: string | undefined } | undefined

/**
 * Returns the chips: restriction lists first, then sector, affiliation, legal status, and kind of
 * return.
 */
export function toChips(organization: Organization, filing: Filing): Chip[] {
  const found: [Chip['kind'], Found][] = [
    ...restrictions(organization),
    ['Sector', sector(organization)],
    ['Affiliation', affiliation(organization, filing)],
    ['Context', legalStatus(organization, filing)],
    ['Context', foundation(organization)],
    ['Context', deductibility(organization)],
    ['Context', revocation(organization)],
    ['Context', { label: 'Group return for affiliates', ref: citeTicked(filing, 'groupReturn') }],
    ['Context', { label: 'Amended return', ref: citeTicked(filing, 'amendedReturn') }],
    ['Context', { label: 'Initial return', ref: citeTicked(filing, 'initialReturn') }],
    ['Context', finalReturn(filing)],
    ['Context', shortYear(filing)],
    ['Context', smallReceipts(filing)],
  ]
  return found.flatMap(([kind, chip]) =>
    chip?.ref === undefined ? [] : [{ kind, label: chip.label, ref: chip.ref }],
  )
}

/** Returns one chip per label, however many entries match. */
function restrictions({ restrictions: matches }: Organization): [Chip['kind'], Found][] {
  const byLabel = groupBy(matches, labelRestriction)
  return [...byLabel].map(([label, [first]]) => ['Context', { label, ref: first?.ref }])
}

function sector(organization: Organization): Found {
  const code = organization.registry?.nteeCode
  const cause = code ? nteeLabel(code) : undefined
  // Code Z means unclassified.
  if (code?.startsWith('Z')) return undefined
  return cause && { label: cause.label, ref: citeRegistry(organization, 'NTEE_CD') }
}

function affiliation(organization: Organization, filing: Filing): Found {
  const { familyId, role, registry } = organization
  if (familyId === null) return undefined
  const number = familyId.replace(/^GEN-/, '')
  // A member may report a group that the registry does not have.
  const isRegistered = registry?.groupExemption === number
  const ref = isRegistered
    ? citeRegistry(organization, 'GROUP')
    : citeText(filing, 'groupExemptionNumber')?.ref
  const words =
    role === 'Central' ? 'Central organization of' : role === 'Member' ? 'Member of' : 'In'
  return { label: `${words} group exemption ${number}`, ref }
}

function legalStatus(organization: Organization, filing: Filing): Found {
  const ticked = (
    [
      ['is501c3', '501(c)(3)'],
      ['isExemptFoundation', '501(c)(3)'],
      ['is527', '527'],
      ['is4947a1', '4947(a)(1)'],
      ['isFoundationTrust', '4947(a)(1)'],
    ] as const
  ).flatMap(([key, label]) => {
    const ref = citeTicked(filing, key)
    return ref === undefined ? [] : [{ label, ref }]
  })
  const filed = ticked[0] ?? paragraph501c(filing)
  if (filed) return filed
  const label = describeSubsection(organization.registry?.subsection ?? '')
  return label === undefined ? undefined : { label, ref: citeRegistry(organization, 'SUBSECTION') }
}

/** Reads the paragraph of another 501(c) organization from the attribute of the checked box. */
function paragraph501c(filing: Filing): Found {
  const filed = citeText(filing, 'paragraph501c')
  const [, number] =
    /^(?:501\s?\(c\))?[\s(]{0,3}0?(\d{1,2})[\s)]{0,3}$/i.exec(filed?.value ?? '') ?? []
  const label = number && describeSubsection(number.padStart(2, '0'))
  // Codes from 40 are the registry's own, not paragraphs.
  return label?.startsWith('501(c)') ? { label, ref: filed?.ref } : undefined
}

// "Not a 501(c)(3)" and "Suspense" add nothing to the legal status.
const PLAIN_FOUNDATION = new Set(['00', '09'])

function foundation(organization: Organization): Found {
  const code = organization.registry?.foundation ?? ''
  const label = PLAIN_FOUNDATION.has(code) ? undefined : describeFoundation(code)
  return label === undefined ? undefined : { label, ref: citeRegistry(organization, 'FOUNDATION') }
}

function deductibility(organization: Organization): Found {
  const found = toDeductibility(organization)
  if (!found || found.status === 'NotListed') return undefined
  const label =
    found.status === 'Deductible'
      ? 'Gifts are deductible'
      : `Deductibility is limited or conditional (code ${found.codes.join(', ')})`
  return { label, ref: found.ref }
}

function revocation(organization: Organization): Found {
  const revoked = citeRevocation(organization)
  return revoked && { label: `Exemption revoked ${formatDay(revoked.value)}`, ref: revoked.ref }
}

const finalReturn = (filing: Filing): Found => ({
  label: filing.form === '990N' ? 'Terminated' : 'Final return',
  ref: citeTicked(filing, 'finalReturn'),
})

function shortYear(filing: Filing): Found {
  const { schemaVersion, taxPeriodBegin, taxPeriodEnd } = filing
  if (!isShortYear(filing) || schemaVersion === null || taxPeriodBegin === null) return undefined
  const [current, former] = HEADER_PLACES.taxPeriodBegin
  const path = schemaVersion < FIRST_WITH_CURRENT_NAMES ? former : current
  return {
    label: `Short year, ${formatDay(taxPeriodBegin)} to ${formatDay(taxPeriodEnd)}`,
    ref: toRef({ ...filing, path }),
  }
}

const smallReceipts = (filing: Filing): Found => ({
  label: 'Gross receipts normally $50,000 or less',
  ref: citeTicked(filing, 'grossReceiptsNotOverLimit'),
})
