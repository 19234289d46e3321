import type { Block, FilingBlocks } from '#src/domain/blocks.ts'
import { readPath } from '#src/domain/blocks.ts'
import { type Ein, parseFiledEin } from '#src/domain/ein.ts'
import { cutNarrative } from '#src/domain/facts/narrative-parts.ts'
import { NARRATIVE_BLOCKS } from '#src/domain/facts/narrative-paths.ts'
import { countRowSources } from '#src/domain/facts/tables/count-rows.ts'
import type { TableDefinition } from '#src/domain/facts/tables/table.ts'
import { TABLES } from '#src/domain/facts/tables/tables.ts'
import type { FilingContents } from '#src/domain/filing-contents.ts'
import { FORM_BLOCK, type Form } from '#src/domain/form.ts'
import { type BlockText, type ParsedReturn, UnreadableReturn } from '../sources/efile-xml.ts'
import { withoutLongArrays } from '../sources/long-arrays.ts'
import { readFiledDate, readFiledMoment } from './dates.ts'
import { receivedOn } from './object-id.ts'
import { isKnownVersion } from './schema-versions.ts'

/** A row of table `filing`, without its origin. */
export type FilingRecord = {
  objectId: string
  ein: Ein
  form: Form
  taxPeriodBegin: string | undefined
  taxPeriodEnd: string
  taxYear: number
  schemaVersion: string | undefined
  receivedOn: string | undefined
  returnedAt: string | undefined
  isAmended: boolean
  isInitial: boolean
  isFinal: boolean
  isGroupReturn: boolean
  facts: object
  /** What documents are built from (`cutNarrative`). */
  narrative: FilingBlocks | undefined
  contents: FilingContents
  warnings: string[]
  blocks: BlockText[]
}

/** Reads facts of a return: key → value with its path, and what was odd about them. */
export type ReadFacts = (
  form: Form,
  blocks: FilingBlocks,
) => { facts: Record<string, object>; warnings: string[] }

/** A parsed return as a row. Throws UnreadableReturn when it has no filer, form or period. */
export function toFilingRecord(
  parsed: ParsedReturn,
  objectId: string,
  readFacts: ReadFacts,
): FilingRecord {
  const form = formOf(parsed)
  const blocks = readableBlocks(parsed, form)
  const read = (...paths: string[]) => readFirst(blocks, paths)
  const flag = (...names: string[]) =>
    isTicked(read(...names.map((name) => `/${FORM_BLOCK[form]}/${name}`)))
  const period = readPeriod(read)
  const returnedAt = readFiledMoment(read('/ReturnHeader/ReturnTs', '/ReturnHeader/Timestamp'))
  const { facts, warnings } = readFacts(form, blocks)
  return {
    objectId,
    ein: readEin(read('/ReturnHeader/Filer/EIN')),
    form,
    ...period,
    schemaVersion: parsed.schemaVersion,
    receivedOn: receivedOn(objectId) ?? returnedAt?.slice(0, 10),
    returnedAt,
    isAmended: flag('AmendedReturnInd', 'AmendedReturn'),
    isInitial: flag('InitialReturnInd', 'InitialReturn'),
    isFinal: flag('FinalReturnInd', 'TerminatedReturn', 'TerminationReturn', 'FinalReturn'),
    isGroupReturn: flag('GroupReturnForAffiliatesInd', 'GroupReturnForAffiliates'),
    facts,
    narrative: cutNarrative(blocks),
    contents: {
      blocks: parsed.blocks.map(({ block, ordinal, json }) => ({
        block,
        ordinal,
        bytes: json.length,
      })),
      rows: countRowSources({ blocks, repeats: [] }, {}),
      cut: [],
    },
    warnings: [...ownWarnings(parsed), ...warnings],
    blocks: parsed.blocks,
  }
}

function ownWarnings(parsed: ParsedReturn): string[] {
  const warnings: string[] = []
  if (!isKnownVersion(parsed.schemaVersion)) warnings.push('UnknownSchemaVersion')
  if (parsed.droppedSsns > 0) warnings.push('SsnDropped')
  return warnings
}

const FORM_OF_BLOCK = new Map(
  (Object.entries(FORM_BLOCK) as [Form, string][])
    .filter(([form]) => form !== '990N')
    .map(([form, block]) => [block, form]),
)

