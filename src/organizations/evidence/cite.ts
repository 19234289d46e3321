import type { Cited } from '#src/domain/cite.ts'
import { formatRef } from '#src/domain/evidence.ts'
import type { Organization, RevocationRow } from '../organization.ts'

export {
  type Citable,
  type Cited,
  citeFact,
  citeNumber,
  citeRegistry,
  citeText,
  citeTicked,
  citeUnreadable,
  type FiledNumber,
  type Readable,
  readNumber,
} from '#src/domain/cite.ts'

/** The day the exemption was revoked; undefined unless it is revoked still. */
export function citeRevocation({
  ein,
  isRevoked,
  revocations: [last],
}: Pick<Organization, 'ein' | 'isRevoked' | 'revocations'>): Cited<string> | undefined {
  return isRevoked && last ? citeRevokedOn(ein, last) : undefined
}

/**
 * The day of a revocation that its list does not take back, of an organization that counts as not
 * revoked because a newer registry lists it (indexer/resolve/README.md, who is revoked).
 */
export function citeOverruled({
  ein,
  isRevoked,
  revocations: [last],
}: Pick<Organization, 'ein' | 'isRevoked' | 'revocations'>): Cited<string> | undefined {
  if (isRevoked || !last) return undefined
  const isReinstated = last.reinstatedOn !== null && last.reinstatedOn >= last.revokedOn
  return isReinstated ? undefined : citeRevokedOn(ein, last)
}

function citeRevokedOn(ein: string, { revokedOn }: RevocationRow): Cited<string> {
  const ref = formatRef({ kind: 'revocation', ein, revokedOn, column: 'RevocationDate' })
  return { value: revokedOn, ref }
}
