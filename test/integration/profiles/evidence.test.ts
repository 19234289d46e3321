import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { toRef } from '#src/domain/evidence.ts'
import { deriveFigures } from '#src/domain/facts/derived.ts'
import { MOST_PATHS, ROW_SUMS, type RowSumKey } from '#src/domain/facts/row-facts.ts'
import { toDerivedRef } from '#src/organizations/evidence/derived-figures.ts'
import { resolveEvidence } from '#src/organizations/evidence/resolve-evidence.ts'
import { toCheckedFiling } from '#src/organizations/filings/check-filing.ts'
import { openProfile } from '#src/organizations/open-profile.ts'
import type { Organization } from '#src/organizations/organization.ts'
import { readPeople } from '#src/organizations/people/people.ts'
import { readFiling, readYears } from '#src/organizations/store/read-filing.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import { ApiError } from '#src/platform/errors.ts'
import { crossCheck } from '#src/rating/cross-checks/cross-check.ts'
import { openProfiles, type ProfilesWorld } from '#test/integration/http/profiles-world.ts'
import { SEED, TAKES_ALL } from '#test/random.ts'
import { REAL } from '#test/real/real-data.ts'
import { makeReturn } from '#test/unit/indexer/made-return.ts'

/** Returns the store's client, counting statements. */
function counting(postgres: Postgres) {
  const counted = { statements: 0 }
  const query: Postgres['query'] = (...args) => {
    counted.statements += 1
    return postgres.query(...args)
  }
  const client: Postgres = Object.assign(Object.create(postgres) as Postgres, { query })
  return { deps: { postgres: client }, counted }
}

// As many as the store's pool has connections, because the reads run in parallel.
const AT_ONCE = 8

const codeOf = async (promise: Promise<unknown>): Promise<string> => {
  try {
    await promise
    return 'resolved'
  } catch (error) {
    if (error instanceof ApiError) return error.code
    throw error
  }
}