/**
 * The form by its block, which is what everything else is read from. A 990 or 990-PF that carries
 * a 990-T inside is the former, so the order of FORM_BLOCK decides.
 */
function formOf(parsed: ParsedReturn): Form {
  const present = new Set(parsed.blocks.map((part) => part.block))
  for (const [block, form] of FORM_OF_BLOCK) if (present.has(block)) return form
  const [first] = parsed.blocks.filter((part) => part.block !== 'ReturnHeader')
  const found = first === undefined ? 'nothing' : `${first.block} first`
  throw new UnreadableReturn(
    'UnknownForm',
    '/ReturnData',
    `No 990, 990EZ, 990PF or 990T among its parts; it holds ${found}.`,
  )
}

// A 990-PF holds its grants in its form; no fact is read from them.
const MANY_BYTES = 4 << 20
// The narrative is read from long arrays, too: Schedule F has a row a grant, 30,000 in so much.
const MANY_BYTES_OF_SCHEDULE = 16 << 20

function toBlock({ block, json }: BlockText): Block {
  const most = block.startsWith('IRS990Schedule') ? MANY_BYTES_OF_SCHEDULE : MANY_BYTES
  return JSON.parse((json.length > most ? withoutLongArrays(json) : json).toString()) as Block
}

/** Header, form and schedules of text as objects: all that facts and the row are read from. */
function readableBlocks(parsed: ParsedReturn, form: Form): FilingBlocks {
  const wanted = new Set<string>([
    'ReturnHeader',
    FORM_BLOCK[form],
    ...NARRATIVE_BLOCKS,
    ...TABLE_BLOCKS,
  ])
  return parsed.blocks
    .filter((part) => wanted.has(part.block))
    .map((part) => ({ block: part.block, ordinal: part.ordinal, content: toBlock(part) }))
}

const TABLE_BLOCKS = new Set(
  (Object.values(TABLES) as TableDefinition[]).flatMap(({ rows }) =>
    rows.map(({ path }) => path.split('/')[1] ?? ''),
  ),
)

function readFirst(blocks: FilingBlocks, paths: string[]): string | undefined {
  for (const path of paths) {
    const value = readPath(blocks, path)?.value
    if (value !== undefined && value !== '') return value
  }
  return undefined
}

type Read = (...paths: string[]) => string | undefined

// CheckboxType is `X`, BooleanType `true`, `false`, `1` or `0`: both occur for one element.
const isTicked = (value: string | undefined) => value === 'X' || value === '1' || value === 'true'

function readEin(filed: string | undefined): Ein {
  if (filed === undefined) {
    throw new UnreadableReturn('NoEin', '/ReturnHeader/Filer/EIN', 'The filer has no EIN.')
  }
  const ein = parseFiledEin(filed)
  if (ein !== undefined) return ein
  throw new UnreadableReturn(
    'InvalidEin',
    '/ReturnHeader/Filer/EIN',
    `"${filed.slice(0, 40)}" is not an EIN.`,
  )
}

/** Period and tax year; eras without TaxYr count by the year in which the period begins. */
function readPeriod(read: Read) {
  const endText = read('/ReturnHeader/TaxPeriodEndDt', '/ReturnHeader/TaxPeriodEndDate')
  const taxPeriodEnd = readFiledDate(endText, true)
  if (taxPeriodEnd === undefined) {
    throw new UnreadableReturn(
      'NoPeriod',
      '/ReturnHeader/TaxPeriodEndDt',
      endText === undefined ? 'There is no period end.' : `"${endText.slice(0, 40)}" is no date.`,
    )
  }
  const beginText = read('/ReturnHeader/TaxPeriodBeginDt', '/ReturnHeader/TaxPeriodBeginDate')
  const taxPeriodBegin = readFiledDate(beginText, false)
  const filedYear = read('/ReturnHeader/TaxYr', '/ReturnHeader/TaxYear')
  const taxYear = /^(19|20)\d{2}$/.test(filedYear ?? '')
    ? Number(filedYear)
    : yearBegun(taxPeriodBegin, taxPeriodEnd)
  return { taxPeriodBegin, taxPeriodEnd, taxYear }
}

// A full year that ends in December began in the same year, any other in the year before.
function yearBegun(begin: string | undefined, end: string): number {
  if (begin !== undefined) return Number(begin.slice(0, 4))
  const endYear = Number(end.slice(0, 4))
  return end.slice(5, 7) === '12' ? endYear : endYear - 1
}
