import { toNameKey } from '../domain/name-keys.ts'
import type { ProfileDeps } from '../profiles/deps.ts'
import type { Organization } from '../profiles/organization.ts'
import {
  type Attributed,
  type AttributedPage,
  readAttributed,
  type Wanted,
} from './attributed-page.ts'
import { readSubawardRows, type SubawardRow } from './store/read-subawards.ts'

export type Subaward = Attributed<SubawardRow>

/**
 * Subawards that prime recipients passed on to an organization, of all its identifiers, highest
 * amount first. Throws what `readAttributed` does.
 */
export const readSubawards = (
  deps: ProfileDeps,
  whose: string | Organization,
  wanted: Wanted,
): Promise<AttributedPage<SubawardRow>> =>
  readAttributed(deps, whose, wanted, {
    table: 'subaward',
    read: async (...asked) => (await readSubawardRows(...asked)).map(withSurePrime),
    namesOf: ({ recipientName, recipientDbaName }) => [recipientName, recipientDbaName],
  })

// A bad row of an audit says whose the identifier is, not who is named here: no warning stands beside
// the EIN of a prime recipient, so only one that both name alike is told.
function withSurePrime(row: SubawardRow): SubawardRow {
  const key = toNameKey(row.primeRecipientName ?? '')
  const isNamed = key !== '' && row.prime?.names.some((name) => toNameKey(name) === key)
  return isNamed ? row : { ...row, prime: null }
}
