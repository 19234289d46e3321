import { createHash } from 'node:crypto'
import type { Block } from '#src/domain/blocks.ts'
import { parseFiledEin } from '#src/domain/ein.ts'
import { FORM_BLOCK } from '#src/domain/form.ts'
import { packJson } from '#src/domain/packed-json.ts'
import { cutPart } from '../../records/cut-part.ts'
import { derive, readParts } from '../../records/derived.ts'
import {
  objectIdOfContent,
  readPostcardDate,
  rejectEin,
  rejectTooLong,
  rejectValue,
} from '../../records/row.ts'
import { pipeTable, type Row } from '../delimited.ts'
import {
  fileOf,
  isRejection,
  monthOf,
  type RowRejection,
  type StagedValue,
  type TabularSource,
} from '../source.ts'

/** Fields of a postcard in the order of the IRS's data dictionary; the leaves of its block. */
const POSTCARD_FIELDS = [
  'EIN',
  'TaxYear',
  'OrganizationName',
  'GrossReceiptsNotGreaterThan',
  'OrganizationHasTerminated',
  'TaxPeriodBeginDate',
  'TaxPeriodEndDate',
  'WebsiteURL',
  'PrincipalOfficersName',
  'POAddressLine1',
  'POAddressLine2',
  'POCity',
  'POProvince',
  'POState',
  'POZip',
  'POCountry',
  'OrgMailingAddressLine1',
  'OrgMailingAddressLine2',
  'OrgCity',
  'OrgProvince',
  'OrgState',
  'OrgPostalCode',
  'OrgCountry',
  'DBA1',
  'DBA2',
  'DBA3',
] as const

const COLUMNS = [
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
] as const

const YEAR = /^(19|20)\d{2}$/

/** Returns a row as a filing of form 990N by column, keyed by its hash, or why it is rejected. */
function toPostcard(
  { fields, row, line }: Row,
  source: TabularSource,
): Record<(typeof COLUMNS)[number], StagedValue> | RowRejection {
  const [ein = '', taxYear = '', name = '', , , begin = '', end = ''] = fields
  const taxPeriodBegin = begin === '' ? null : readPostcardDate(begin)
  const taxPeriodEnd = readPostcardDate(end)
  const badEin = rejectEin(row, ein)
  if (badEin) return badEin
  if (!YEAR.test(taxYear)) return rejectValue(row, 'InvalidYear', 'a four-digit tax year', taxYear)
  if (name === '') return rejectValue(row, 'NoName', 'a name', '')
  if (taxPeriodBegin === undefined)
    return rejectValue(row, 'InvalidDate', 'a first day in the format MM-DD-YYYY', begin)
  if (taxPeriodEnd === undefined)
    return rejectValue(row, 'InvalidDate', 'a last day in the format MM-DD-YYYY', end)
  // Only a web address may be long.
  const fault = rejectTooLong(
    row,
    fields.map((field, column) => (POSTCARD_FIELDS[column] === 'WebsiteURL' ? '' : field)),
    (column) => POSTCARD_FIELDS[column] ?? 'A field',
  )
  if (fault) return fault
  const sha256 = createHash('sha256').update(line.trim()).digest()
  const content = toContent(fields)
  const filer = { form: '990N', ein: parseFiledEin(ein) ?? ein } as const
  const json = Buffer.from(JSON.stringify(content))
  const parts = [cutPart({ block: FORM_BLOCK['990N'], ordinal: 1, json })]
  const { facts, contents, rowFacts } = derive(filer, parts, readParts('990N', parts))
  return {
    object_id: objectIdOfContent(sha256),
    ein: filer.ein,
    tax_period_begin: taxPeriodBegin,
    tax_period_end: taxPeriodEnd,
    tax_year: Number(taxYear),
    is_final: facts.finalReturn?.value === true,
    facts: JSON.stringify(facts),
    content: packJson(FORM_BLOCK['990N'], json),
    contents: JSON.stringify(contents),
    row_facts: JSON.stringify(rowFacts),
    content_sha256: sha256,
    source_archive: fileOf(source),
    source_row: row,
    as_of: monthOf(source),
  }
}

/** Leaves out empty fields, which are not reported. */
const toContent = (fields: readonly string[]): Block =>
  Object.fromEntries(
    POSTCARD_FIELDS.flatMap((field, column) => {
      const value = fields[column]
      return value ? [[field, value]] : []
    }),
  )

/** The e-postcard file: each row is a filing of form 990N. */
export const postcard = pipeTable({
  kind: 'postcard',
  width: POSTCARD_FIELDS.length,
  isFirst: ([ein = '', , , , , , periodEnd = '']) =>
    parseFiledEin(ein) !== undefined && readPostcardDate(periodEnd) !== undefined,
  columns: COLUMNS,
  toRow(read, source) {
    const filed = toPostcard(read, source)
    if (isRejection(filed)) return filed
    return { row: read.row, values: COLUMNS.map((column) => filed[column]) }
  },
})
