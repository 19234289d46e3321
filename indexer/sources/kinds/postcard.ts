import { parseFiledEin } from '#src/domain/ein.ts'
import { readPostcardDate } from '../../records/dates.ts'
import { POSTCARD_FIELDS, toPostcard } from '../../records/postcard.ts'
import { fileOf, isRejection, monthOf } from '../source.ts'
import { pipeTable } from './pipe-table.ts'

/** The e-postcard file: each row is a filing of form 990N. */
export const postcard = pipeTable({
  kind: 'postcard',
  width: POSTCARD_FIELDS.length,
  isFirst: ([ein = '', , , , , , periodEnd = '']) =>
    parseFiledEin(ein) !== undefined && readPostcardDate(periodEnd) !== undefined,
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
  toRow({ fields, row, line }, source) {
    const filed = toPostcard(fields, row, line)
    if (isRejection(filed)) return filed
    const values = [
      filed.objectId,
      filed.ein,
      filed.taxPeriodBegin,
      filed.taxPeriodEnd,
      filed.taxYear,
      filed.isFinal,
      JSON.stringify(filed.facts),
      JSON.stringify(filed.content),
      JSON.stringify(filed.contents),
      JSON.stringify(filed.rowFacts),
      filed.sha256,
      fileOf(source),
      row,
      monthOf(source),
    ]
    return { row, values }
  },
})
