import { basename } from 'node:path'
import { parseFiledEin } from '#src/domain/ein.ts'
import { parseWhole } from '#src/domain/exact-numbers.ts'
import { BMF_COLUMNS } from '#src/domain/source-columns.ts'
import {
  orNull,
  readRevocationDate,
  receivedOn,
  rejectEin,
  rejectTooLong,
  rejectValue,
} from '../../records/row.ts'
import { mapRows, pipeTable, type Row, readTable } from '../delimited.ts'
import { headerKind } from '../header-table.ts'
import {
  isRejection,
  ORIGIN,
  originOf,
  type RowRejection,
  type StagedRow,
  type TabularReader,
  type TabularSource,
} from '../source.ts'

const eachOf = (names: readonly string[]) => names.map((name) => [name])

type BmfColumn = keyof typeof BMF_COLUMNS
export const BMF_NAMES = Object.keys(BMF_COLUMNS) as BmfColumn[]

const at = (name: BmfColumn): number => BMF_NAMES.indexOf(name)
const EIN = at('EIN')
const NAME = at('NAME')
const AMOUNTS = (['ASSET_AMT', 'INCOME_AMT', 'REVENUE_AMT'] as const).map(at)
// The IRS has a real STREET of "NA", so only these columns are decisive.
const NA_WITNESSES = (['ICO', 'TAX_PERIOD', 'ASSET_AMT', 'REVENUE_AMT'] as const).map(at)
// Rows examined before the first is passed on: a sample writes NA in most of them.
const PEEKED = 100

/**
 * The Business Master File: one row per organization and month. Samples from statistics packages
 * write `NA` for empty fields, which the IRS never does.
 */
export const bmf: TabularReader = {
  ...headerKind({
    kind: 'bmf',
    required: eachOf(BMF_NAMES),
    names: BMF_NAMES,
    columns: [...Object.values(BMF_COLUMNS), ...ORIGIN],
  }),
  async *read(text, source) {
    const rows = readTable(text, { names: BMF_NAMES })
    const peeked: (Row | RowRejection)[] = []
    while (peeked.length < PEEKED) {
      const { done, value } = await rows.next()
      if (done) break
      peeked.push(value)
    }
    const hasNa = peeked.some(writesNa)
    for (const early of peeked) yield toBmfRow(early, source, hasNa)
    for await (const row of rows) yield toBmfRow(row, source, hasNa)
  },
}

const writesNa = (row: Row | RowRejection): boolean =>
  'fields' in row && NA_WITNESSES.some((column) => row.fields[column] === 'NA')

function toBmfRow(
  read: Row | RowRejection,
  source: TabularSource,
  hasNa: boolean,
): StagedRow | RowRejection {
  if (isRejection(read)) return read
  const { row } = read
  const fields = hasNa
    ? read.fields.map((field, column) => (field === 'NA' && column !== NAME ? '' : field))
    : read.fields
  const ein = parseFiledEin(fields[EIN] ?? '')
  if (ein === undefined)
    return rejectValue(row, 'InvalidEin', 'a nine-digit EIN', fields[EIN] ?? '')
  if (!fields[NAME]) return rejectValue(row, 'NoName', 'a name', '')
  const fault = rejectTooLong(row, fields, (column) => BMF_NAMES[column] ?? 'A field')
  if (fault) return fault
  for (const column of AMOUNTS) {
    const amount = fields[column] ?? ''
    if (amount !== '' && parseWhole(amount) === undefined) {
      return rejectValue(row, 'InvalidAmount', `a whole number in ${BMF_NAMES[column]}`, amount)
    }
  }
  const values = fields.map((field, column) => (column === EIN ? ein : orNull(field)))
  return { row, values: [...values, ...originOf(source, row)] }
}

const INDEX_NAMES = [
  'RETURN_ID',
  'FILING_TYPE',
  'EIN',
  'TAX_PERIOD',
  'SUB_DATE',
  'TAXPAYER_NAME',
  'RETURN_TYPE',
  'DLN',
  'OBJECT_ID',
] as const
// Since 2023, the index lists the archive of each return.
const BATCH = 'XML_BATCH_ID'
const ALL_INDEX_NAMES = [...INDEX_NAMES, BATCH]

/** The IRS's index of the returns it published in one year. */
export const filingIndex: TabularReader = {
  ...headerKind({
    kind: 'index',
    required: eachOf(INDEX_NAMES),
    // With further columns, it is a join of the index with another table.
    isClosed: true,
    names: ALL_INDEX_NAMES,
    columns: [
      'object_id',
      'ein',
      'form',
      'tax_period',
      'submitted',
      'taxpayer_name',
      'dln',
      'batch',
      'index_year',
      'source_row',
    ],
  }),
  read: (text, source) => {
    const year = yearOf(source)
    return mapRows(readTable(text, { names: ALL_INDEX_NAMES }), (row) => toIndexRow(row, year))
  },
}

