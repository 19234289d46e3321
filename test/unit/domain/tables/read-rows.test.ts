import { describe, expect, it } from 'vitest'
import type { Block } from '#src/domain/blocks.ts'
import { countRowSources } from '#src/domain/facts/tables/count-rows.ts'
import { countRows, readAllRows, readRows, rowWindows } from '#src/domain/facts/tables/read-rows.ts'
import { STATEMENTS } from '#src/domain/facts/tables/statements.ts'
import { unitOf } from '#src/domain/facts/tables/table.ts'
import { TABLES } from '#src/domain/facts/tables/tables.ts'
import type { StoredParts } from '#src/domain/filing-contents.ts'
import { ALL } from './catalogued.ts'

const partsOf = (...blocks: [block: string, content: Block][]): StoredParts => {
  const counts = new Map<string, number>()
  return {
    blocks: blocks.map(([block, content]) => {
      const ordinal = (counts.get(block) ?? 0) + 1
      counts.set(block, ordinal)
      return { block, ordinal, content }
    }),
    repeats: [],
  }
}

describe('rows', () => {
  it('read the names of each era', () => {
    const line = 'Harbor Food Bank'
    const ein = '079000001'
    for (const content of [
      {
        RecipientBusinessName: { BusinessNameLine1Txt: line },
        USAddress: { CityNm: 'Salem', StateAbbreviationCd: 'OR' },
        ...{ RecipientEIN: ein, CashGrantAmt: '5000' },
      },
      {
        RecipientBusinessName: { BusinessNameLine1: line },
        USAddress: { City: 'Salem', State: 'OR' },
        ...{ RecipientEIN: ein, CashGrantAmt: '5000' },
      },
      {
        RecipientNameBusiness: { BusinessNameLine1: line },
        AddressUS: { City: 'Salem', State: 'OR' },
        ...{ EINOfRecipient: ein, AmountOfCashGrant: '5000' },
      },
    ]) {
      const parts = partsOf(['IRS990ScheduleI', { RecipientTable: content }])
      const [row] = readAllRows(TABLES.grantsToOrganizations, parts)
      const cells = Object.entries(row?.cells ?? {}).map(([key, { value }]) => [key, value])
      expect(Object.fromEntries(cells)).toEqual({
        ...{ name: line, city: 'Salem', state: 'OR', ein, cashGrant: 5000 },
      })
    }
  })

  it('omit what is not filed, and keep a filed zero and a text in an amount field', () => {
    const [row] = readAllRows(
      TABLES.officers990,
      partsOf([
        'IRS990',
        {
          Form990PartVIISectionAGrp: {
            PersonNm: 'Ada Marsh',
            ReportableCompFromOrgAmt: '0',
            OtherCompensationAmt: 'RESTRICTED',
          },
        },
      ]),
    )
    const path = '/IRS990/Form990PartVIISectionAGrp[1]'
    expect(row).toEqual({
      path,
      cells: {
        name: { value: 'Ada Marsh', path: `${path}/PersonNm` },
        reportableCompensation: { value: 0, path: `${path}/ReportableCompFromOrgAmt` },
        otherCompensation: { value: 'RESTRICTED', path: `${path}/OtherCompensationAmt` },
      },
    })
  })

  it('of programs begin with the leaves outside any row', () => {
    const parts = partsOf([
      'IRS990',
      {
        Desc: 'Meals',
        ExpenseAmt: '900',
        ProgSrvcAccomActy3Grp: { Desc: 'Shelter' },
        ProgSrvcAccomActyOtherGrp: [{ Desc: 'Legal aid' }, { Desc: 'Transport' }],
      },
    ])
    const rows = readAllRows(TABLES.programs990, parts)
    expect(rows.map(({ line, cells }) => [line, cells.description?.value])).toEqual([
      ['Part III, line 4a', 'Meals'],
      ['Part III, line 4c', 'Shelter'],
      ['Part III, line 4d', 'Legal aid'],
      ['Part III, line 4d', 'Transport'],
    ])
    expect(rows[0]).not.toHaveProperty('path')
    expect(countRows(TABLES.programs990, countRowSources(parts, {}))).toBe(4)
  })

  it('of events are the columns of the form, and count if any leaf is filed', () => {
    const parts = partsOf([
      'IRS990ScheduleG',
      {
        FundraisingEventInformationGrp: {
          Event1Nm: 'Gala',
          GrossReceiptsEvent1Amt: '700',
          GrossReceiptsTotalAmt: '700',
          NetIncomeSummaryAmt: '-20',
        },
      },
    ])
    const counts = countRowSources(parts, {})
    expect(countRows(TABLES.fundraisingEvents, counts)).toBe(2)
    const rows = rowWindows(
      [['fundraisingEvents', TABLES.fundraisingEvents]],
      counts,
      0,
      50,
    ).flatMap(({ source, from, to }) => readRows(TABLES.fundraisingEvents, source, parts, from, to))
    expect(rows.map(({ label, isTotal }) => [label, isTotal])).toEqual([
      ['Event 1', undefined],
      ['All events', true],
    ])
    expect(rows[1]?.cells.netIncome?.value).toBe(-20)
  })

  it("of noncash gifts omit the form's types that the filer did not fill", () => {
    const parts = partsOf([
      'IRS990ScheduleM',
      {
        WorksOfArtGrp: '',
        FoodInventoryGrp: { NonCashCheckboxInd: 'X', ContributionCnt: '12' },
      },
    ])
    const rows = readAllRows(TABLES.noncashContributions, parts)
    expect(rows.map(({ label }) => label)).toEqual(['Food inventory'])
    expect(countRowSources(parts, {})).toEqual({ '/IRS990ScheduleM/FoodInventoryGrp': 1 })
  })

  it("of repeats count in the document's order, and cut ones by the given length", () => {
    const parts = partsOf(
      ['IRS990ScheduleI', { RecipientTable: [], GrantsOtherAsstToIndivInUSGrp: ['', ''] }],
      ['IRS990TScheduleA', { TradeOrBusinessDesc: 'Parking' }],
      ['IRS990TScheduleA', { TradeOrBusinessDesc: 'Advertising' }],
    )
    expect(countRowSources(parts, { '/IRS990ScheduleI/RecipientTable': 12_345 })).toEqual({
      '/IRS990ScheduleI/RecipientTable': 12_345,
      '/IRS990ScheduleI/GrantsOtherAsstToIndivInUSGrp': 2,
      '/IRS990TScheduleA': 2,
    })
  })

  it('of a statement have their label and line', () => {
    const [line] = readAllRows(
      STATEMENTS.balance990,
      partsOf(['IRS990', { TotalNetAssetsFundBalanceGrp: { BOYAmt: '10', EOYAmt: '0' } }]),
    )
    expect(line).toMatchObject({
      label: 'Total net assets or fund balances',
      line: 'Part X, line 33',
      moved: { since: '2019v5.0', line: 'Part X, line 32' },
      cells: { beginning: { value: 10 }, end: { value: 0 } },
    })
  })
})

describe('the catalogue of tables', () => {
  it('counts each source under a separate key', () => {
    const keys = ALL.flatMap(([, table]) => table.rows.map(({ key, path }) => key ?? path))
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([])
  })

  it('marks the tables that name related organizations by EIN', () => {
    const named = ALL.filter(([, table]) => table.names === 'related').map(([key]) => key)
    expect(named).toEqual([
      'disregardedEntities',
      'relatedExempt',
      'relatedPartnerships',
      'relatedCorporations',
    ])
    for (const [key, table] of ALL)
      if (named.includes(key)) expect(table.columns).toHaveProperty('ein')
  })

  it('has units for figures', () => {
    const { averageHours, name, officer, reportableCompensation } = TABLES.officers990.columns
    expect(
      [averageHours, name, officer, reportableCompensation].map((one) => one && unitOf(one)),
    ).toEqual(['hours', undefined, undefined, 'USD'])
    const { ownershipPercent } = TABLES.relatedCorporations.columns
    expect(ownershipPercent && unitOf(ownershipPercent)).toBe('ratio')
  })
})
