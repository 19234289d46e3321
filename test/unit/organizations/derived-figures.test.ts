import { describe, expect, it } from 'vitest'
import { parseRef, toRef } from '#src/domain/evidence.ts'
import { DERIVED_KEYS } from '#src/domain/facts/derived.ts'
import {
  describeRowSum,
  peopleOfSums,
  ROW_SUM_KEYS,
  type RowFacts,
} from '#src/domain/facts/row-facts.ts'
import {
  type CitedFigure,
  citeFigure,
  filingOfDerived,
  readDerivedKey,
  toDerivedRef,
} from '#src/organizations/evidence/derived-figures.ts'
import { toDerivedEvidence } from '#src/organizations/evidence/evidence-ref.ts'
import { toCheckedFiling } from '#src/organizations/filings/check-filing.ts'
import type { Filing } from '#src/organizations/organization.ts'
import { makeRating } from '#test/unit/rating/made-inputs.ts'
import { EIN, makeFiling, makeOrganization, makeSummary } from './made-filing.ts'

const grants = '/IRS990ScheduleI/RecipientTable'
const withFacts = (rowFacts: RowFacts | null, filing = makeFiling('990', {})): Filing => ({
  ...filing,
  rowFacts,
})
type Cite = Parameters<typeof citeFigure>
const cite = (filing: Cite[1], key: Cite[2], more?: Cite[3]) =>
  citeFigure({ rating: null }, filing, key, more)

const rating = makeRating({
  ...{ objectId: makeSummary().objectId, taxYear: 2022, policyVersion: 'rating-0', score: 71.25 },
  metrics: [
    { key: 'programRatio', value: 0.8, score: 0.6, ref: `derived:programRatio:${EIN}:2022` },
    {
      key: 'boardMinutes',
      value: 1,
      score: 1,
      ref: '990:2022:1:/IRS990/MinutesOfGoverningBodyInd',
    },
  ],
})

describe('a sum of rows', () => {
  const sum = { value: 900, rows: 2, paths: [`${grants}[1]`, `${grants}[3]`] }
  const filing = withFacts({ sums: { grantsToOrganizations: sum } })
  const figure = cite(filing, 'grantsToOrganizations')

  it('has its value, its formula in words, and the rows it is made of', () => {
    expect(figure).toEqual({
      key: 'grantsToOrganizations',
      label: 'Listed grants to domestic organizations',
      unit: 'USD',
      value: 900,
      formula:
        'Sum of columns (d) and (e) over the 2 rows of Schedule I, Part II that have an amount',
      derivedFrom: sum.paths.map((path) => toRef({ ...filing, path })),
    })
  })

  it('is cited by its own Ref', () => {
    const evidence = toDerivedEvidence(makeOrganization(), filing, figure as CitedFigure)
    expect(evidence).toMatchObject({
      ref: `derived:grantsToOrganizations:${EIN}:2022`,
      citation: 'Form 990 (tax year 2022), derived: Listed grants to domestic organizations',
      formula: figure?.formula,
      derivedFrom: figure?.derivedFrom,
    })
  })

  it('is unknown if no row has an amount, or before rows are summed', () => {
    const waiting = withFacts(null)
    expect(cite(withFacts({ sums: {} }), 'programExpenses')).toBeUndefined()
    expect(cite(waiting, 'programExpenses')).toBeUndefined()
    expect(cite(waiting, 'failedChecks')).toBeUndefined()
    expect(toCheckedFiling(waiting)).toBeUndefined()
  })

  // biome-ignore format: one row a line
  it.each([
    ['reportableCompensation', 1, undefined, 'column (D) over the one row of Part VII, Section A, line 1a that has'],
    ['programExpenses', 3, undefined, '“Expenses” over the 3 rows of Part III, line 4 that have'],
    ['officerCompensation990PF', 2, '2020v4.0', 'column (c) over the 2 rows of Part VIII, line 1 that have'],
    ['officerCompensation990PF', 2, '2022v5.0', 'column (c) over the 2 rows of Part VII, line 1 that have'],
  ] as const)('says where %s is, %i rows of %s', (key, rows, version, formula) => {
    expect(describeRowSum(key, { rows }, version)).toBe(`Sum of ${formula} an amount`)
  })
})

