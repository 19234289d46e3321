import type { TabularKind } from '../../sources/source.ts'
import { audit, auditIdentifier, award, awardTransaction, subaward } from './awards.ts'
import type { Table } from './merge.ts'
import { postcard } from './postcard.ts'
import { bmf, filingIndex, pub78, revocation } from './registry.ts'

const TABLES: Partial<Record<TabularKind, Table>> = {
  index: filingIndex,
  postcard,
  bmf,
  pub78,
  revocation,
  award,
  'award-transaction': awardTransaction,
  subaward,
  audit,
  'audit-identifier': auditIdentifier,
}

/** Returns how the rows of a kind of table are merged. Restriction lists are replaced instead. */
export function tableOf(kind: TabularKind): Table {
  const table = TABLES[kind]
  if (table === undefined) throw new Error(`${kind} is not merged.`)
  return table
}
