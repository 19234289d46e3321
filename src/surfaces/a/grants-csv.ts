import { Readable } from 'node:stream'
import { toLocation } from '../../domain/places.ts'
import type { GrantDownload } from '../../network/download-grants.ts'
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
 * The download as CSV (RFC 4180, UTF-8), made as fast as it is read; a cell that a spreadsheet
 * would take for a formula begins with an apostrophe. Destroyed, it ends the download.
 */
export const toCsv = (download: GrantDownload): Readable =>
  Readable.from(linesOf(download), { objectMode: false })

/** An iterator of its own: one that is destroyed before it was read must end the download, too. */
function linesOf(download: GrantDownload): AsyncIterableIterator<string, undefined> {
  let isFirst = true
  const lines: AsyncIterableIterator<string, undefined> = {
    async next() {
      if (isFirst) {
        isFirst = false
        return { done: false, value: toCsvLines([HEADER]) }
      }
      const { done, value } = await download.next()
      if (done) return { done, value: undefined }
      return {
        done: false,
        value: toCsvLines(value.map((grant) => CELLS.map((cell) => cell(grant)))),
      }
    },
    async return() {
      await download.return?.()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => lines,
  }
  return lines
}