describe('the failed cross-checks', () => {
  const SHEET = { TotalAssetsEOYAmt: '100', TotalAssetsGrp: { EOYAmt: '100' } }
  /** The summary reports a revenue of 100. */
  const made = (revenue: string) =>
    makeFiling('990', {
      CYTotalRevenueAmt: '100',
      TotalRevenueGrp: { TotalRevenueColumnAmt: revenue },
      ...SHEET,
    })

  it('cite both sides of failed checks', () => {
    const figure = cite(made('190'), 'failedChecks')
    expect(figure).toMatchObject({ value: 1, unit: 'count', label: 'Failed cross-checks' })
    expect(figure?.formula).toMatch(/^Number of this return's \d+ cross-checks that failed: ./)
    expect(figure?.derivedFrom.map((ref) => ref.split('/').at(-1))).toEqual([
      'CYTotalRevenueAmt',
      'TotalRevenueColumnAmt',
    ])
  })

  it('cite all checks if none failed, and are unknown if none applies', () => {
    const figure = cite(made('100'), 'failedChecks')
    expect(figure?.value).toBe(0)
    expect(figure?.formula).toMatch(/cross-checks that failed$/)
    expect(figure?.derivedFrom.length).toBe(4)
    expect(new Set(figure?.derivedFrom).size).toBe(figure?.derivedFrom.length)
    expect(cite(makeFiling('990', {}), 'failedChecks')).toBeUndefined()
  })
})

describe('a rating', () => {
  const filing = makeFiling('990', {})

  it('is the stored score, and cites its metrics', () => {
    const figure = citeFigure({ rating }, filing, 'rating')
    expect(figure).toMatchObject({ key: 'rating', value: 71.25 })
    expect(figure?.formula).toContain('Policy rating-0')
    expect(figure?.derivedFrom).toEqual(rating.metrics.map(({ ref }) => ref))
    const evidence = toDerivedEvidence(makeOrganization(), filing, figure as CitedFigure)
    expect(evidence.ref).toBe(`derived:rating:${EIN}:2022`)
  })

  it('belongs to the rated return only, and needs a score', () => {
    const amended = { ...filing, objectId: '202303199349300002' }
    expect(citeFigure({ rating }, amended, 'rating')).toBeUndefined()
    const notEnough = { ...rating, state: 'NotEnoughData', score: null } as const
    expect(citeFigure({ rating: notEnough }, filing, 'rating')).toBeUndefined()
    expect(cite(filing, 'rating')).toBeUndefined()
  })
})

const keys = [...DERIVED_KEYS, ...ROW_SUM_KEYS, 'failedChecks', 'rating'] as const
const filings = (['990', '990EZ', '990PF'] as const).map((form) => makeSummary({ form }))

it.each(keys)('the Ref of %s resolves to its filing', (key) => {
  for (const primaryForm of ['990', '990EZ', '990PF'] as const) {
    const organization = makeOrganization({ filings, primaryForm })
    const meant = filings.filter(({ form }) => {
      const named = readDerivedKey(`${key}_${form}`)
      return named && filingOfDerived(organization, named, 2022)
    })
    expect(meant.length).toBeGreaterThan(0)
    for (const filing of meant) {
      const evidence = parseRef(toDerivedRef(organization, filing, key))
      if (evidence?.kind !== 'derived') throw new Error('It is not a derived Ref')
      const named = readDerivedKey(evidence.key)
      expect(named?.key).toBe(key)
      expect(named && filingOfDerived(organization, named, 2022)).toBe(filing)
    }
  }
})

describe('peopleOfSums', () => {
  const paid = { value: 500, rows: 3, paths: ['/IRS990EZ/OfficerDirectorTrusteeEmplGrp[1]'] }
  const sums = { officerCompensation990EZ: paid }

  it('returns one officer with the pay of all officers of a 990-EZ', () => {
    const people = peopleOfSums({ sums }, '990EZ')
    const filing = makeFiling('990EZ', { TotalExpensesAmt: '1000' })
    expect(cite(filing, 'officerCompensation', { people })?.value).toBe(500)
    expect(cite(filing, 'officerCompensationShare', { people })?.value).toBe(0.5)
  })

  it('returns undefined without pay, or if the form has a line for it', () => {
    expect(peopleOfSums({ sums: {} }, '990EZ')).toBeUndefined()
    expect(peopleOfSums({ sums }, '990')).toBeUndefined()
  })
})
