import { audit, auditIdentifier } from './kinds/audits.ts'
import { award, awardTransaction } from './kinds/awards.ts'
import { ofacAddress, ofacAlias, ofacComment, ofacParty } from './kinds/ofac-tables.ts'
import { postcard } from './kinds/postcard.ts'
import { bmf, filingIndex, pub78, revocation } from './kinds/registry.ts'
import { sam } from './kinds/sam.ts'
import { subaward } from './kinds/subawards.ts'
import type { TabularKind, TabularReader } from './source.ts'

const READERS: Readonly<Record<TabularKind, TabularReader>> = {
  index: filingIndex,
  postcard,
  bmf,
  pub78,
  revocation,
  'ofac-party': ofacParty,
  'ofac-alias': ofacAlias,
  'ofac-address': ofacAddress,
  sam,
  award,
  'award-transaction': awardTransaction,
  subaward,
  audit,
  'audit-identifier': auditIdentifier,
  // Last, because its two columns identify the kind least clearly.
  'ofac-comment': ofacComment,
}

/** The readers of all kinds of tables, in the order in which they are asked. */
export const TABULAR_READERS: readonly TabularReader[] = Object.values(READERS)

/** Returns the reader of one kind. */
export const tabularReader = (kind: TabularKind): TabularReader => READERS[kind]
