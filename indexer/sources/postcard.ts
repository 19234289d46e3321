import { parseFiledEin } from '#src/domain/ein.ts'
import { readPostcardDate } from '../records/list-dates.ts'
import { POSTCARD_FIELDS, toPostcard } from '../records/postcard.ts'
import { fileOf, monthOf } from './origin.ts'
import { firstPipeRow, pipeReader } from './pipe.ts'
import type { TabularReader } from './source.ts'

const COLUMNS = POSTCARD_FIELDS.length

/** The e-postcard file: each row is a filing of form 990N. */
export const reader: TabularReader = {
  kind: 'postcard',
  recognizes: (head) => {
    const fields = firstPipeRow(head)
    return (
      fields.length === COLUMNS &&
      parseFiledEin(fields[0] ?? '') !== undefined &&
      readPostcardDate(fields[6] ?? '') !== undefined
    )
  },
  columns: [
    'object_id',
    'ein',
    'tax_period_begin',
    'tax_period_end',
    'tax_year',
    'is_final',
    'facts',
    'content',
    'contents',
    'row_facts',
    'content_sha256',
    'source_archive',
    'source_row',
    'as_of',
  ],
  read: pipeReader(COLUMNS, (fields, { row, line, source }) => {
    const postcard = toPostcard(fields, row, line)
    if ('code' in postcard) return postcard
    const values = [
      postcard.objectId,
      postcard.ein,
      postcard.taxPeriodBegin,
      postcard.taxPeriodEnd,
      postcard.taxYear,
      postcard.isFinal,
      JSON.stringify(postcard.facts),
      JSON.stringify(postcard.content),
      JSON.stringify(postcard.contents),
      JSON.stringify(postcard.rowFacts),
      postcard.sha256,
      fileOf(source),
      row,
      monthOf(source),
    ]
    return { row, values }
  }),
}
