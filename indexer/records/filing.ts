import { type FilingBlocks, readPath } from '#src/domain/blocks.ts'
import { type Ein, parseFiledEin } from '#src/domain/ein.ts'
import { HEADER_PLACES } from '#src/domain/facts/catalogue.ts'
import type { Facts } from '#src/domain/facts/read-facts.ts'
import { TABLE_PARTS } from '#src/domain/facts/tables/count-rows.ts'
import { FORM_BLOCK, type Form, HEADER_BLOCK } from '#src/domain/form.ts'
import { formatCount } from '#src/domain/money.ts'
import { Unreadable } from '../sources/bytes.ts'
import { type ParsedReturn, tooLarge } from '../sources/strict-return.ts'
import { type CutPart, cutParts } from './cut-part.ts'
import { type Derived, derive, isReadWhole, readParts } from './derived.ts'
import { readFiledDate, readFiledMoment, receivedOn } from './row.ts'

/** A row of table `filing` with its parts, without its origin. */
export type FilingRecord = Derived &
  ReturnType<typeof flagsOf> & {
    objectId: string
    ein: Ein
    form: Form
    taxPeriodBegin: string | undefined
    taxPeriodEnd: string
    taxYear: number
    schemaVersion: string | undefined
    receivedOn: string | undefined
    returnedAt: string | undefined
    parts: CutPart[]
  }

/**
 * Returns a parsed return as a record. Throws Unreadable if it has no filer, form, or period,
 * or is too large.
 */
export function toFilingRecord(parsed: ParsedReturn, objectId: string): FilingRecord {
  const form = formOf(parsed)
  const parts = cutParts(parsed.blocks)
  requireSize(form, parts)
  const blocks = readParts(form, parts)
  const read: Read = (place) => readFirst(blocks, HEADER_PLACES[place])
  const ein = readEin(read('ein'))
  const period = readPeriod(read)
  const returnedAt = readFiledMoment(read('returnedAt'))
  const { schemaVersion } = parsed
  const derived = derive({ form, ein, schemaVersion }, parts, blocks)
  return {
    ...derived,
    ...flagsOf(derived.facts),
    objectId,
    ein,
    form,
    ...period,
    schemaVersion: parsed.schemaVersion,
    receivedOn: receivedOn(objectId) ?? returnedAt?.slice(0, 10),
    returnedAt,
    warnings: [
      ...returnWarnings(parsed.schemaVersion, parsed.droppedSsns > 0),
      ...derived.warnings,
    ],
    parts,
  }
}

// The service opens parts, and chunks of rows, whole; as objects they take up to ten times their
// size. At this limit a chunk's rows have 160 KiB on average.
const LARGEST_OPENED = 16 << 20
// An empty element takes three bytes of JSON and a hundred bytes in memory.
const MAX_ELEMENTS = 250_000

/** Throws if parts that are opened together, or a chunk of rows, are too large. */
function requireSize(form: Form, parts: readonly CutPart[]): void {
  const opened = new Map<string, number>()
  for (const { block, ordinal, pieces, repeats } of parts) {
    const group = openedWith(form, block, ordinal)
    const bytes = pieces.reduce((sum, piece) => sum + piece.length, opened.get(group) ?? 0)
    if (bytes > LARGEST_OPENED) throw tooLarge(`/${block}`, bytes, LARGEST_OPENED)
    opened.set(group, bytes)
    if (pieces.some((piece) => countCommas(piece) > MAX_ELEMENTS)) {
      const detail = `Expected at most ${formatCount(MAX_ELEMENTS)} elements.`
      throw new Unreadable('TooLarge', `/${block}`, detail)
    }
    for (const { path, chunks } of repeats) {
      const largest = chunks.reduce((most, chunk) => Math.max(most, chunk.length), 0)
      if (largest > LARGEST_OPENED) throw tooLarge(path, largest, LARGEST_OPENED)
    }
  }
}

const COMMA = 0x2c

function countCommas(json: Buffer): number {
  let commas = 0
  if (json.length <= MAX_ELEMENTS) return commas
  for (let at = json.indexOf(COMMA); at !== -1; at = json.indexOf(COMMA, at + 1)) commas += 1
  return commas
}

// A table's rows are read from all parts with its name. Attachments, such as the 5471s of a large
// endowment, are opened one at a time.
function openedWith(form: Form, block: string, ordinal: number): string {
  if (isReadWhole(form, block)) return ''
  return TABLE_PARTS.has(block) ? block : `${block}[${ordinal}]`
}