describe.skipIf(!existsSync(REAL))('Refs of the real filings', () => {
  let world: ProfilesWorld
  const organizations: Organization[] = []

  beforeAll(async () => {
    world = await openProfiles('evidence_real', [REAL])
    const rows = await world.postgres.query<{ ein: string }>('select distinct ein from filing')
    for (const { ein } of rows) organizations.push(await openProfile(world, ein))
  })
  afterAll(async () => await world.close())

  it('for every fact resolve to its value, even in superseded filings', async () => {
    const { deps, counted } = counting(world.postgres)
    let facts = 0
    let cited = 0
    for (const organization of organizations) {
      for (const { objectId } of organization.filings) {
        const filing = await readFiling(world.postgres, objectId)
        if (!filing) throw new Error(`${objectId} is gone`)
        counted.statements = 0
        // A quarter of the facts unless the run covers all; the seed selects them.
        const all = Object.values(filing.facts).filter((_, at) => TAKES_ALL || at % 4 === SEED % 4)
        for (let at = 0; at < all.length; at += AT_ONCE) {
          const some = all.slice(at, at + AT_ONCE).map(async ({ path, value }) => {
            const ref = toRef({ ...filing, path })
            const found = await resolveEvidence(deps, organization, ref)
            expect(found.value, ref).toBe(value)
            expect(found.evidence.ref).toBe(ref)
            expect(found.filing?.objectId).toBe(objectId)
            if (/Part|Heading|Schedule/.test(found.evidence.citation)) cited += 1
          })
          await Promise.all(some)
        }
        expect(counted.statements).toBe(2 * all.length)
        facts += all.length
      }
    }
    console.log(`Refs of facts of real filings: ${facts}, resolved: ${facts}, with line: ${cited}`)
    expect(facts).toBeGreaterThan(TAKES_ALL ? 20_000 : 5_000)
    expect(cited).toBe(facts)
  }, 600_000)

  it('for every derived figure resolve to its value', async () => {
    const { deps, counted } = counting(world.postgres)
    const counts: Record<string, number> = {}
    for (const organization of organizations) {
      for (const { objectId } of organization.filings.filter(({ isCurrent }) => isCurrent)) {
        const filing = await readFiling(world.postgres, objectId)
        if (!filing) continue
        const people = await readPeople(world, filing)
        const years = await readYears(world.postgres, organization.ein, filing.form)
        for (const figure of Object.values(deriveFigures({ filing, people, years }))) {
          const ref = toDerivedRef(organization, filing, figure.key)
          counted.statements = 0
          const found = await resolveEvidence(deps, organization, ref)
          expect(counted.statements).toBeLessThanOrEqual(2)
          // For two short years in one tax year, the Ref means the later.
          if (found.filing?.objectId !== objectId) continue
          expect(found.value, ref).toBe(figure.value)
          expect(found.evidence.formula).toBe(figure.formula)
          expect(found.evidence.derivedFrom).toEqual(figure.from.map(toRef))
          counts[figure.key] = (counts[figure.key] ?? 0) + 1
        }
      }
    }
    console.log(`Derived figures of real filings: ${JSON.stringify(counts)}`)
    expect(counts.programRatio).toBeGreaterThan(80)
    expect(counts.highestPaidCompensation).toBeGreaterThan(100)
  }, 600_000)

  /** Returns the resolved sources of a figure, which may be derived themselves. */
  async function resolveSources(organization: Organization, refs: readonly string[]) {
    for (let at = 0; at < refs.length; at += AT_ONCE) {
      const some = refs.slice(at, at + AT_ONCE)
      await Promise.all(some.map((ref) => resolveEvidence(world, organization, ref)))
    }
  }

  it('for every sum of rows resolve to its rows', async () => {
    const counts: Record<string, number> = {}
    let rows = 0
    for (const organization of organizations) {
      for (const summary of organization.filings.filter(({ isCurrent }) => isCurrent)) {
        const filing = await readFiling(world.postgres, summary.objectId)
        for (const [key, sum] of Object.entries(filing?.rowFacts?.sums ?? {})) {
          const sumKey = key as RowSumKey
          const found = await resolveEvidence(
            world,
            organization,
            toDerivedRef(organization, summary, sumKey),
          )
          if (found.filing?.objectId !== summary.objectId) continue
          expect(found).toMatchObject({ value: sum.value, unit: 'USD' })
          const { derivedFrom = [] } = found.evidence
          const sources = await Promise.all(
            derivedFrom.map((ref) => resolveEvidence(world, organization, ref)),
          )
          const cells = sources.flatMap(({ row, value }) =>
            row ? ROW_SUMS[sumKey].columns.map((column) => row.row.cells[column]?.value) : [value],
          )
          const amounts = cells.filter((value) => typeof value === 'number')
          // With many rows, it names only the part.
          if (sum.rows <= MOST_PATHS) {
            expect(amounts.reduce((total, amount) => total + amount, 0)).toBe(sum.value)
          }
          rows += derivedFrom.length
          counts[key] = (counts[key] ?? 0) + 1
        }
      }
    }
    console.log(`Sums of rows of real filings: ${JSON.stringify(counts)}, of ${rows} Refs`)
    expect(Object.keys(counts).length).toBeGreaterThan(12)
  }, 600_000)

  it('for failed cross-checks and ratings resolve to the compared and rated figures', async () => {
    const counts = { checked: 0, failed: 0, rated: 0 }
    for (const organization of organizations) {
      for (const summary of organization.filings.filter(({ isCurrent }) => isCurrent)) {
        const filing = await readFiling(world.postgres, summary.objectId)
        const checked = filing && toCheckedFiling(filing)
        const made = checked ? crossCheck(checked) : []
        if (made.length === 0) continue
        const ref = toDerivedRef(organization, summary, 'failedChecks')
        const found = await resolveEvidence(world, organization, ref)
        if (found.filing?.objectId !== summary.objectId) continue
        const failed = made.filter(({ status }) => status === 'Failed').length
        expect(found, ref).toMatchObject({ value: failed, unit: 'count' })
        await resolveSources(organization, found.evidence.derivedFrom ?? [])
        counts.checked += 1
        if (failed > 0) counts.failed += 1
      }
      const { rating } = organization
      if (!rating || rating.score === null) continue
      const ref = toDerivedRef(organization, rating, 'rating')
      const found = await resolveEvidence(world, organization, ref)
      expect(found).toMatchObject({ value: rating.score, filing: { objectId: rating.objectId } })
      expect(found.evidence).toMatchObject({ ref, collection: 'filings' })
      expect(found.evidence.derivedFrom).toEqual(rating.metrics.map((metric) => metric.ref))
      await resolveSources(organization, found.evidence.derivedFrom ?? [])
      counts.rated += 1
    }
    console.log(`Cross-checks and ratings of real filings: ${JSON.stringify(counts)}`)
    expect(counts.checked).toBeGreaterThan(100)
    expect(counts.rated).toBeGreaterThan(30)
  }, 600_000)

  it('belong to one organization', async () => {
    const [one, other] = organizations
    const filing = other?.filings[0]
    if (!one || !filing) throw new Error('There are no two organizations')
    const ref = toRef({ ...filing, path: '/ReturnHeader/Filer/EIN' })
    expect(await codeOf(resolveEvidence(world, one, ref))).toBe('EvidenceNotFound')
  })
})

