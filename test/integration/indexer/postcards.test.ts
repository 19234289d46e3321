import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Block } from '#src/domain/blocks.ts'
import { readPath } from '#src/domain/blocks.ts'
import { parseRef } from '#src/domain/evidence.ts'
import { createStore, loadInto, type Store } from '#test/world/store.ts'

// Layout of research/sources.md part 3; there is no real e-postcard file to test with.
const card = (ein: string, end: string, website: string) =>
  `${ein}|2023|ELM CLUB|T|F|01-01-2023|${end}|${website}|A PERSON|1 ELM ST||AKRON||OH|44301|US|` +
  '1 ELM ST||AKRON||OH|44301|US|||'

const MARCH = ['', card('070000001', '12-31-2023', 'old.example'), card('07000000', 'no', '')]
const APRIL = [
  '',
  card('070000001', '12-31-2023', 'new.example'),
  card('070000001', '12-31-2022', 'new.example'),
  card('070000002', '12-31-2023', ''),
]

describe('e-postcard files of two months', () => {
  let folder: string
  let stores: Store[]

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'postcards-'))
    for (const [month, lines] of Object.entries({ '2024-03': MARCH, '2024-04': APRIL })) {
      mkdirSync(join(folder, month))
      writeFileSync(join(folder, month, 'data-download-epostcard.txt'), lines.join('\r\n'))
    }
    stores = [await createStore('postcards_a'), await createStore('postcards_b')]
  })
  afterAll(async () => {
    for (const store of stores) await store.drop()
    rmSync(folder, { recursive: true })
  })

  const read = (store: Store | undefined) =>
    store?.db.query(
      `select ein, tax_period_end, received_on, is_current, is_final, form, tax_year,
         facts #>> '{website,value}' as website
       from filing order by ein, tax_period_end, received_on`,
    )

  it('leave one current filing per period, in any order of loading', async () => {
    const [first, second] = stores
    if (!first || !second) throw new Error('no stores')
    const march = await loadInto(first, [join(folder, '2024-03')])
    expect(march.tally).toMatchObject({ rejected: 1 })
    await loadInto(first, [join(folder, '2024-04')])
    await loadInto(second, [join(folder, '2024-04')])
    await loadInto(second, [join(folder, '2024-03')])
    const filings = await read(first)
    expect(filings).toMatchObject([
      { ein: '070000001', tax_period_end: '2022-12-31', is_current: true },
      { ein: '070000001', tax_period_end: '2023-12-31', is_current: false, website: 'old.example' },
      {
        ein: '070000001',
        tax_period_end: '2023-12-31',
        received_on: '2024-04-01',
        is_current: true,
        is_final: false,
        form: '990N',
        tax_year: 2023,
        website: 'new.example',
      },
      { ein: '070000002', is_current: true, website: null },
    ])
    expect(await read(second)).toEqual(filings)
  })

  it('store each row whole as a block that its Ref reads', async () => {
    const rows = await stores[0]?.db.query<{ object_id: string; content: Block }>(
      `select object_id, content from filing_block where block = 'IRS990N'`,
    )
    expect(rows).toHaveLength(4)
    for (const { object_id, content } of rows ?? []) {
      const evidence = parseRef(`990N:2023:${object_id}:/OrganizationName`)
      if (evidence?.kind !== 'filing') throw new Error('not a filing')
      const blocks = [{ block: 'IRS990N', ordinal: 1, content }]
      expect(readPath(blocks, evidence.path)?.value).toBe('ELM CLUB')
    }
  })
})
