import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSection } from '#src/organizations/sections/read-section.ts'
import { codeOf } from './answers-a.ts'
import { blockData, readData } from './answers-b.ts'
import { openSections, type SectionsWorld, times } from './sections-world.ts'

const EIN = '070000011'
const LONG = '202341329349300021'
const LINES = 1_234
const TEXT = 'a line of an attachment that no catalogue knows. '.repeat(3)

const grant = (name: string) =>
  `<RecipientTable><RecipientBusinessName><BusinessNameLine1Txt>${name}</BusinessNameLine1Txt></RecipientBusinessName><PurposeOfGrantTxt>${TEXT.repeat(4)}</PurposeOfGrantTxt></RecipientTable>`

let world: SectionsWorld
beforeAll(async () => {
  world = await openSections('stored_parts', [
    {
      ein: EIN,
      name: 'Stored Tests',
      id: LONG,
      year: 2022,
      data: `<IRS990><CYTotalRevenueAmt>9</CYTotalRevenueAmt></IRS990>
        <IRS990ScheduleI>${times(205, (n) => grant(`First ${n}`))}</IRS990ScheduleI>
        <IRS990ScheduleI>${times(3, (n) => grant(`Second ${n}`))}</IRS990ScheduleI>
        <IRS990ScheduleR><IdRelatedTaxExemptOrgGrp><EIN>070000012</EIN></IdRelatedTaxExemptOrgGrp></IRS990ScheduleR>
        <MadeAttachment>${times(LINES, (n) => `<Line><Txt>${n} ${TEXT}</Txt></Line>`)}</MadeAttachment>
        <IRS990ScheduleK>${times(300, (n) => `<SupplementalInformationDetail><ExplanationTxt>${n} ${TEXT.repeat(2)}</ExplanationTxt></SupplementalInformationDetail>`)}</IRS990ScheduleK>`,
    },
  ])
})
afterAll(() => world.close())

const ref = (path: string) => encodeURIComponent(`990:2022:${LONG}:${path}`)
type Element = { Schedule: string; EvidenceRef?: string; Content: Record<string, unknown> }
const walkSchedules = async (limit: number) =>
  (await world.walk(EIN, 'Schedules', `Limit=${limit}`)) as Element[]

describe('long repeats', () => {
  test('are stored apart, even if the catalogue does not list them', async () => {
    const [filing] = await world.postgres.query<{ cut: string[]; warnings: string[] }>(
      `select contents -> 'cut' as cut, warnings from filing where object_id = $1`,
      [LONG],
    )
    const [grants, supplement] = ['/IRS990ScheduleI/RecipientTable', '/IRS990ScheduleK[1]/Supple']
    const cut = [grants, '/MadeAttachment/Line', expect.stringContaining(supplement)]
    expect(filing).toEqual({ cut, warnings: ['RepeatedPart IRS990ScheduleI'] })
  })

  test('are returned once each, in filed order, over all pages', async () => {
    const lines = (await walkSchedules(77)).filter(({ Schedule }) => Schedule === 'MadeAttachment')
    expect(lines.map(({ Content }) => Content.Txt)).toEqual(
      Array.from({ length: LINES }, (_, at) => `${at + 1} ${TEXT.trim()}`),
    )
    const refs = lines.slice(0, 2).map((line) => line.EvidenceRef)
    expect(refs).toEqual([`990:2022:${LONG}:/MadeAttachment/Line`, undefined])
  })

  test.each([
    ['/IRS990ScheduleK[1]/SupplementalInformationDetail[237]/ExplanationTxt', /^237 /],
    ['/MadeAttachment/Line/Txt', /^1 /],
  ])('are the target of %s', async (path, text) => {
    const { Data } = await world.open(EIN, 'Schedules', `EvidenceRef=${ref(path)}`)
    expect(Data).toMatchObject({ Value: expect.stringMatching(text) })
  })

  test('are pages of a block on surface B, a hundred rows each', async () => {
    const read = async (block: string) =>
      readData(await world.get(`/api/v2/charity/${EIN}/block/${block}`), blockData)
    const seen: string[] = []
    for (let page = 1; page <= 3; page += 1) {
      const { content, ...paging } = await read(`IRS990ScheduleI?page=${page}`)
      const truncated = [{ path: '/IRS990ScheduleI/RecipientTable', rows: 205, page, pages: 3 }]
      expect(paging).toMatchObject({ page, pages: 3, truncated })
      seen.push(...(JSON.stringify(content).match(/First \d+/g) ?? []))
    }
    expect(seen).toEqual(Array.from({ length: 205 }, (_, at) => `First ${at + 1}`))
    const beyond = `/api/v2/charity/${EIN}/block/IRS990ScheduleI?page=4`
    expect(await codeOf(world, beyond)).toBe('400')
    const last = JSON.stringify(await read('MadeAttachment?page=13'))
    expect(last).toContain(`"${LINES} a line`)
    expect(last).not.toContain('"1200 a line')
    const second = JSON.stringify(await read('IRS990ScheduleI?ordinal=2'))
    expect(second).toContain('Second 3')
    expect(second).not.toContain('First 1')
  })
})

test('a second part with a unique name is shown, but no table counts it', async () => {
  const { Section } = await world.open(EIN, 'Grants', 'Limit=1')
  expect(Section.Summary).toMatch(/^205 /)
  const rows = await world.walk(EIN, 'Grants', 'Limit=200')
  expect(rows).toHaveLength(205)
  const grants = (await walkSchedules(200)).filter(({ Schedule }) => Schedule === 'IRS990ScheduleI')
  const isFirst = Array.from({ length: 208 }, (_, at) => at < 205)
  expect(grants.map(({ EvidenceRef }) => EvidenceRef !== undefined)).toEqual(isFirst)
  const { ScheduleIndex = [] } = await world.open(EIN, 'Schedules', 'Limit=1')
  const withRef = ScheduleIndex.map(({ EvidenceRef }) => EvidenceRef !== undefined)
  expect(withRef.join()).toBe('true,false,true,true,true')
})

test.each(['MoneyFlow', 'Grants', 'Schedules', 'RelatedOrganizations', 'FinancialStatements'])(
  '%s is 503 if the filing is replaced during the read',
  async (section) => {
    const [kept] = await world.postgres.query<{ sha: string; version: number }>(
      `select encode(content_sha256, 'hex') as sha, derived_version as version from filing where object_id = $1`,
      [LONG],
    )
    for (const change of [`content_sha256 = '\\x01'`, 'derived_version = derived_version + 1']) {
      const postgres = {
        ...world.postgres,
        query: (async (sql, values) => {
          const rows = await world.postgres.query(sql, values)
          if (sql.includes(', narrative,')) {
            await world.postgres.query(`update filing set ${change} where object_id = $1`, [LONG])
          }
          return rows
        }) as typeof world.postgres.query,
      }
      const answer = await readSection({ postgres }, EIN, { section, limit: 50 }).catch(
        (error: unknown) => error,
      )
      await world.postgres.query(
        `update filing set content_sha256 = decode($2, 'hex'), derived_version = $3 where object_id = $1`,
        [LONG, kept?.sha ?? '', kept?.version ?? 0],
      )
      expect(answer).toMatchObject({ code: 'StoreUnavailable' })
    }
  },
)
