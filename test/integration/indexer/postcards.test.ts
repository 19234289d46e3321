import { expect, test } from 'vitest'
import { type Block, readPath } from '#src/domain/blocks.ts'
import { readPacked } from '#src/domain/packed-json.ts'
import { openLoads } from './loads.ts'

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

const orders = { 'older first': openLoads('postcards_a'), 'newer first': openLoads('postcards_b') }

test.each(Object.entries(orders))(
  'e-postcards of two months leave one current filing per period: %s',
  async (order, made) => {
    const write = (month: string, lines: string[]) =>
      made.write(`${month}/data-download-epostcard.txt`, lines.join('\r\n'))
    const files = [write('2024-03', MARCH), write('2024-04', APRIL)]
    const counts = []
    for (const path of order === 'older first' ? files : files.reverse()) {
      counts.push((await made.count(path))?.rejected)
    }
    expect(counts.sort()).toEqual([0, 1])
    const end = (tax_period_end: string, is_current = true) => ({ tax_period_end, is_current })
    expect(
      await made.query(
        `select ein, tax_period_end, received_on, is_current, is_final, form, tax_year,
         facts #>> '{website,value}' as website
       from filing order by ein, tax_period_end, received_on`,
      ),
    ).toMatchObject([
      { ein: '070000001', ...end('2022-12-31') },
      { ein: '070000001', ...end('2023-12-31', false), website: 'old.example' },
      {
        ...{ ein: '070000001', ...end('2023-12-31'), received_on: '2024-04-01' },
        ...{ is_final: false, form: '990N', tax_year: 2023, website: 'new.example' },
      },
      { ein: '070000002', is_current: true, website: null },
    ])
    const rows = await made.query<{ content: Buffer }>(
      `select content from filing_block where block = 'IRS990N'`,
    )
    for (const { content } of rows) {
      const block = { block: 'IRS990N', ordinal: 1, content: readPacked<Block>(content) }
      expect(readPath([block], '/IRS990N/OrganizationName')?.value).toBe('ELM CLUB')
    }
    expect(rows).toHaveLength(4)
  },
)
