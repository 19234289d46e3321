import type { Session } from '#src/clients/postgres.ts'
import type { ListedParty } from './listed-party.ts'

// An exclusion that has ended counts no longer; on its last day it still does.
const SQL = `
  select list, entry, kind, name, programs, is_partial as "isPartial", eins,
    to_char(as_of, 'YYYY-MM') as "asOf", names as "otherNames", addresses
  from restricted_current
  where ends_on is null or ends_on >= current_date`

/** Every party of the restriction lists that counts today. */
export async function* readParties(session: Session): AsyncGenerator<ListedParty> {
  for await (const batch of session.stream<ListedParty>(SQL)) yield* batch
}
