import { expect, test } from 'vitest'
import type { TableRow } from '#src/organizations/filings/table-rows.ts'
import { pairPeople } from '#src/organizations/people/people.ts'

const row = (table: TableRow['table'], name: string | undefined, place: number): TableRow => ({
  table,
  row: {
    path: `/${table}[${place}]`,
    cells: name === undefined ? {} : { name: { value: name, path: `/${table}[${place}]/Name` } },
  },
})
const listed = (name: string | undefined, place: number) => row('officers990', name, place)
const detailed = (name: string | undefined, place: number) => row('scheduleJ', name, place)

test('people are paired by name in any spelling, and stay in filed order', () => {
  const [ann, bob] = [listed('Ann B. Lee', 1), listed('Bob Ray', 2)]
  const detail = detailed('ANN B LEE', 1)
  expect(pairPeople([ann, bob, detail])).toEqual([
    { filed: ann, scheduleJ: detail },
    { filed: bob },
  ])
})

test('namesakes are paired in order, and each row of Schedule J once', () => {
  const [first, second] = [listed('Ann Lee', 1), listed('Ann Lee', 2)]
  const only = detailed('Ann Lee', 1)
  expect(pairPeople([first, second, only])).toEqual([
    { filed: first, scheduleJ: only },
    { filed: second },
  ])
})

test('people only on Schedule J come last; rows without a name are not paired', () => {
  const [nameless, unknown, late] = [
    listed(undefined, 1),
    detailed(undefined, 1),
    detailed('Zed', 2),
  ]
  expect(pairPeople([nameless, unknown, late])).toEqual([
    { filed: nameless },
    { scheduleJ: unknown },
    { scheduleJ: late },
  ])
})
