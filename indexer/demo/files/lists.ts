import { hasCase, type Organization } from '../organization.ts'
import { registryName } from './registry.ts'

/** A row of Publication 78: who may receive deductible gifts, with the status code. */
export function writePublication78(organization: Organization): string {
  const { address, family } = organization
  const country = address.foreign?.countryName ?? 'United States'
  const status = family?.role === 'central' ? 'PC,GROUP' : statusOf(organization)
  return [organization.ein, organization.name, address.city, address.state, country, status].join(
    '|',
  )
}

function statusOf({ form, kind }: Organization): string {
  if (form !== '990PF') return 'PC'
  return kind.code === 'T23' ? 'POF' : 'PF'
}

/** Only recognized, unrevoked charities outside a group letter stand in Publication 78. */
export const isInPublication78 = (organization: Organization): boolean =>
  organization.subsection === '03' &&
  !hasCase(organization, 'revoked') &&
  organization.family?.role !== 'subordinate'

// Revocation follows three years without a return, on the due date of the third.
const REVOKED_ON = '15-MAY-2023'
const POSTED_ON = '14-AUG-2023'
const REINSTATED_ON = '15-MAY-2023'

/** A row of the automatic revocation list, twelve fields; the last is the reinstatement. */
export function writeRevocation(organization: Organization): string {
  const { address } = organization
  return [
    organization.ein,
    registryName(organization.name),
    organization.doingBusinessAs ? registryName(organization.doingBusinessAs) : '',
    registryName(address.line1),
    registryName(address.city),
    address.state,
    address.zip.length > 5 ? `${address.zip.slice(0, 5)}-${address.zip.slice(5)}` : address.zip,
    address.foreign?.country ?? 'US',
    organization.subsection,
    REVOKED_ON,
    POSTED_ON,
    hasCase(organization, 'reinstated') ? REINSTATED_ON : '',
  ].join('|')
}

export const isInRevocations = (organization: Organization): boolean =>
  hasCase(organization, 'revoked') || hasCase(organization, 'reinstated')
