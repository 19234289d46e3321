import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { TABULAR_READERS } from '#indexer/sources/readers.ts'
import type { TabularKind } from '#indexer/sources/source.ts'
import { readTable } from '#test/unit/indexer/read-table.ts'

const DOWNLOADS = '../shared/data/awards/usaspending_download'

describe.skipIf(!existsSync(DOWNLOADS))('the real downloads of ../shared/data', () => {
  const files = (existsSync(DOWNLOADS) ? readdirSync(DOWNLOADS) : []).filter((name) =>
    name.endsWith('.csv'),
  )
  const kindOf = (name: string): TabularKind =>
    name.includes('Sub-Awards') ? 'subaward' : 'award-transaction'

  it.each(files)('%s is known by its header', (name) => {
    const head = readFileSync(`${DOWNLOADS}/${name}`, 'utf8').slice(0, 65_536)
    const kinds = TABULAR_READERS.filter((reader) => reader.recognizes(head))
    expect(kinds.map(({ kind }) => kind)).toEqual([kindOf(name)])
  })

  it('have no row and no fault if they contain only a header', async () => {
    const empty = files.filter((name) => name.startsWith('ASST'))
    expect(empty).toHaveLength(2)
    for (const name of empty) {
      expect(await readTable(kindOf(name), readFileSync(`${DOWNLOADS}/${name}`))).toEqual([])
    }
  })

  it('place a subaward by the name of its country if its code is of another', async () => {
    const name = files.find((one) => one.includes('AIDOAAI1500004_Sub-Awards')) ?? ''
    const rows = await readTable('subaward', readFileSync(`${DOWNLOADS}/${name}`))
    // The file says WINDHOEK, Namibia, USA.
    const place = rows.find((row) => 'place_city' in row && row.place_city === 'WINDHOEK')
    expect(place).toMatchObject({ place_country: 'NA', amount: 45_039.5, recipient_dba_name: null })
  })
})