function toIndexRow({ row, fields }: Row, year: number): StagedRow | RowRejection {
  const [, , ein = '', period = '', submitted = '', name = '', form = '', dln = '', id = ''] =
    fields
  const fault =
    rejectEin(row, ein) ??
    rejectKeys(row, period, id) ??
    rejectTooLong(row, fields, (column) => ALL_INDEX_NAMES[column] ?? 'A field')
  if (fault) return fault
  const batch = fields[INDEX_NAMES.length] ?? ''
  const others = [submitted, name, dln, batch].map(orNull)
  return { row, values: [id, parseFiledEin(ein) ?? null, form, period, ...others, year, row] }
}

/** Returns the year of `index_2024.csv`, or that of the source's month if the name has none. */
const yearOf = ({ path, member, asOf }: TabularSource): number =>
  Number(/index_(20\d{2})/i.exec(member ?? basename(path))?.[1] ?? asOf.slice(0, 4))

function rejectKeys(row: number, period: string, objectId: string): RowRejection | undefined {
  if (receivedOn(objectId) === undefined) {
    return rejectValue(row, 'InvalidObjectId', 'an 18-digit object ID', objectId)
  }
  const isPeriod = /^\d{4}(0[1-9]|1[0-2])$/.test(period)
  return isPeriod
    ? undefined
    : rejectValue(row, 'InvalidPeriod', 'a tax period such as 202312', period)
}

// One code or a list of them, for example PC or EO,LODGE.
const CODES = /^[A-Z]+(,\s*[A-Z]+)*$/

/** Publication 78: organizations to which gifts are deductible. */
export const pub78 = pipeTable({
  kind: 'pub78',
  width: 6,
  isFirst: ([ein = '', , , , , codes = '']) =>
    parseFiledEin(ein) !== undefined && CODES.test(codes),
  columns: ['ein', 'name', 'city', 'state', 'country', 'deductibility_codes', ...ORIGIN],
  toRow({ row, fields }, source) {
    const [ein = '', name = '', city = '', state = '', country = '', codes = ''] = fields
    const fault = rejectEin(row, ein) ?? rejectTooLong(row, fields)
    if (fault) return fault
    if (name === '') return rejectValue(row, 'NoName', 'a name', '')
    if (!CODES.test(codes))
      return rejectValue(row, 'InvalidCode', 'deductibility codes such as PC', codes)
    const listed = codes.split(',').map((code) => code.trim())
    const place = [city, state, country].map(orNull)
    const values = [parseFiledEin(ein) ?? null, name, ...place, listed, ...originOf(source, row)]
    return { row, values }
  },
})

const DATE_COLUMNS = [9, 10, 11] as const

/** Automatic revocations of exemption: one row per event, because an EIN can repeat. */
export const revocation = pipeTable({
  kind: 'revocation',
  width: 12,
  isFirst: (fields) => readRevocationDate(fields[9] ?? '') !== undefined,
  columns: [
    'ein',
    'revoked_on',
    'posted_on',
    'reinstated_on',
    'name',
    'dba_name',
    'street',
    'city',
    'state',
    'zip',
    'country',
    'exemption_type',
    ...ORIGIN,
  ],
  toRow({ row, fields }, source) {
    const fault =
      rejectEin(row, fields[0] ?? '') ?? rejectDates(fields, row) ?? rejectTooLong(row, fields)
    if (fault) return fault
    const [ein = '', name = '', ...others] = fields
    const dates = DATE_COLUMNS.map((column) => readRevocationDate(fields[column] ?? '') ?? null)
    const keys = [parseFiledEin(ein) ?? null, ...dates, name]
    return { row, values: [...keys, ...others.slice(0, 7).map(orNull), ...originOf(source, row)] }
  },
})

/**
 * Rejects a row without a revocation date, or with a posting or reinstatement that is not a date.
 */
function rejectDates(fields: readonly string[], row: number): RowRejection | undefined {
  for (const column of DATE_COLUMNS) {
    const text = fields[column] ?? ''
    if (text === '' && column !== DATE_COLUMNS[0]) continue
    if (readRevocationDate(text) === undefined) {
      return rejectValue(
        row,
        'InvalidDate',
        `a date such as 15-MAY-2010 in column ${column + 1}`,
        text,
      )
    }
  }
  return undefined
}
