import { afterAll, beforeAll, expect, it } from 'vitest'
import { BMF_NAMES } from '#indexer/sources/kinds/registry.ts'
import { toDerivedRef } from '#src/organizations/evidence/derived-figures.ts'
import { resolveEvidence } from '#src/organizations/evidence/resolve-evidence.ts'
import { openProfile } from '#src/organizations/open-profile.ts'
import type { Organization } from '#src/organizations/organization.ts'
import type { ApiError } from '#src/platform/errors.ts'
import { openFiles, type ProfilesWorld } from '#test/integration/http/profiles-world.ts'
import { toHeader } from '#test/integration/indexer/made-lists.ts'
import { openCases } from '#test/unit/cases.ts'
import { makeReturn } from '#test/unit/indexer/made-return.ts'

const cases = openCases(new URL('./evidence.tsv', import.meta.url))

const EIN = '070000001'
const LATER = '202303199349301234'
const FIRST = '202203199349301234'
const SHORT_FORM = '202303199349209999'

const made = (year: number, data: string) => {
  const second = '<BusinessNameLine2Txt>of Ohio</BusinessNameLine2Txt></BusinessName>'
  const header = toHeader({ ein: EIN, name: 'Made Elm Fund', year })
  return makeReturn({ header: header.replace('</BusinessName>', second), data })
}

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

let world: ProfilesWorld
let organization: Organization
const resolve = (ref: string) => resolveEvidence(world, organization, ref)
const codeOf = (ref: string) => resolve(ref).catch((error: ApiError) => error.code)
const ofFiling = (path: string, objectId = LATER, form = '990', year = 2022) =>
  `${form}:${year}:${objectId}:${path}`

beforeAll(async () => {
  const month = (name: string) =>
    `${BMF_NAMES.join()}\n${EIN},${name},,1 ELM ST,DAYTON,OH,45400-0001,0000,03,3,1000,199503,1,15,000000000,1,01,202212,4,4,01,0,12,5000,4000,4000,K31,\n`
  const short =
    '<IRS990EZ><TotalExpensesAmt>100</TotalExpensesAmt><TotalProgramServiceExpensesAmt>60</TotalProgramServiceExpensesAmt></IRS990EZ>'
  const files: Record<string, string> = {
    [`${LATER}_public.xml`]: made(2022, form990(1210) + scheduleI),
    [`${FIRST}_public.xml`]: made(2021, form990(1100)),
    [`${SHORT_FORM}_public.xml`]: made(2022, short),
    'data-download-pub78.txt': `${EIN}|Made Elm Fund of Ohio|Dayton|OH|United States|PC,LODGE\n`,
    'data-download-revocation.txt': `${EIN}|MADE ELM FUND|ELM|1 ELM ST|DAYTON|OH|45400|US|03|15-MAY-2021|09-AUG-2021|15-MAY-2022\n`,
    '2025-01/eo1.csv': month('ELM CIRCLE'),
    '2026-04/eo1.csv': month('MADE ELM FUND'),
  }
  world = await openFiles('evidence_made', files)
  organization = await openProfile(world, EIN)
})
afterAll(() => world.close())

it('returns a leaf as the catalogue reads it, with label and unit', async () => {
  expect(await resolve(ofFiling('/IRS990/CYTotalRevenueAmt'))).toMatchObject({
    ...{ value: 1210, label: 'Total revenue', unit: 'USD', filing: { objectId: LATER } },
    evidence: {
      ...{ collection: 'filings', form: '990', taxYear: 2022 },
      sourcePath: '/IRS990/CYTotalRevenueAmt',
      sourceDocument: expect.stringContaining(LATER),
      citation: 'Form 990 (tax year 2022), Part I, line 12',
    },
  })
})

it.each(cases<[string, unknown]>('values of leaves'))('returns %s as %j', async (path, value) => {
  expect((await resolve(ofFiling(path))).value).toBe(value)
})

it('returns a row with its cells, and any other element whole', async () => {
  const cells = { name: { value: 'Ben Elm' }, otherCompensation: { value: 600 } }
  const { row } = await resolve(ofFiling('/IRS990/Form990PartVIISectionAGrp[2]'))
  expect(row).toMatchObject({ table: 'officers990', place: 2, row: { cells } })
  expect((await resolve(ofFiling('/ReturnHeader/Filer'))).element).toHaveProperty('EIN', EIN)
})

