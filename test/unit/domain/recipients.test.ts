import { describe, expect, test } from 'vitest'
import { namesNoRecipient, parseRecipientEin } from '#src/domain/recipients.ts'

describe('a name of a recipient', () => {
  test.each([
    'SEE ATTACHED',
    'See Attached List of Churches',
    'SEE STATEMENT 12',
    'see sch. attached',
    'Refer to Schedule',
    'SCHEDULE ATTACHED',
    'STMT 7',
    'VARIOUS',
    'VARIOUS CHARITIES',
    'VARIOUS NEEDY PATIENTS',
    'Multiple Recipients',
    'OTHER GRANTS UNDER $5,000',
    'ALL LESS THAN 5000',
    'NONE',
    'N/A',
    'n.a.',
    'Not Applicable',
    'ANONYMOUS',
    'INDIVIDUALS',
    'Scholarship Recipients',
    '501(c)(3) organizations',
    '-',
    '',
  ])('is not a name: %j', (name) => {
    expect(namesNoRecipient(name)).toBe(true)
  })

  test.each([
    'Scholarship America',
    'The Gift Foundation',
    'Seeds of Hope',
    'See Forever Foundation',
    'None Left Behind',
    'People to People',
    'Nachusa Grasslands',
    'National Association',
    '1199',
    'All Saints Church',
    'Individual Artists of Oklahoma',
    'Charity: Water',
    'École Charité',
  ])('is a name: %j', (name) => {
    expect(namesNoRecipient(name)).toBe(false)
  })
})

describe('the EIN of a recipient', () => {
  test('is read as filed', () => {
    expect(parseRecipientEin('17-0000005', '070000001')).toBe('170000005')
    expect(parseRecipientEin('70000005', '170000001')).toBe('070000005')
  })

  test.each([
    '',
    'NONE',
    'FOREIGN',
    '000000000',
    '111111111',
    '999999999',
    '00-0000000',
    '123456789',
    '12-3456789',
    '012345678',
    '987654321',
  ])('is absent for a placeholder: %j', (filed) => {
    expect(parseRecipientEin(filed, '070000001')).toBeUndefined()
  })

  test("is not the filer's own", () => {
    expect(parseRecipientEin('07-0000001', '070000001')).toBeUndefined()
  })
})
