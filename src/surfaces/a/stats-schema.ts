import { z } from 'zod'

const revenue = z.strictObject({
  Total: z.number().optional(),
  Contributions: z.number().optional(),
  ProgramService: z.number().optional(),
  Investment: z.number().optional(),
  Other: z.number().optional(),
})

const expenses = z.strictObject({
  Total: z.number().optional(),
  ProgramServices: z.number().optional(),
  ManagementAndGeneral: z.number().optional(),
  Fundraising: z.number().optional(),
  GrantsTotal: z.number().optional(),
  DomesticOrganizationGrants: z.number().optional(),
  DomesticIndividualGrants: z.number().optional(),
  ForeignGrants: z.number().optional(),
})

const balanceSheet = z.strictObject({
  Assets: z.number().optional(),
  Liabilities: z.number().optional(),
})

const sectorYear = z
  .strictObject({
    TaxYear: z.int(),
    OrganizationCount: z.int().describe('Organizations whose return is in the sums, one each.'),
    FilingCount: z
      .int()
      .describe(
        'Current 990 returns of the year: those in the sums, and those left out, which Coverage counts.',
      ),
    Revenue: revenue.optional(),
    Expenses: expenses.optional(),
    BalanceSheet: balanceSheet.optional(),
    Coverage: z
      .record(z.string(), z.int())
      .optional()
      .describe(
        'How many of the summed returns report each figure (Revenue.Total), and what was left out: GroupReturnsLeftOut whose members are in the sums, ShortYearsLeftOut whose organization has a later return of the year.',
      ),
  })
  .meta({ id: 'SectorYear' })
export type SectorYear = z.output<typeof sectorYear>

const sectorOverview = z
  .strictObject({
    Form: z.literal('990'),
    OrganizationCount: z.int().describe('Organizations whose latest return is in SectorRevenue.'),
    FilingCount: z.int().describe('Current 990 returns of all years.'),
    LatestCompleteYear: z
      .int()
      .describe('Latest tax year for which 90 % of the filers of the year before have filed.'),
    Years: z.array(sectorYear).describe('Oldest first.'),
  })
  .meta({ id: 'SectorOverview' })

const sectorComposition = z
  .strictObject({
    RegistryOrganizations: z.int(),
    RegistryUpdatedAt: z.iso.datetime().optional(),
    Groups: z.array(z.strictObject({ Key: z.string(), Label: z.string(), Organizations: z.int() })),
  })
  .meta({ id: 'SectorComposition' })

/** Interface part 2.1, Stats. */
export const stats = z
  .strictObject({
    Charities: z.int().describe('Organizations with a return or a postcard.'),
    Filings: z.int().describe('Current filings, postcards included; superseded ones left out.'),
    SectorRevenue: z
      .number()
      .optional()
      .describe(
        "Total revenue of each organization's latest current 990, summed; of a group return only where no member files its own.",
      ),
    ProgramDollars: z
      .number()
      .optional()
      .describe('Program service expenses of the same returns, summed.'),
    ModalLatestYear: z.int().describe('The latest tax year of most filers of a return.'),
    FilingsByForm: z.record(z.string(), z.int()).optional(),
    CountsApproximate: z.boolean().optional(),
    SectorOverview: sectorOverview.optional(),
    SectorComposition: sectorComposition.optional(),
    ComputedAt: z.iso.datetime(),
  })
  .meta({ id: 'Stats' })
export type Stats = z.output<typeof stats>
