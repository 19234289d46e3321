import { reader as bmf } from './bmf.ts'
import { reader as index } from './index.ts'
import { reader as postcard } from './postcard.ts'
import { reader as pub78 } from './pub78.ts'
import { reader as revocation } from './revocation.ts'
import type { TabularKind, TabularReader } from './source.ts'

const READERS: Readonly<Record<TabularKind, TabularReader>> = {
  index,
  postcard,
  bmf,
  pub78,
  revocation,
}

/** The readers of all kinds of tables. */
export const TABULAR_READERS: readonly TabularReader[] = Object.values(READERS)

/** The reader of one kind. */
export const tabularReader = (kind: TabularKind): TabularReader => READERS[kind]
