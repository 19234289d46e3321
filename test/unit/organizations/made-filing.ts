import type { Block, FilingBlocks } from '#src/domain/blocks.ts'
import { readNarrative } from '#src/domain/facts/narrative.ts'
import { readFacts } from '#src/domain/facts/read-facts.ts'
import { FORM_BLOCK, type Form } from '#src/domain/form.ts'
import type { Filing, FilingSummary, Organization } from '#src/organizations/organization.ts'

export const EIN = '070000001'

/** A submission made for a test, by default of its form and tax year, and current. */
export function makeSummary(made: Partial<FilingSummary> = {}): FilingSummary {
  const { taxYear = 2022, form = '990' } = made
  return {
    objectId: '202303199349301234',
    form,
    taxYear,
    taxPeriodBegin: `${taxYear}-01-01`,
    taxPeriodEnd: `${taxYear}-12-31`,
    schemaVersion: `${taxYear}v5.0`,
    receivedOn: `${taxYear + 1}-11-15`,
    isCurrent: true,
    isAmended: false,
    isInitial: false,
    isFinal: false,
    isGroupReturn: false,
    warnings: [],
    sourceArchive: 'made.zip',
    sourceMember: null,
    ...made,
  }
}

/** A filing whose facts are read from the content of its form, as a load reads them. */
export function makeFiling(form: Form, content: Block, more: FilingBlocks = []): Filing {
  const blocks = [{ block: FORM_BLOCK[form], ordinal: 1, content }, ...more]
  return {
    ...makeSummary({ form }),
    ein: EIN,
    version: '',
    facts: readFacts(form, blocks).facts,
    narrative: readNarrative(form, blocks),
    contents: { blocks: [], rows: {}, cut: [] },
    rowFacts: { sums: {} },
    earlier: null,
  }
}

/** An organization known only by its filings, by default. */
export function makeOrganization(made: Partial<Organization> = {}): Organization {
  const filings = made.filings ?? [makeSummary()]
  return {
    ein: EIN,
    name: 'Made & Meant',
    nameRef: `bmf:2026-04:${EIN}:NAME`,
    street: null,
    city: null,
    state: null,
    zip: null,
    country: null,
    addressRef: null,
    names: [],
    primaryForm: filings[0]?.form ?? null,
    entityType: 'OperatingOrOtherTaxExempt',
    nteeCode: null,
    familyId: null,
    role: 'Independent',
    isRevoked: false,
    registry: null,
    registryAsOf: '2026-04',
    publication78: null,
    publication78AsOf: null,
    revocations: [],
    filings,
    isNamedAsRelated: false,
    rating: null,
    screenedLists: ['OFAC', 'SAM'],
    restrictions: [],
    enrichment: null,
    release: '20260301t040506789z',
    today: '2026-11-27',
    ...made,
  }
}

/** A registry row with only the given fields. */
export const makeRegistry = (
  made: Partial<NonNullable<Organization['registry']>>,
): NonNullable<Organization['registry']> => ({
  asOf: '2026-04',
  name: 'MADE & MEANT',
  sortName: null,
  street: null,
  city: null,
  state: null,
  zip: null,
  groupExemption: null,
  subsection: null,
  affiliation: null,
  classification: null,
  ruling: null,
  deductibility: null,
  foundation: null,
  status: null,
  taxPeriod: null,
  assetAmount: null,
  incomeAmount: null,
  revenueAmount: null,
  nteeCode: null,
  ...made,
})
