import { describe, expect, test } from 'vitest'
import { toCityKey, toNameKey, toWordsKey } from '#src/domain/name-keys.ts'
import { cases } from '#test/unit/cases.ts'

describe('the key of a name', () => {
  test.each(cases<[string, ...string[]]>('spellings of one name'))(
    'is the same with %s: %s',
    (_, ...names) => {
      expect(new Set(names.map(toNameKey)).size).toBe(1)
    },
  )

  test('joins initials and points of the compass also in the key of the words', () => {
    expect(toWordsKey('N E A OF TERN', 'Akron')).toBe('nea tern')
    expect(toWordsKey('J E & W S Tern Fund', 'Akron')).toBe('fund je tern ws')
    expect(toWordsKey('N E Tern Aid', 'Akron')).toBe(toWordsKey('Northeast Tern Aid', 'Akron'))
  })

  test.each([
    ['C H Tern', 'Church Tern'],
    ['Tern P C', 'Tern'],
    ['A T Heron', 'Heron'],
  ])('does not join two initials into a word: %s is not %s', (one, other) => {
    expect(toNameKey(one)).not.toBe(toNameKey(other))
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
