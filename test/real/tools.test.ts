import { existsSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { answerLeadership } from '#src/assistant/planner/answers/profiles.ts'
import { startWork } from '#src/assistant/planner/answers/say.ts'
import { parseRef } from '#src/domain/evidence.ts'
import type { Form } from '#src/domain/form.ts'
import { FIGURE_KEYS } from '#src/figures/sets.ts'
import type { Citation } from '#src/tools/cite.ts'
import { readFigures } from '#src/tools/organization/figures.ts'
import { modelTool, runTool } from '#src/tools/tools.ts'
import { findUnproven } from '#test/integration/assistant/prove-citations.ts'
import { type FiledXml, openAll } from '#test/integration/evidence/filed-xml.ts'
import { openProfiles, type ProfilesWorld } from '#test/integration/http/profiles-world.ts'
import { REAL } from './real-data.ts'

type Filed = { id: string; ein: string; form: Form; year: number; file: string }

/** All questions about an organization that need no index. */
const OF_ONE = [
  ['read_profile', {}],
  ['read_series', { figure: 'revenue' }],
  ['explain_rating', {}],
  ['read_leadership', { limit: 10 }],
  ['list_funders', { limit: 3 }],
  ['list_grantees', { limit: 3 }],
  ['check_return', {}],
] as const

const [COMMON_SPIRIT, ASCENSION] = ['470617373', '311662309']

describe.skipIf(!existsSync(REAL))('over real filings', () => {
  let world: ProfilesWorld
  let xml: Map<string, FiledXml>
  let filings: Filed[]
  const { signal } = new AbortController()

  beforeAll(async () => {
    // This runs first: blocking this long later would look like overload to the service.
    xml = openAll(REAL)
    world = await openProfiles('assistant_real', [REAL])
    filings = await world.postgres.query<Filed>(
      `select object_id as id, ein, form, tax_year as year,
         coalesce(source_member, source_archive) as file
       from filing where is_current order by object_id`,
    )
  })
  afterAll(() => world.close())

  // Figures and filed texts read only the store.
  const deps = () => ({ postgres: world.postgres }) as Parameters<typeof readFigures.run>[0]

  const figuresOf = ({ ein, form, year }: Filed) =>
    readFigures.run(deps(), { ein, form, year, figures: [...FIGURE_KEYS] }, signal)

  /**
   * Returns the XML text of a Ref's leaf, without any of our own code; undefined for derived ones.
   */
  function filedAt({ evidence }: Citation, files: Map<string, string>): string | undefined {
    const found = parseRef(evidence.ref)
    if (found?.kind !== 'filing') return undefined
    const texts = xml.get(files.get(found.objectId) ?? '')?.textsAt(found.path)
    return texts?.filter((text) => text !== '').join(' ') ?? 'nothing'
  }

  test('every filed figure of every return equals the XML', async () => {
    const files = new Map(filings.map(({ id, file }) => [id, file]))
    const seen = new Map<Form, number>()
    for (const filing of filings) {
      const { figures, unknown } = await figuresOf(filing)
      expect(figures.length + unknown.length).toBe(FIGURE_KEYS.length)
      for (const { value, citation, key } of figures) {
        const filed = filedAt(citation, files)
        if (filed === undefined) {
          expect(citation.evidence.formula, `${filing.ein} ${key}`).toBeDefined()
          expect(citation.evidence.derivedFrom?.length, `${filing.ein} ${key}`).toBeGreaterThan(0)
          continue
        }
        expect(Number(filed), `${filing.file} ${key} ${citation.evidence.ref}`).toBe(value)
        seen.set(filing.form, (seen.get(filing.form) ?? 0) + 1)
      }
    }
    for (const form of ['990', '990EZ', '990PF'] as const) {
      expect(seen.get(form), form).toBeGreaterThan(20)
    }
  })

  test.each(OF_ONE)('%s %j cites filed values', async (name, more) => {
    const faults: string[] = []
    let cited = 0
    for (const ein of new Set(filings.map((filing) => filing.ein))) {
      const tool = modelTool(name)
      if (!tool) throw new Error(`There is no tool ${name}.`)
      const { citations } = await runTool(tool, deps(), { ein, ...more }, signal)
      cited += citations.length
      faults.push(...(await findUnproven(deps(), citations)))
    }
    expect(faults).toEqual([])
    expect(cited).toBeGreaterThan(0)
  })

  /** Returns an answer's lines about people, each with the leaves it cites. */
  async function tellLeaders(ein: string) {
    const lines: { text: string; cites: string[] }[] = []
    for await (const event of answerLeadership(startWork(deps(), signal), ein, {})) {
      if (event.kind === 'text') lines.push({ text: event.text.trim(), cites: [] })
      else if (event.kind === 'citation') lines.at(-1)?.cites.push(event.citation.evidence.ref)
    }
    return lines
  }

  test('the highest paid has the highest pay from the organization and related ones together', async () => {
    const [head, first, second, third] = await tellLeaders(COMMON_SPIRIT)
    expect(head?.text).toContain('lists 49 people in its Form 990 for tax year 2021; 6 of 49 shown')
    expect(first?.text).toBe(
      '- LLOYD H DEAN, CHIEF EXECUTIVE OFFICER: $0 from the organization, $25,820,624 from related organizations.',
    )
    expect(first?.cites.map((ref) => ref.split('/').at(-1))).toEqual([
      'PersonNm',
      'ReportableCompFromOrgAmt',
      'ReportableCompFromRltdOrgAmt',
    ])
    expect(second?.text).toContain('MARVIN OQUINN')
    expect(third?.text).toContain('$4,395,351 from related organizations')
    const [, best] = await tellLeaders(ASCENSION)
    expect(best?.text).toContain(
      'PRESIDENT/CEO: $0 from the organization, $17,491,695 from related',
    )
  })
})
