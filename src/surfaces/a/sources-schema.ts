import { z } from 'zod'
import { SOURCE_KEYS } from '../../sources/source.ts'

const count = (description: string) => z.int().min(0).optional().describe(description)

const loaded = z.strictObject({
  LastLoadedAt: z.iso.datetime().optional().describe('When a load last finished a file of it.'),
  AsOf: z.string().optional().describe('Newest month of its files, YYYY-MM.'),
  Files: count('Archives, single returns and tables that were loaded.'),
  Rows: count('Rows or returns read and kept; what came in two files counts in each.'),
  RowsOfNewest: count(
    'Those of the files of the month AsOf; registries and lists are published whole each month.',
  ),
  RejectedRows: count('Rows or returns that could not be read.'),
  NewestReceived: z.iso.date().optional().describe('Day the newest return was received.'),
  NewestTaxPeriodEnd: z.iso.date().optional(),
  TaxYears: z.strictObject({ First: z.int(), Last: z.int() }).optional(),
  Fictional: z
    .enum(['All', 'Some'])
    .optional()
    .describe(
      "All or some of it is made up, as the demo is: EINs have prefixes the IRS never assigned, or files the demo's names. Absent: none, as far as is known.",
    ),
  Unfinished: z.literal(true).optional().describe('A load of it goes on or was broken off.'),
})

const source = z.strictObject({
  Key: z.enum(SOURCE_KEYS),
  Title: z.string(),
  Publisher: z.string(),
  URL: z.url().optional().describe('Where the publisher offers it.'),
  Gives: z.string().describe('What the service takes from it.'),
  Lag: z.string().describe('How far it trails what happens.'),
  Loaded: loaded.optional(),
  NotLoaded: z
    .literal(true)
    .optional()
    .describe('Nothing of it is loaded: what it would tell is not known here.'),
})

/** Beyond the interface: what the service is made of. */
export const sourceList = z
  .strictObject({
    Release: z
      .string()
      .optional()
      .describe('The newest release of the store; absent before the first.'),
    ReleasedAt: z.iso.datetime().optional(),
    FilingLag: z
      .strictObject({
        MedianMonths: z
          .int()
          .describe('Whole months from the end of the tax period to the day of receipt.'),
        Returns: z.int().min(1).describe('Of how many returns, those received last.'),
      })
      .optional()
      .describe('How late e-filed returns were received; publication comes later still.'),
    Sources: z.array(source),
  })
  .meta({ id: 'SourceList' })
export type SourceListAnswer = z.output<typeof sourceList>
