import type { TabularKind } from '../../sources/source.ts'
import { audit } from './audit.ts'
import { auditIdentifier } from './audit-identifier.ts'
import { award } from './award.ts'
import { awardTransaction } from './award-transaction.ts'
import { bmf } from './bmf.ts'
import { filingIndex } from './filing-index.ts'
import { postcard } from './postcard.ts'
import { pub78 } from './pub78.ts'
import { restricted } from './restricted.ts'
import { revocation } from './revocation.ts'
import { subaward } from './subaward.ts'
import type { Table } from './table.ts'

/** How the rows of each kind of table are stored. */
export const TABLES: Readonly<Record<TabularKind, Table>> = {
  index: filingIndex,
  postcard,
  bmf,
  pub78,
  revocation,
  'ofac-party': restricted,
  'ofac-alias': restricted,
  'ofac-address': restricted,
  'ofac-comment': restricted,
  'ofac-xml': restricted,
  sam: restricted,
  award,
  'award-transaction': awardTransaction,
  subaward,
  audit,
  'audit-identifier': auditIdentifier,
}
