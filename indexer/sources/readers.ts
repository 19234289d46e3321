import { reader as bmf } from './bmf.ts'
import { reader as audit } from './fac-audits.ts'
import { reader as auditIdentifier } from './fac-identifiers.ts'
import { reader as index } from './index.ts'
import { reader as ofacAddress } from './ofac-address.ts'
import { reader as ofacAlias } from './ofac-alias.ts'
import { reader as ofacComment } from './ofac-comment.ts'
import { reader as ofacParty } from './ofac-party.ts'
import { reader as ofacXml } from './ofac-xml.ts'
import { reader as postcard } from './postcard.ts'
import { reader as pub78 } from './pub78.ts'
import { reader as revocation } from './revocation.ts'
import { reader as sam } from './sam-exclusions.ts'
import type { TabularKind, TabularReader } from './source.ts'
import { reader as award } from './usaspending-awards.ts'
import { reader as subaward } from './usaspending-subawards.ts'
import { reader as awardTransaction } from './usaspending-transactions.ts'

const READERS: Readonly<Record<TabularKind, TabularReader>> = {
  index,
  postcard,
  bmf,
  pub78,
  revocation,
  'ofac-party': ofacParty,
  'ofac-alias': ofacAlias,
  'ofac-address': ofacAddress,
  'ofac-xml': ofacXml,
  sam,
  award,
  'award-transaction': awardTransaction,
  subaward,
  audit,
  'audit-identifier': auditIdentifier,
  // Last: of two columns it can tell least.
  'ofac-comment': ofacComment,
}

/** The readers of all kinds of tables. */
export const TABULAR_READERS: readonly TabularReader[] = Object.values(READERS)

/** The reader of one kind. */
export const tabularReader = (kind: TabularKind): TabularReader => READERS[kind]
