import type { TabularKind } from '../../sources/source.ts'
import { bmf } from './bmf.ts'
import { filingIndex } from './filing-index.ts'
import { postcard } from './postcard.ts'
import { pub78 } from './pub78.ts'
import { restricted } from './restricted.ts'
import { revocation } from './revocation.ts'
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
}
