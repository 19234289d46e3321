import type { Session } from '#src/clients/postgres.ts'
import type { RowRejection } from '../../sources/source.ts'

/**
 * How the rows of one kind of table are stored. A batch is copied into a temporary table `staged`,
 * which has the reader's columns, and merged in the same transaction. A killed load repeats a
 * batch, so merging the same rows twice must change nothing.
 */
export type Table = {
  /** SQL types of the columns that are not text. */
  types: Readonly<Record<string, string>>
  /**
   * Statements run one after the other, without parameters. The last returns one row
   * `{loaded, replaced, unchanged}` of integers.
   */
  merge: readonly string[]
  /** Notes what could not be stored of a batch, in its transaction. */
  reject?(session: Session, sourceId: number, rejected: readonly RowRejection[]): Promise<void>
  /** Run once a source's last batch is merged, in its transaction, with all its rejects entered. */
  finish?(session: Session, sourceId: number): Promise<void>
}

/** SQL types of the columns in which a row says where it came from. */
export const ORIGIN_TYPES = { as_of: 'date', source_row: 'integer' } as const
