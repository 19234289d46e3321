import { existsSync, readFileSync } from 'node:fs'
import { toFilingRecord } from '#indexer/records/filing.ts'
import { readReturn } from '#indexer/sources/scan-return.ts'
import type { Block, FilingBlocks } from '#src/domain/blocks.ts'
import type { Filing } from '#src/organizations/organization.ts'
import { makeSummary } from '#test/unit/organizations/made-filing.ts'
import { REAL } from './real-data.ts'

const FOLDER = REAL
export const hasRealFilings = existsSync(FOLDER)

/** A real return as the loader stores it, with all of its parts. */
export type RealFiling = { filing: Omit<Filing, 'contents' | 'narrative'>; blocks: FilingBlocks }

/** Reads a real return next to the checkout with the loader's own reader. */
export function readRealFiling(objectId: string): RealFiling {
  const parsed = readReturn(readFileSync(`${FOLDER}/${objectId}_public.xml`))
  // The bytes are valid until the next return is read.
  const blocks = parsed.blocks.map(({ block, ordinal, json }) => ({
    block,
    ordinal,
    content: JSON.parse(json.toString()) as Block,
  }))
  const { facts, warnings, rowFacts, ...record } = toFilingRecord(parsed, objectId)
  const { ein, form, taxYear, taxPeriodEnd, isAmended, isInitial, isFinal, isGroupReturn } = record
  const filing = makeSummary({
    ...{ objectId, form, taxYear, taxPeriodEnd, isAmended, isInitial, isFinal, isGroupReturn },
    taxPeriodBegin: record.taxPeriodBegin ?? null,
    schemaVersion: record.schemaVersion ?? null,
    receivedOn: record.receivedOn ?? null,
    warnings,
  })
  return { filing: { ...filing, ein, version: '', facts, rowFacts, earlier: null }, blocks }
}
