import { toNameKey } from '../domain/name-keys.ts'
import type { ProfileDeps } from '../organizations/deps.ts'
import type { Organization } from '../organizations/organization.ts'
import { type AttributedPage, readAttributed, type Wanted } from './attributed-page.ts'
import { SUBAWARD_COLUMNS, type SubawardRow } from './store/read-subawards.ts'

/**
 * Reads subawards that prime recipients made to an organization, highest amount first. Throws as
 * `readAttributed` does.
 */
export const readSubawards = (
  deps: ProfileDeps,
  whose: string | Organization,
  wanted: Wanted,
): Promise<AttributedPage<SubawardRow>> =>
  readAttributed(deps, whose, wanted, {
    table: 'subaward',
    columns: SUBAWARD_COLUMNS,
    toRow: withSurePrime,
    namesOf: ({ recipientName, recipientDbaName }) => [recipientName, recipientDbaName],
  })

// An audit may map an identifier to the wrong EIN. The API shows no warning about the EIN of a prime
// recipient, so it is kept only if the names agree.
function withSurePrime(row: SubawardRow): SubawardRow {
  const key = toNameKey(row.primeRecipientName ?? '')
  const isNamed = key !== '' && row.prime?.names.some((name) => toNameKey(name) === key)
  return isNamed ? row : { ...row, prime: null }
}
