import { expect, test } from 'vitest'
import type { Page } from '#src/organizations/page/page.ts'
import type { Pay, PersonByYear } from '#src/organizations/people/people-by-year.ts'
import {
  PeopleByYearBand,
  peopleColumns,
} from '#src/web/components/organization/people-by-year.tsx'
import { EIN, makeFiling } from '#test/unit/organizations/made-filing.ts'
import { draw } from './draw.ts'

const REF = '990:2022:202303199349301234:/IRS990/Form990PartVIISectionAGrp[1]'
const part = (column: string, value: number) => ({
  key: column,
  label: `Column ${column}`,
  line: `column (${column})`,
  value,
  ref: `${REF}/${column}`,
})
const pay = (amount: number | undefined, parts: Pay['parts'], unreadable: string[] = []): Pay => ({
  ...(amount !== undefined && { amount }),
  parts,
  unreadable,
})

const person = (name: string, own: Pay, isFormer = false): PersonByYear => ({
  ref: `${REF}#${name}`,
  name: { value: name, ref: `${REF}/PersonNm` },
  otherNames: isFormer ? ['J Doe'] : [],
  isFormer,
  ...(isFormer && { match: { kind: 'Spellings', titlesAgree: true } }),
  years: [{ taxYear: 2022, ref: REF, ...own }],
})

const year = {
  filing: makeFiling('990', {}),
  ...{ listed: 4, isCompared: true, paid: 2, unknown: 1, total: 130 },
  reported: { value: 99, ref: `${REF}/Total` },
}
const people = [
  person('SUM', pay(123, [part('D', 100), part('E', 20), part('F', 3)])),
  person('ONE', pay(7, [part('D', 7), part('E', 0)])),
  person('BLANK', pay(undefined, [])),
  person('OLD', pay(undefined, [], [`${REF}/F`]), true),
]

const open = (isCompared: boolean) =>
  draw(PeopleByYearBand, {
    page: { organization: { ein: EIN }, sections: [] } as unknown as Page,
    found: {
      ...{ years: [{ ...year, isCompared }], earlierYears: [2014], shortYears: [2022] },
      ...{ people, count: 4, all: 4, version: '' },
    },
    asked: { Page: 1, Within: 'o' },
  })

test('pay leads to the row of the columns that it adds up, or to its only column', () => {
  const $ = open(true)
  const rows = $('table.data-table').first().find('tbody tr')
  const sum = rows.eq(0).find('td').first()
  expect([sum.find('a').length, sum.text()]).toEqual([1, '$123'])
  expect(sum.find('a').attr('href')).toMatch(
    new RegExp(`${encodeURIComponent(REF).replace(/[%.]/g, '.')}$`),
  )
  const only = rows.eq(1).find('td').first()
  expect(only.find('a').attr('href')).toContain(encodeURIComponent(part('D', 7).ref))
  expect(only.text()).toBe('$7')
  expect(rows.eq(2).find('td').first().text()).toBe('not reported')
})

test('former people have a table of their own, with how they were matched', () => {
  const $ = open(true)
  const former = $('table.data-table').eq(1)
  expect(former.text()).toContain('by first and last')
  expect(former.find('td').first().text()).toContain('not readable')
  expect($('h3').first().text()).toMatch(/^Not in the newest/)
})

test('a year whose list is too long has a note and no column', () => {
  const $ = open(false)
  expect($('.notice').text()).toContain('The list for 2022')
  expect($('table.data-table').first().find('thead').text()).not.toContain('2022')
})

test('the file has the amount and the Refs of each year', () => {
  const columns = peopleColumns(EIN, [year])
  const read = (key: string) =>
    columns.find((one) => one.key === key)?.csv?.(people[0] as PersonByYear)
  expect(read('2022')).toBe(123)
  expect(String(read('2022Refs')).split(' ')).toHaveLength(3)
})