it('resolves through a repeat that is stored apart', async () => {
  const [filing] = await world.postgres.query<{ cut: string[] }>(
    "select contents -> 'cut' as cut from filing where object_id = $1",
    [LATER],
  )
  expect(filing?.cut).toEqual(['/IRS990ScheduleI/RecipientTable'])
  for (const place of [1, 100, 101, 250]) {
    const path = `/IRS990ScheduleI/RecipientTable[${place}]`
    const cells = { cashGrant: { value: place * 100 } }
    expect((await resolve(ofFiling(path))).row).toMatchObject({ place, row: { path, cells } })
    const cell = await resolve(ofFiling(`${path}/CashGrantAmt`))
    expect(cell).toMatchObject({ value: place * 100, unit: 'USD' })
  }
  expect(await codeOf(ofFiling('/IRS990ScheduleI/RecipientTable[251]'))).toBe('EvidenceNotFound')
})

it.each(cases<[string, string | number]>('values of registry rows'))(
  'returns %s of a registry row',
  async (named, value) => {
    // Publication 78 has no month of its own; the loader dated it.
    const ref = named.replace('DATE', organization.publication78?.asOf ?? '')
    const found = await resolve(ref)
    expect(found.value).toBe(value)
    expect(found.evidence).toMatchObject({ ref, collection: 'registry' })
    expect(found).not.toHaveProperty('filing')
  },
)

it('returns derived figures with their formula and sources', async () => {
  const ratio = await resolve(`derived:programRatio:${EIN}:2022`)
  expect(ratio).toMatchObject({ value: 0.8, unit: 'ratio', filing: { objectId: LATER } })
  const group = '/IRS990/TotalFunctionalExpensesGrp'
  expect(ratio.evidence.derivedFrom).toEqual([
    ofFiling(`${group}/ProgramServicesAmt`),
    ofFiling(`${group}/TotalAmt`),
  ])
  expect((await resolve(`derived:revenueGrowth:${EIN}:2022`)).value).toBeCloseTo(0.1, 12)
  expect((await resolve(`derived:highestPaidCompensation:${EIN}:2022`)).value).toBe(1100)
})

it('returns sums of rows, with the part if there are many rows', async () => {
  const grants = await resolve(`derived:grantsToOrganizations:${EIN}:2022`)
  expect(grants).toMatchObject({ value: 3_137_500, unit: 'USD', filing: { objectId: LATER } })
  expect(grants.evidence.citation).toBe(`Form 990 (tax year 2022), derived: ${grants.label}`)
  expect(grants.evidence.formula).toMatch(/\(d\) and \(e\) .*250 .*Schedule I, Part II/)
  expect(grants.evidence.derivedFrom).toEqual([ofFiling('/IRS990ScheduleI')])
  const pay = await resolve(`derived:reportableCompensation:${EIN}:2021`)
  expect(pay.evidence.derivedFrom).toEqual(
    [1, 2].map((at) => ofFiling(`/IRS990/Form990PartVIISectionAGrp[${at}]`, FIRST, '990', 2021)),
  )
  expect(await codeOf(`derived:grantsToOrganizations:${EIN}:2021`)).toBe('EvidenceNotFound')
})

it('distinguishes the derived figures of two forms in one year', async () => {
  const short = organization.filings.find(({ form }) => form === '990EZ')
  if (!short) throw new Error('The short form is missing')
  const ref = toDerivedRef(organization, short, 'programRatio')
  expect(ref).toBe(`derived:programRatio_990EZ:${EIN}:2022`)
  expect(await resolve(ref)).toMatchObject({ value: 0.6, evidence: { ref, form: '990EZ' } })
})

it.each([
  ...cases<[string, string]>('Refs without evidence'),
  ['InvalidEvidenceRef', ofFiling(`/IRS990/${'Long'.repeat(500)}`)] as const,
])('has %s: %s', async (code, ref) => {
  expect(await codeOf(ref)).toBe(code)
})