const EIN = '070000001'
const LATER = '202303199349301234'
const FIRST = '202203199349301234'
const SHORT_FORM = '202303199349209999'

const header = (year: number, ein = EIN) => `<ReturnTs>${year + 1}-05-12T10:11:12-05:00</ReturnTs>
<TaxPeriodEndDt>${year}-12-31</TaxPeriodEndDt><ReturnTypeCd>990</ReturnTypeCd>
<TaxPeriodBeginDt>${year}-01-01</TaxPeriodBeginDt>
<Filer><EIN>${ein}</EIN><BusinessName><BusinessNameLine1Txt>Made Elm Fund</BusinessNameLine1Txt>
<BusinessNameLine2Txt>of Ohio</BusinessNameLine2Txt></BusinessName></Filer><TaxYr>${year}</TaxYr>`

// Long enough that the loader stores the rows apart from their schedule.
const GRANTS = 250
const grant = (place: number) => `<RecipientTable><RecipientBusinessName>
<BusinessNameLine1Txt>Recipient ${place} of a rather long name of which there are many</BusinessNameLine1Txt>
</RecipientBusinessName><CashGrantAmt>${place * 100}</CashGrantAmt>
<PurposeOfGrantTxt>${'General support of work in the field. '.repeat(6)}</PurposeOfGrantTxt></RecipientTable>`

const form990 = (revenue: number) => `<IRS990><CYTotalRevenueAmt>${revenue}</CYTotalRevenueAmt>
<WebsiteAddressTxt/><WhistleblowerPolicyInd>true</WhistleblowerPolicyInd>
<Form990PartVIISectionAGrp><PersonNm>Ann Elm</PersonNm><ReportableCompFromOrgAmt>900</ReportableCompFromOrgAmt></Form990PartVIISectionAGrp>
<Form990PartVIISectionAGrp><PersonNm>Ben Elm</PersonNm><ReportableCompFromOrgAmt>500</ReportableCompFromOrgAmt><OtherCompensationAmt>600</OtherCompensationAmt></Form990PartVIISectionAGrp>
<TotalFunctionalExpensesGrp><TotalAmt>1000</TotalAmt><ProgramServicesAmt>800</ProgramServicesAmt></TotalFunctionalExpensesGrp>
<JointCostsInd>X</JointCostsInd></IRS990>`

const scheduleI = `<IRS990ScheduleI>${Array.from({ length: GRANTS }, (_, at) => grant(at + 1)).join('')}<Total501c3OrgCnt>250</Total501c3OrgCnt></IRS990ScheduleI>`

