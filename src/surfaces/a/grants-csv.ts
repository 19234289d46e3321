import { toLocation } from '../../domain/places.ts'
import type { Grant } from '../../network/grants.ts'
import { toCsvLines } from './csv-lines.ts'

/** Columns of the table, in order; an EIN is a text of nine characters. */
const COLUMNS: Record<string, (grant: Grant) => string | number | undefined> = {
  Direction: ({ direction }) => direction,
  TaxYear: ({ taxYear }) => taxYear,
  FunderEIN: ({ funder }) => funder.ein,
  FunderName: ({ funder }) => funder.name,
  FunderLocation: ({ funder }) => toLocation(funder.place),
  RecipientEIN: ({ recipient }) => recipient.ein,
  RecipientName: ({ recipient }) => recipient.name,
  RecipientFiledName: ({ filedName }) => filedName,
  RecipientFiledEIN: ({ filedEin }) => filedEin,
  RecipientLocation: ({ recipient }) => toLocation(recipient.place),
  RecipientFiledLocation: ({ filedPlace }) => filedPlace && toLocation(filedPlace),
  Region: ({ region }) => region,
  Amount: ({ amount }) => amount,
  Purpose: ({ purpose }) => purpose,
  Category: ({ category }) => category,
  NotCounted: ({ notCounted }) => notCounted,
  Form: ({ form }) => form,
  MatchMethod: ({ matchMethod }) => matchMethod,
  MatchConfidence: ({ matchConfidence }) => matchConfidence,
  EvidenceRef: ({ evidence }) => evidence.ref,
  Citation: ({ evidence }) => evidence.citation,
}

const HEADER = Object.keys(COLUMNS)
const CELLS = Object.values(COLUMNS)

/**
 * The grants as CSV (RFC 4180, UTF-8), a piece a batch, the header line first; a cell that a
 * spreadsheet would take for a formula begins with an apostrophe.
 */
export async function* toCsvPieces(batches: AsyncIterable<Grant[]>): AsyncGenerator<string> {
  yield toCsvLines([HEADER])
  for await (const grants of batches) {
    yield toCsvLines(grants.map((grant) => CELLS.map((cell) => cell(grant))))
  }
}
