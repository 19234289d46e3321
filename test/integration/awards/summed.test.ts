import { expect, test } from 'vitest'
import { openLoads } from '#test/integration/indexer/loads.ts'
import { toCsv } from '#test/unit/indexer/read-table.ts'

const row = (id: string, day: number, obligated = '') => ({
  assistance_transaction_unique_key: `7530_${id}_-NONE-_93.243_${day}`,
  assistance_award_unique_key: `ASST_NON_${id}_7530`,
  award_id_fain: id,
  modification_number: String(day),
  federal_action_obligation: '100.10',
  total_obligated_amount: obligated,
  action_date: `2023-01-1${day}`,
  last_modified_date: `2024-01-1${day}`,
  correction_delete_indicator_code: '',
  recipient_name: 'LARCH ROW KITCHEN',
  recipient_uei: 'ZZLARCH00001',
  awarding_agency_name: 'Department of Examples',
})

const made = openLoads('awards_summed')

test('a load reports which awards have a summed amount', async () => {
  const load = async (name: string, rows: Record<string, string>[]) => {
    await made.load(made.write(name, toCsv(Object.keys(row('', 0)), rows)), '2024-06')
    return await made.query(
      'select award_id, amount, is_amount_summed as "isSummed" from award order by award_id',
    )
  }
  const stated = { award_id: 'B', amount: 900, isSummed: false }
  expect(await load('one.csv', [row('A', 1), row('A', 2), row('B', 1, '900.00')])).toEqual([
    { award_id: 'A', amount: 200.2, isSummed: true },
    stated,
  ])
  expect(await load('two.csv', [row('A', 3, '700.00'), row('B', 0)])).toEqual([
    { award_id: 'A', amount: 700, isSummed: false },
    stated,
  ])
})
