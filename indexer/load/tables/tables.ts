import type { TabularKind } from '../../sources/source.ts'
import { audit, auditIdentifier, award, awardTransaction, subaward } from './awards.ts'
import type { Table } from './merge.ts'
import { postcard } from './postcard.ts'
import { bmf, filingIndex, pub78, revocation } from './registry.ts'
import { restricted } from './restricted.ts'

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
