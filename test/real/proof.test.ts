import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { charityFilings } from '#src/api/a/filings.ts'
import { charityPage } from '#src/api/a/page/route.ts'
import { charitySection } from '#src/api/a/section/schema.ts'
import { parseRef } from '#src/domain/evidence.ts'
import { collectRefs, type Met } from '#test/integration/evidence/collect-refs.ts'
import { countFields, fieldsOf } from '#test/integration/evidence/field-counts.ts'
import { type FiledXml, openAll } from '#test/integration/evidence/filed-xml.ts'
import { openReal, type ProfilesWorld } from '#test/integration/http/profiles-world.ts'
import { SEED, TAKES_ALL } from '#test/random.ts'
import { expectRecorded } from '#test/recorded.ts'
import { REAL } from './real-data.ts'

// Compares every Ref with the XML. Sending one back to the service costs a request, so the tests
// send only a sample of each response, which the seed selects.
const PASSED_BACK = TAKES_ALL ? 6 : 2

const FIELDS = {
  CharityPage: fieldsOf(charityPage),
  CharitySection: fieldsOf(charitySection),
  CharityFilings: fieldsOf(charityFilings),
}

const B_ENDPOINTS =
  'profile summary metrics flows contradictions leadership related ratings blocks'.split(' ')

/** Returns whether a documented name is the field or contains it. */

type Opened = { ein: string; form: string; year: number; sections: { Id: string }[] }

describe.skipIf(!existsSync(REAL))('every real filing', () => {
  let world: ProfilesWorld
  let xml: Map<string, FiledXml>
  const opened: Opened[] = []
  const files = new Map<string, string>()
  const filers = new Map<string, string>()
  const filled = new Map<string, number>()
  const counts = { pages: 0, sections: 0, answersOfB: 0, figures: 0, passedBack: 0 }

  beforeAll(async () => {
    // A band disappears three years after the period of its return, so the counts are for one day.
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-26T12:00:00Z') })
    // This runs first, because it blocks for seconds, which the service would report as overload.
    xml = openAll(REAL)
    world = await openReal('proof')
    type Row = { id: string; ein: string; archive: string; member: string | null }
    const rows = await world.postgres.query<Row>(
      'select object_id as id, ein, source_archive as archive, source_member as member from filing',
    )
    for (const { id, ein, archive, member } of rows) {
      files.set(id, member ?? archive)
      filers.set(id, ein)
    }
  })
  afterAll(async () => {
    vi.useRealTimers()
    console.log(`Evidence of real filings: ${JSON.stringify(counts)}`)
    await world.close()
  })

  test('opens as a page of its form and year', async () => {
    const filings = await world.postgres.query<{ ein: string; form: string; year: number }>(
      'select distinct ein, form, tax_year as year from filing where is_current order by 1, 2, 3',
    )
    for (const { ein, form, year } of filings) {
      const url = `/api/v2/charity/${ein}/page?Form=${form}&Year=${year}`
      const { status, body } = await world.get<{ Hero: unknown; Sections: { Id: string }[] }>(url)
      expect(status, `${url}: ${JSON.stringify(body)}`).toBe(200)
      opened.push({ ein, form, year, sections: body.Sections })
      counts.pages += 1
      countFields(filled, FIELDS.CharityPage, 'CharityPage', body)
      const filings = await world.get(`/api/v2/charity/${ein}/filings?Form=${form}`)
      countFields(filled, FIELDS.CharityFilings, 'CharityFilings', filings.body)
      await check(ein, 'Leadership', collectRefs(body.Hero))
    }
    expect(counts.pages).toBeGreaterThan(150)
  })

  test('returns each section it lists, every figure equal to its leaf', async () => {
    for (const { ein, form, year, sections } of opened) {
      expect(sections.length, `${ein} ${form} ${year} lists no section`).toBeGreaterThan(0)
      for (const { Id } of sections) {
        const url = `/api/v2/charity/${ein}/sections/${Id}?Form=${form}&Year=${year}&Limit=200`
        const { status, body } = await world.get(url)
        expect(status, `${url}: ${JSON.stringify(body)}`).toBe(200)
        counts.sections += 1
        countFields(filled, FIELDS.CharitySection, 'CharitySection', body)
        await check(ein, Id, collectRefs(body))
      }
    }
  })

  test('fills the same fields as before', async () => {
    const byCount: Record<number, string[]> = {}
    for (const [answer, fields] of Object.entries(FIELDS)) {
      for (const field of fields.map((name) => `${answer}.${name}`)) {
        const count = filled.get(field) ?? 0
        byCount[count] = [...(byCount[count] ?? []), field]
      }
    }
    const counts = Object.entries(byCount).map(([count, fields]) => [count, fields.join(', ')])
    await expectRecorded('filled-fields', Object.fromEntries(counts))
  })

  test('returns every figure on surface B equal to its leaf', async () => {
    for (const ein of new Set(opened.map((one) => one.ein))) {
      const years = new Set(opened.flatMap((one) => (one.ein === ein ? one.year : [])))
      for (const path of [
        ...B_ENDPOINTS.map((name) => `/api/v2/charity/${ein}/${name}`),
        ...[...years].map((year) => `/charities/${ein}?year=${year}`),
      ]) {
        const { status, body } = await world.get(path)
        expect(status, `${path}: ${JSON.stringify(body)}`).toBe(200)
        counts.answersOfB += 1
        await check(ein, 'Leadership', collectRefs(body))
      }
    }
  })

  async function check(ein: string, section: string, met: Met[]): Promise<void> {
    for (const one of met) if (one.value !== undefined) compare(one)
    const step = Math.max(1, Math.ceil(met.length / PASSED_BACK))
    for (let at = SEED % step; at < met.length; at += step)
      await passBack(ein, section, met[at] as Met)
  }

  function compare({ ref, value, at }: Met): void {
    const evidence = parseRef(ref)
    if (evidence?.kind !== 'filing') return
    const file = files.get(evidence.objectId)
    const texts = xml.get(file ?? '')?.textsAt(evidence.path)
    expect(texts, `${ref} at ${at} points to nothing in ${file}`).toBeDefined()
    counts.figures += 1
    const filed = (texts ?? []).filter((text) => text !== '').join(' ')
    expect(
      isSame(value, filed),
      `${ref} at ${at}: ${JSON.stringify(value)} is filed as "${filed}"`,
    ).toBe(true)
  }

  async function passBack(ein: string, section: string, { ref, value, at }: Met): Promise<void> {
    const url = `/api/v2/charity/${ein}/sections/${section}?EvidenceRef=${encodeURIComponent(ref)}`
    const { status, body } = await world.get(url)
    counts.passedBack += 1
    expect(status, `${ref} at ${at}: ${JSON.stringify(body)}`).toBe(200)
    const back = collectRefs(body).find((one) => one.ref === ref)
    expect(back, `${ref} at ${at} is not in ${JSON.stringify(body).slice(0, 1_000)}`).toBeDefined()
    if (value !== undefined) expect(back?.value, `${ref} at ${at}`).toEqual(value)
  }
})

/** Expects a typed figure to equal its filed text; white space within a text does not count. */
function isSame(value: unknown, filed: string): boolean {
  if (typeof value === 'number') return Number(filed) === value
  if (typeof value === 'boolean') return ['X', 'x', '1', 'true'].includes(filed) === value
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim()
  return plain(String(value)) === plain(filed)
}
