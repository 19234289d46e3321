import { describe, expect, it } from 'vitest'
import { COLLECTION, formatRef, parseRef, toRef } from '#src/domain/evidence.ts'

describe('parseRef', () => {
  it.each([
    [
      '990:2022:202303199349301234:/IRS990ScheduleI/RecipientTable[3]/CashGrantAmt',
      {
        kind: 'filing',
        form: '990',
        taxYear: 2022,
        objectId: '202303199349301234',
        path: '/IRS990ScheduleI/RecipientTable[3]/CashGrantAmt',
      },
    ],
    [
      '990N:2021:h-0123456789abcdef:/OrganizationName',
      {
        kind: 'filing',
        form: '990N',
        taxYear: 2021,
        objectId: 'h-0123456789abcdef',
        path: '/IRS990N/OrganizationName',
      },
    ],
    [
      'bmf:2026-04:070000001:NAME',
      { kind: 'bmf', asOf: '2026-04', ein: '070000001', column: 'NAME' },
    ],
    [
      'pub78:2026-04:070000001:LegalName',
      { kind: 'pub78', asOf: '2026-04', ein: '070000001', column: 'LegalName' },
    ],
    [
      'revocation:070000001:2021-05-15:LegalName',
      { kind: 'revocation', ein: '070000001', revokedOn: '2021-05-15', column: 'LegalName' },
    ],
    [
      'derived:programRatio:070000001:2022',
      { kind: 'derived', key: 'programRatio', ein: '070000001', taxYear: 2022 },
    ],
    ['award:ASST_NON_1', { kind: 'award', key: 'ASST_NON_1' }],
    [
      'award:CONT_AWD_1_-NONE-:total_obligated_amount',
      { kind: 'award', key: 'CONT_AWD_1_-NONE-', column: 'total_obligated_amount' },
    ],
    // A key may contain anything, even the separators of a Ref.
    ['award:ASST_AGG_10.5%3AA%20B%2F%C3%89', { kind: 'award', key: 'ASST_AGG_10.5:A B/É' }],
    ['subaward:R%7C7:subaward_amount', { kind: 'subaward', key: 'R|7', column: 'subaward_amount' }],
    ['sdn:2026-04:36', { kind: 'sdn', asOf: '2026-04', entry: '36' }],
    [
      'sam:2026-04:S4MR9DEMO1:Exclusion_Type',
      { kind: 'sam', asOf: '2026-04', entry: 'S4MR9DEMO1', column: 'Exclusion_Type' },
    ],
    [
      'web:070000001:0123456789abcdef:Description',
      { kind: 'web', ein: '070000001', contentId: '0123456789abcdef', field: 'Description' },
    ],
    [
      'web:070000001:0123456789abcdef:SocialLinks[2]',
      { kind: 'web', ein: '070000001', contentId: '0123456789abcdef', field: 'SocialLinks[2]' },
    ],
  ])('reads %s and formats it back', (text, evidence) => {
    const parsed = parseRef(text)
    expect(parsed).toEqual(evidence)
    expect(parsed && formatRef(parsed)).toBe(text)
    expect(parsed && COLLECTION[parsed.kind]).toBeTypeOf('string')
  })

  it.each([
    '',
    '990',
    '990:2022:202303199349301234',
    '990:2022:202303199349301234:IRS990/X',
    '990X:2022:202303199349301234:/IRS990',
    '990:22:202303199349301234:/IRS990',
    '990:2022:123:/IRS990',
    'bmf:2026:070000001:NAME',
    'derived:x:7:2022',
    'award:',
    'award:A B',
    // NUL, invalid UTF-8, half an escape, and unneeded escapes.
    'award:A%00',
    'award:%C3',
    'award:A%2',
    'award:%41',
    'award:A%2f',
    'award:A:',
    'award:A:amount:more',
    'sdn:36',
    'sdn:2026-04:',
    'sam:2026:S4MR9DEMO1',
    'web:070000001',
    'web:070000001:0123456789abcdef',
    'web:070000001:0123456789ABCDEF:Title',
    'web:70000001:0123456789abcdef:Title',
    'web:070000001:0123456789abcdef:SocialLinks[0]',
    'web:070000001:0123456789abcdef:SocialLinks[1]/URL',
  ])('rejects %o', (text) => {
    expect(parseRef(text)).toBeUndefined()
  })

  it('builds the Ref of a leaf', () => {
    const place = {
      form: '990',
      taxYear: 2022,
      objectId: '202303199349301234',
      path: '/A',
    } as const
    expect(toRef(place)).toBe('990:2022:202303199349301234:/A')
  })
})
