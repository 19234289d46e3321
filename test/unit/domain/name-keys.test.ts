import { describe, expect, test } from 'vitest'
import { toCityKey, toNameKey, toWordsKey } from '#src/domain/name-keys.ts'
import { openCases } from '#test/unit/cases.ts'

const cases = openCases(new URL('./cases.tsv', import.meta.url))

const equal = (...names: string[]) => expect(new Set(names.map(toNameKey)).size).toBe(1)

describe('the key of a name', () => {
  test('is the same for all its spellings', () => {
    equal('The Larkspur Food Bank, Inc.', 'LARKSPUR FOOD BANK', 'Larkspur food bank')
    equal('Friends of the Tern & Heron', 'FRIENDS TERN HERON', 'Friends for Tern and Heron')
  })

  test('ignores the boundaries of words', () => {
    equal('Cool Kites Youth Services', 'COOLKITES YOUTH SERVICES', 'Cool-Kites Youth Svcs')
  })

  test('joins initials, but not West or South', () => {
    equal('Larkspur USA Foundation', 'LARKSPUR U S A FOUNDATION INC', 'Larkspur U.S.A. Foundation')
    equal('W.K. Tern Fund', 'W K TERN FUND', 'W. K. Tern Fund', 'WK Tern Fund')
    equal('AME Church of Tern', 'A M E CHURCH OF TERN', 'A.M.E. Church of Tern')
    equal('Heron Aid', 'HERON AID L L C', 'HERON AID D B A THE SHELF')
    equal('Home Tern', 'H O M E TERN')
    expect(toWordsKey('N E A OF TERN', 'Akron')).toBe('nea tern')
    expect(toWordsKey('J E & W S Tern Fund', 'Akron')).toBe('fund je tern ws')
  })

  test('keeps points of the compass', () => {
    equal('N E Tern Aid', 'NE Tern Aid', 'Northeast Tern Aid', 'North East Tern Aid')
    expect(toWordsKey('N E Tern Aid', 'Akron')).toBe(toWordsKey('Northeast Tern Aid', 'Akron'))
    equal('W Tern Aid', 'West Tern Aid')
    equal("Tern's E Side", 'Terns East Side')
  })

  test.each([
    ['C H Tern', 'Church Tern'],
    ['Tern P C', 'Tern'],
    ['A T Heron', 'Heron'],
  ])('does not join two initials into a word: %s is not %s', (one, other) => {
    expect(toNameKey(one)).not.toBe(toNameKey(other))
  })

  test('ends before another name or a care-of', () => {
    equal('Larkspur Aid', 'Larkspur Aid DBA The Good Shelf', 'LARKSPUR AID (D/B/A SHELF)')
    equal('Larkspur Aid', 'Larkspur Aid, c/o Tern Philanthropy')
  })

  test('ends before the law of incorporation', () => {
    equal(
      'Tern College',
      'TERN COLLEGE A NEVADA NON-PROFIT CORP',
      'Tern College, a Nonprofit Corp.',
    )
    equal('Tern College', 'Tern College, a New York nonprofit corporation')
    expect(toNameKey('A Nonprofit Corporation')).toBe(toNameKey('Nonprofit'))
  })

  test('is the same for a university, whatever its governing body', () => {
    equal('Tern University', 'Trustees of Tern University', 'BOARD OF REGENTS OF TERN UNIVERSITY')
    equal(
      'University of Tern',
      'TRUSTEES UNIV OF TERN',
      'President & Fellows of University of Tern',
    )
    equal('Tern College', 'President and Trustees of Tern College')
  })

  test.each(['Trustees of the Convent of Tern', 'Directors of Heron Promotion'])(
    'keeps the governing body of anything but a university: %s',
    (name) => {
      expect(toNameKey(name)).not.toBe(toNameKey(name.replace(/^\w+ of (the )?/, '')))
      expect(toWordsKey(name, 'Akron')).toMatch(/directors|trustee/)
    },
  )

  test('keeps words whose removal would leave nothing', () => {
    expect(toNameKey('DBA')).toBe('dba')
    expect(toNameKey('Of the And')).not.toBe('')
    expect(toNameKey('Trustees')).not.toBe('')
  })

  test('distinguishes organizations', () => {
    expect(toNameKey('Larkspur Foundation')).not.toBe(toNameKey('Larkspur Fund'))
    expect(toNameKey('Trustee Services')).not.toBe(toNameKey('Services'))
    expect(toNameKey('Adba Club')).not.toBe(toNameKey('A Club'))
  })

  test('is empty if nothing is named, and short enough for an index', () => {
    expect(toNameKey('—')).toBe('')
    expect(toNameKey('ü'.repeat(9_000))).toHaveLength(200)
  })
})

describe('the key of the words of a name', () => {
  test.each(cases<[string, string]>('names of the same words in a city'))(
    'of %s is that of %s in the same city',
    (one, other) => {
      expect(toWordsKey(one, 'Akron')).toBe(toWordsKey(other, 'AKRON'))
      expect(toWordsKey(one, 'Akron')).toContain(' ')
    },
  )

  test('omits words of the city as the registry shortens them', () => {
    expect(toWordsKey('Tern Choir of Salt Lake City', 'SALT LAKE CTY')).toBe('choir tern')
  })

  test.each(['Larkspur', 'Church of Christ', 'Christ Church', 'Ohio Health Center', '—'])(
    'is absent for %s: one word, or words that many have',
    (name) => {
      expect(toWordsKey(name, 'Akron')).toBe('')
    },
  )

  test('keeps the city if nothing else distinguishes', () => {
    expect(toWordsKey('Akron Community Foundation', 'Akron')).toBe('akron community foundation')
    expect(toWordsKey('Larkspur of Akron', 'Akron')).toBe('akron larkspur')
  })

  test('distinguishes organizations', () => {
    const keys = ['Tern Foundation', 'Tern Fund', 'Tern House', 'Tern House Choir']
    expect(new Set(keys.map((name) => toWordsKey(name, 'Akron'))).size).toBe(keys.length)
  })

  test('is short enough for an index', () => {
    const name = Array.from({ length: 900 }, (_, at) => `heron${at}`).join(' ')
    expect(toWordsKey(name, 'Akron')).toHaveLength(200)
  })
})

test.each(cases<[string, string]>('names of the same city'))(
  'the key of the city %s is that of %s',
  (one, other) => {
    expect(toCityKey(one)).toBe(toCityKey(other))
  },
)

test('towns with other names have other keys', () => {
  expect(toCityKey('Silver City')).not.toBe(toCityKey('Silver Springs'))
  expect(toCityKey('')).toBe('')
})