const BMF = `EIN,NAME,ICO,STREET,CITY,STATE,ZIP,GROUP,SUBSECTION,AFFILIATION,CLASSIFICATION,RULING,DEDUCTIBILITY,FOUNDATION,ACTIVITY,ORGANIZATION,STATUS,TAX_PERIOD,ASSET_CD,INCOME_CD,FILING_REQ_CD,PF_FILING_REQ_CD,ACCT_PD,ASSET_AMT,INCOME_AMT,REVENUE_AMT,NTEE_CD,SORT_NAME`
const registryRow = (name: string) =>
  `${EIN},${name},,1 ELM ST,DAYTON,OH,45400-0001,0000,03,3,1000,199503,1,15,000000000,1,01,202212,4,4,01,0,12,5000,4000,4000,K31,`

describe('Refs of made-up filings and registry rows', () => {
  let world: ProfilesWorld
  let folder: string
  let organization: Organization
  const resolve = (ref: string) => resolveEvidence(world, organization, ref)
  const ofFiling = (path: string, objectId = LATER, form = '990', year = 2022) =>
    `${form}:${year}:${objectId}:${path}`

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'evidence-'))
    const write = async (name: string, text: string) => {
      const path = join(folder, name)
      await writeFile(path, text)
      return path
    }
    const later = makeReturn({ header: header(2022), data: form990(1210) + scheduleI })
    const first = makeReturn({ header: header(2021), data: form990(1100) })
    const short = makeReturn({
      header: header(2022),
      data: '<IRS990EZ><TotalExpensesAmt>100</TotalExpensesAmt><TotalProgramServiceExpensesAmt>60</TotalProgramServiceExpensesAmt></IRS990EZ>',
    })
    const files = [
      await write(`${LATER}_public.xml`, later),
      await write(`${FIRST}_public.xml`, first),
      await write(`${SHORT_FORM}_public.xml`, short),
      await write(
        'data-download-pub78.txt',
        `${EIN}|Made Elm Fund of Ohio|Dayton|OH|United States|PC,LODGE\n`,
      ),
      await write(
        'data-download-revocation.txt',
        `${EIN}|MADE ELM FUND|ELM|1 ELM ST|DAYTON|OH|45400|US|03|15-MAY-2021|09-AUG-2021|15-MAY-2022\n`,
      ),
    ]
    for (const [month, name] of [
      ['2025-01', 'ELM CIRCLE'],
      ['2026-04', 'MADE ELM FUND'],
    ] as const) {
      await mkdir(join(folder, month))
      files.push(await write(join(month, 'eo1.csv'), `${BMF}\n${registryRow(name)}\n`))
    }
    world = await openProfiles('evidence_made', files)
    organization = await openProfile(world, EIN)
  })
  afterAll(async () => {
    await world.close()
    await rm(folder, { recursive: true })
  })

  it('return a leaf as the catalogue reads it, with label and unit', async () => {
    expect(await resolve(ofFiling('/IRS990/CYTotalRevenueAmt'))).toMatchObject({
      value: 1210,
      label: 'Total revenue',
      unit: 'USD',
      evidence: {
        collection: 'filings',
        form: '990',
        taxYear: 2022,
        sourcePath: '/IRS990/CYTotalRevenueAmt',
        sourceDocument: expect.stringContaining(LATER),
        citation: 'Form 990 (tax year 2022), Part I, line 12',
      },
      filing: { objectId: LATER },
    })
    expect((await resolve(ofFiling('/IRS990/WhistleblowerPolicyInd'))).value).toBe(true)
    expect((await resolve(ofFiling('/IRS990/JointCostsInd'))).value).toBe('X')
    expect((await resolve(ofFiling('/IRS990/WebsiteAddressTxt'))).value).toBe('')
  })

  it('join a name of two lines', async () => {
    const { value } = await resolve(ofFiling('/ReturnHeader/Filer/BusinessName'))
    expect(value).toBe('Made Elm Fund of Ohio')
    const line = '/ReturnHeader/Filer/BusinessName/BusinessNameLine2Txt'
    expect((await resolve(ofFiling(line))).value).toBe('of Ohio')
  })

  it('return a row with its cells, and any other element whole', async () => {
    const { row } = await resolve(ofFiling('/IRS990/Form990PartVIISectionAGrp[2]'))
    expect(row).toMatchObject({
      table: 'officers990',
      place: 2,
      row: { cells: { name: { value: 'Ben Elm' }, otherCompensation: { value: 600 } } },
    })
    expect((await resolve(ofFiling('/ReturnHeader/Filer'))).element).toHaveProperty('EIN', EIN)
  })

  it('resolve through a repeat that is stored apart', async () => {
    const [filing] = await world.postgres.query<{ cut: string[] }>(
      "select contents -> 'cut' as cut from filing where object_id = $1",
      [LATER],
    )
    expect(filing?.cut).toEqual(['/IRS990ScheduleI/RecipientTable'])
    for (const place of [1, 100, 101, 250]) {
      const path = `/IRS990ScheduleI/RecipientTable[${place}]`
      expect((await resolve(ofFiling(path))).row).toMatchObject({
        place,
        row: { path, cells: { cashGrant: { value: place * 100 } } },
      })
      const cell = await resolve(ofFiling(`${path}/CashGrantAmt`))
      expect(cell).toMatchObject({ value: place * 100, unit: 'USD' })
    }
    const beside = await resolve(ofFiling('/IRS990ScheduleI/Total501c3OrgCnt'))
    expect(beside.value).toBe(250)
    const path = '/IRS990ScheduleI/RecipientTable[251]'
    expect(await codeOf(resolve(ofFiling(path)))).toBe('EvidenceNotFound')
  })

  it.each([
    ['bmf:2026-04:070000001:NAME', 'MADE ELM FUND'],
    ['bmf:2026-04:070000001:NTEE_CD', 'K31'],
    ['bmf:2026-04:070000001:ASSET_AMT', 5000],
    ['bmf:2025-01:070000001:NAME', 'ELM CIRCLE'],
    ['pub78:2026-04:070000001:DeductibilityStatus', 'PC,LODGE'],
    ['revocation:070000001:2021-05-15:RevocationDate', '2021-05-15'],
    ['revocation:070000001:2021-05-15:City', 'DAYTON'],
  ])('return %s of a registry row', async (ref, value) => {
    const [kind, asOf] = ref.split(':')
    // Publication 78 has no month of its own; the loader dated it.
    const dated =
      kind === 'pub78' ? ref.replace(asOf ?? '', organization.publication78?.asOf ?? '') : ref
    const found = await resolve(dated)
    expect(found.value).toBe(value)
    expect(found.evidence).toMatchObject({ ref: dated, collection: 'registry' })
    expect(found).not.toHaveProperty('filing')
  })

  it('return derived figures with their formula and sources', async () => {
    const ratio = await resolve(`derived:programRatio:${EIN}:2022`)
    expect(ratio).toMatchObject({ value: 0.8, unit: 'ratio', filing: { objectId: LATER } })
    expect(ratio.evidence.derivedFrom).toEqual([
      ofFiling('/IRS990/TotalFunctionalExpensesGrp/ProgramServicesAmt'),
      ofFiling('/IRS990/TotalFunctionalExpensesGrp/TotalAmt'),
    ])
    expect((await resolve(`derived:revenueGrowth:${EIN}:2022`)).value).toBeCloseTo(0.1, 12)
    expect((await resolve(`derived:highestPaidCompensation:${EIN}:2022`)).value).toBe(1100)
  })

  it('return sums of rows, with the part if there are many rows', async () => {
    const grants = await resolve(`derived:grantsToOrganizations:${EIN}:2022`)
    expect(grants).toMatchObject({ value: 3_137_500, unit: 'USD', filing: { objectId: LATER } })
    expect(grants.label).toBe('Listed grants to domestic organizations')
    expect(grants.evidence).toMatchObject({
      citation: 'Form 990 (tax year 2022), derived: Listed grants to domestic organizations',
      formula:
        'Sum of columns (d) and (e) over the 250 rows of Schedule I, Part II that have an amount',
      derivedFrom: [ofFiling('/IRS990ScheduleI')],
    })
    const pay = await resolve(`derived:reportableCompensation:${EIN}:2021`)
    expect(pay.evidence.derivedFrom).toEqual(
      [1, 2].map((at) => ofFiling(`/IRS990/Form990PartVIISectionAGrp[${at}]`, FIRST, '990', 2021)),
    )
    const none = `derived:grantsToOrganizations:${EIN}:2021`
    expect(await codeOf(resolve(none))).toBe('EvidenceNotFound')
  })

  it('distinguish the derived figures of two forms in one year', async () => {
    const short = organization.filings.find(({ form }) => form === '990EZ')
    if (!short) throw new Error('The short form is missing')
    const ref = toDerivedRef(organization, short, 'programRatio')
    expect(ref).toBe(`derived:programRatio_990EZ:${EIN}:2022`)
    const found = await resolve(ref)
    expect(found).toMatchObject({ value: 0.6, evidence: { ref, form: '990EZ' } })
  })

  it.each([
    'nonsense',
    '',
    `990:2022:${LATER}:CYTotalRevenueAmt`,
    `990:22:${LATER}:/IRS990/CYTotalRevenueAmt`,
    `991:2022:${LATER}:/IRS990/CYTotalRevenueAmt`,
    `990:2022:12:/IRS990/CYTotalRevenueAmt`,
    `990:2022:${LATER}:/IRS990/CYTotalRevenueAmt[1]`,
    `990:2022:${LATER}:/IRS990/Form990PartVIISectionAGrp/PersonNm`,
    `990:2022:${LATER}:/IRS990//CYTotalRevenueAmt`,
    `990:2022:${LATER}:/IRS990/${'Long'.repeat(500)}`,
    'derived:programRatio:7:2022',
    'bmf:2026:070000001:NAME',
  ])('are invalid in the wrong format: %s', async (ref) => {
    expect(await codeOf(resolve(ref))).toBe('InvalidEvidenceRef')
  })

  it.each([
    `990:2022:${LATER}:/IRS990/PYTotalRevenueAmt`,
    `990:2022:${LATER}:/IRS990/constructor`,
    `990:2022:${LATER}:/IRS990/Form990PartVIISectionAGrp[3]`,
    `990:2022:${LATER}:/IRS990ScheduleZ`,
    `990:2021:${LATER}:/IRS990/CYTotalRevenueAmt`,
    `990EZ:2022:${LATER}:/IRS990/CYTotalRevenueAmt`,
    '990:2022:202399999999999999:/IRS990/CYTotalRevenueAmt',
    `derived:nothing:${EIN}:2022`,
    `derived:programRatio_990T:${EIN}:2022`,
    `derived:programRatio:${EIN}:1999`,
    `derived:reserveMonths:${EIN}:2022`,
    `derived:foundationGrantsPaid:${EIN}:2022`,
    `derived:rating:${EIN}:2021`,
    `derived:failedChecks_990N:${EIN}:2022`,
    'derived:programRatio:070000002:2022',
    'bmf:2026-04:070000002:NAME',
    'bmf:2026-04:070000001:constructor',
    'bmf:2026-04:070000001:SORT_NAME',
    'bmf:2025-01:070000001:CITY',
    'revocation:070000001:2021-13-45:City',
    'award:CONT_1',
  ])('point to nothing: %s', async (ref) => {
    expect(await codeOf(resolve(ref))).toBe('EvidenceNotFound')
  })
})
