import { afterAll, beforeAll, expect, it } from 'vitest'
import { BMF_NAMES } from '#indexer/sources/kinds/registry.ts'
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

const made = (year: number, data: string) => {
  const second = '<BusinessNameLine2Txt>of Ohio</BusinessNameLine2Txt></BusinessName>'
  const header = toHeader({ ein: EIN, name: 'Made Elm Fund', year })
  return makeReturn({ header: header.replace('</BusinessName>', second), data })
}

const form990 = (revenue: number) => `<IRS990><CYTotalRevenueAmt>${revenue}</CYTotalRevenueAmt>
<WebsiteAddressTxt/><WhistleblowerPolicyInd>true</WhistleblowerPolicyInd>
<Form990PartVIISectionAGrp><PersonNm>Ann Elm</PersonNm><ReportableCompFromOrgAmt>900</ReportableCompFromOrgAmt></Form990PartVIISectionAGrp>
<Form990PartVIISectionAGrp><PersonNm>Ben Elm</PersonNm><ReportableCompFromOrgAmt>500</ReportableCompFromOrgAmt><OtherCompensationAmt>600</OtherCompensationAmt></Form990PartVIISectionAGrp>
<TotalFunctionalExpensesGrp><TotalAmt>1000</TotalAmt><ProgramServicesAmt>800</ProgramServicesAmt></TotalFunctionalExpensesGrp>
<JointCostsInd>X</JointCostsInd></IRS990>`

const scheduleI = '<IRS990ScheduleI><Total501c3OrgCnt>250</Total501c3OrgCnt></IRS990ScheduleI>'

let world: ProfilesWorld
let organization: Organization
const resolve = (ref: string) => resolveEvidence(world, organization, ref)
const codeOf = (ref: string) => resolve(ref).catch((error: ApiError) => error.code)
const ofFiling = (path: string) => `990:2022:${LATER}:${path}`

beforeAll(async () => {
  const month = (name: string) =>
    `${BMF_NAMES.join()}\n${EIN},${name},,1 ELM ST,DAYTON,OH,45400-0001,0000,03,3,1000,199503,1,15,000000000,1,01,202212,4,4,01,0,12,5000,4000,4000,K31,\n`
  const files: Record<string, string> = {
    [`${LATER}_public.xml`]: made(2022, form990(1210) + scheduleI),
    [`${FIRST}_public.xml`]: made(2021, form990(1100)),
    'data-download-pub78.txt': `${EIN}|Made Elm Fund of Ohio|Dayton|OH|United States|PC,LODGE\n`,
    'data-download-revocation.txt': `${EIN}|MADE ELM FUND|ELM|1 ELM ST|DAYTON|OH|45400|US|03|15-MAY-2021|09-AUG-2021|15-MAY-2022\n`,
    '2025-01/eo1.csv': month('ELM CIRCLE'),
    '2026-04/eo1.csv': month('MADE ELM FUND'),
  }
  world = await openFiles('evidence_made', files)
  organization = await openProfile(world, EIN)
})
afterAll(() => world.close())

it.each(cases<[string, unknown]>('values of leaves'))('returns %s as %j', async (path, value) => {
  expect((await resolve(ofFiling(path))).value).toBe(value)
})

it('returns a row with its cells, and any other element whole', async () => {
  const cells = { name: { value: 'Ben Elm' }, otherCompensation: { value: 600 } }
  const { row } = await resolve(ofFiling('/IRS990/Form990PartVIISectionAGrp[2]'))
  expect(row).toMatchObject({ table: 'officers990', place: 2, row: { cells } })
  expect((await resolve(ofFiling('/ReturnHeader/Filer'))).element).toHaveProperty('EIN', EIN)
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

it.each([
  ...cases<[string, string]>('Refs without evidence'),
  ['InvalidEvidenceRef', ofFiling(`/IRS990/${'Long'.repeat(500)}`)] as const,
])('has %s: %s', async (code, ref) => {
  expect(await codeOf(ref)).toBe(code)
})
