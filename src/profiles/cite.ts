import type { Cited } from '../domain/cite.ts'
import { formatRef } from '../domain/evidence.ts'
import type { Organization } from './organization.ts'

export {
  type Citable,
  type Cited,
  citeFact,
  citeNumber,
  citeRegistry,
  citeText,
  citeTicked,
} from '../domain/cite.ts'

/** The day the exemption was revoked; undefined unless it is revoked still. */
export function citeRevocation({
  ein,
  isRevoked,
  revocations: [last],
}: Pick<Organization, 'ein' | 'isRevoked' | 'revocations'>): Cited<string> | undefined {
  if (!isRevoked || !last) return undefined
  const { revokedOn } = last
  const ref = formatRef({ kind: 'revocation', ein, revokedOn, column: 'RevocationDate' })
  return { value: revokedOn, ref }
}