/** Returns a filing's flags from its facts. */
export const flagsOf = (facts: Facts) => ({
  isAmended: facts.amendedReturn?.value === true,
  isInitial: facts.initialReturn?.value === true,
  isFinal: facts.finalReturn?.value === true,
  isGroupReturn: facts.groupReturn?.value === true,
})

/** The only warning that cannot be derived from the stored parts. */
export const SSN_DROPPED = 'SsnDropped'

/** Returns the warnings that are not about facts. */
export function returnWarnings(schemaVersion: string | undefined, hadSsn: boolean): string[] {
  const warnings: string[] = []
  if (!isKnownVersion(schemaVersion)) warnings.push('UnknownSchemaVersion')
  if (hadSsn) warnings.push(SSN_DROPPED)
  return warnings
}

const FORM_OF_BLOCK = new Map(
  (Object.entries(FORM_BLOCK) as [Form, string][])
    .filter(([form]) => form !== '990N')
    .map(([form, block]) => [block, form]),
)

/**
 * Returns the form based on its block, from which everything else is read. The order of FORM_BLOCK
 * decides: a 990 or 990-PF may contain a 990-T.
 */
function formOf(parsed: ParsedReturn): Form {
  const present = new Set(parsed.blocks.map((part) => part.block))
  for (const [block, form] of FORM_OF_BLOCK) if (present.has(block)) return form
  const [first] = parsed.blocks.filter((part) => part.block !== HEADER_BLOCK)
  const found = first === undefined ? 'nothing' : `${first.block} first`
  throw new Unreadable(
    'UnknownForm',
    '/ReturnData',
    `Expected a 990, 990EZ, 990PF, or 990T among its parts; found ${found}.`,
  )
}

function readFirst(blocks: FilingBlocks, paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const value = readPath(blocks, path)?.value
    if (value !== undefined && value !== '') return value
  }
  return undefined
}

type Read = (place: keyof typeof HEADER_PLACES) => string | undefined

function readEin(filed: string | undefined): Ein {
  const [place] = HEADER_PLACES.ein
  if (filed === undefined) {
    throw new Unreadable('NoEin', place, 'The filer has no EIN.')
  }
  const ein = parseFiledEin(filed)
  if (ein !== undefined) return ein
  throw new Unreadable(
    'InvalidEin',
    place,
    `Expected a nine-digit EIN; got "${filed.slice(0, 40)}".`,
  )
}

/** Returns the period and tax year; without TaxYr, the year in which the period begins counts. */
function readPeriod(read: Read) {
  const endText = read('taxPeriodEnd')
  const taxPeriodEnd = readFiledDate(endText, true)
  if (taxPeriodEnd === undefined) {
    throw new Unreadable(
      'NoPeriod',
      HEADER_PLACES.taxPeriodEnd[0],
      endText === undefined
        ? 'Expected the end of the tax period; got nothing.'
        : `Expected a date such as 2023-12-31; got "${endText.slice(0, 40)}".`,
    )
  }
  const taxPeriodBegin = readFiledDate(read('taxPeriodBegin'), false)
  const filedYear = read('taxYear')
  const taxYear = /^(19|20)\d{2}$/.test(filedYear ?? '')
    ? Number(filedYear)
    : yearBegun(taxPeriodBegin, taxPeriodEnd)
  return { taxPeriodBegin, taxPeriodEnd, taxYear }
}

// A full year that ends in December began in the same year; any other began in the year before.
function yearBegun(begin: string | undefined, end: string): number {
  if (begin !== undefined) return Number(begin.slice(0, 4))
  const endYear = Number(end.slice(0, 4))
  return end.slice(5, 7) === '12' ? endYear : endYear - 1
}

/**
 * Schema versions whose element names were checked, as year → major versions. Other versions are
 * loaded with a warning.
 */
const KNOWN: Readonly<Record<string, string>> = {
  2008: '1 2',
  2009: '1',
  2010: '3',
  2011: '1',
  2012: '2 3',
  2013: '3 4',
  2014: '5 6',
  2015: '2 3',
  2016: '3',
  2017: '2',
  2018: '3',
  2019: '5',
  2020: '1 4',
  2021: '4',
  2022: '4 5 6 7',
  2023: '3 4 5 6',
  2024: '3 4 5',
  2025: '3 4',
}

/** Returns true for a version, such as `2022v5.0`, whose names were checked. */
export function isKnownVersion(version: string | undefined): boolean {
  const [, year, major] = /^(\d{4})v(\d+)\.\d+$/.exec(version ?? '') ?? []
  if (year === undefined || major === undefined) return false
  return KNOWN[year]?.split(' ').includes(major) ?? false
}
