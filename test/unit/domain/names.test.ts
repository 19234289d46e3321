import { describe, expect, it, test } from 'vitest'
import { displayName } from '#src/domain/display-name.ts'
import { toCityKey, toNameKey, toWordsKey } from '#src/domain/name-keys.ts'
import {
  acronymsOf,
  normalizeName,
  numbersOf,
  toCompactKey,
  toSearchName,
  toWordSetKey,
  typedAcronyms,
} from '#src/domain/names.ts'
import {
  canBeSamePerson,
  personKeys,
  readPersonName,
  readPersonNames,
} from '#src/domain/person-names.ts'
import { fc } from '#test/random.ts'
import { cases, testCases, testReturns } from '#test/unit/cases.ts'

describe('normalizeName', () => {
  const same: [why: string, left: string, right: string][] = [
    ['legal suffix', 'Harbor Light, Inc.', 'HARBOR LIGHT INCORPORATED'],
    ['foundation', 'Lily Fdn', 'The Lily Foundation'],
    ['saint', 'St. Anne Church', 'SAINT ANNE CHURCH'],
    ['university', 'Lakeland Univ.', 'Lakeland University'],
    ['ampersand', 'Bread & Roses', 'bread and roses'],
    ['accents', 'Café Olé', 'CAFE OLE'],
    [
      'letters of their own',
      'Bjørnholt Fællesskab Łódź Straße',
      'BJORNHOLT FAELLESSKAB LODZ STRASSE',
    ],
    ['apostrophes', "Children's Place", 'Children’s Place'],
    ['dotted initials', 'Y.M.C.A. of Troy', 'YMCA OF TROY'],
    ['hyphens', 'Big-Brothers Club', 'Big Brothers Club'],
    ['number words', 'First Baptist', '1ST BAPTIST'],
  ]
  it.each(same)('unifies two spellings: %s', (_, left, right) => {
    expect(normalizeName(left)).toBe(normalizeName(right))
  })

  it('separates names that differ in a word', () => {
    expect(normalizeName('Friends of Troy')).not.toBe(normalizeName('Friends of Ilium'))
  })

  it('changes nothing when run twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (name) => {
        expect(normalizeName(normalizeName(name))).toBe(normalizeName(name))
      }),
    )
  })
})

testCases('names of the same words', (left: string, right: string) => {
  expect(toWordSetKey(toSearchName(left))).toBe(toWordSetKey(toSearchName(right)))
})

testCases('names equal without spaces', (left: string, right: string) => {
  expect(toCompactKey(left)).toBe(toCompactKey(right))
})

describe('displayName', () => {
  it.each(cases<[string]>('names shown as filed'))('returns %j as filed', (name) =>
    expect(displayName(name)).toBe(name),
  )

  it.each(
    [
      ...['of ordinary and small words', 'with acronyms', 'with legal forms and abbreviations'],
      ...['with numbers', 'of people and places'],
    ].flatMap((kind) => cases<[string, string]>(`names ${kind}`)),
  )('shows %j as %j', (filed, shown) => expect(displayName(filed)).toBe(shown))

  it('changes nothing but case', () => {
    const filed = 'THE "A.B.C." O’NEIL’S & MCCOY FUND (D/B/A EXAMPLE-ON-SEA), INC. №5'
    expect(displayName(filed).toUpperCase()).toBe(filed)
  })

  it.each(["A'.", 'OF '])('reads 50,000 times %j within the time of a test', (part) => {
    const filed = part.repeat(50_000)
    expect(displayName(filed).length).toBe(filed.length)
  })
})

describe('a name without a comma', () => {
  it.each([
    ['SMITH JOHN Q', 'SMITH, John Q'],
    ['Kim Jong Un', 'KIM, Jong Un'],
    ['Al-Zawahiri Ayman', 'AL-ZAWAHIRI, Ayman'],
  ])('%s may begin with the surname', (written, meant) => {
    expect(readPersonNames(written)).toContainEqual(readPersonName(meant))
  })

  it('with one is read in only one way', () => {
    expect(readPersonNames('Smith, John')).toEqual([readPersonName('John Smith')])
  })
})

/** Returns true if one person can have both names, in either order. */
const same = (one: string, other: string): boolean => {
  const [first, second] = [readPersonName(one), readPersonName(other)]
  if (!first || !second) throw new Error('One of the texts is not a name.')
  const both = canBeSamePerson(first, second)
  expect(canBeSamePerson(second, first), 'the other way around').toBe(both)
  const shared = personKeys(first).filter((key) => personKeys(second).includes(key))
  if (both) expect(shared).not.toEqual([])
  return both
}

describe('the key of a name', () => {
  testCases('spellings of one name', (_: string, ...names: string[]) => {
    expect(new Set(names.map(toNameKey)).size).toBe(1)
  })

  // Two initials are not joined into a word.
  testCases('names of two organizations', (one: string, other: string) => {
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

  test('is empty if nothing is named, and short enough for an index', () => {
    expect(toNameKey('—')).toBe('')
    expect(toNameKey('ü'.repeat(9_000))).toHaveLength(200)
  })
})

describe('the key of the words of a name', () => {
  testCases('names of the same words in a city', (one: string, other: string) => {
    expect(toWordsKey(one, 'Akron')).toBe(toWordsKey(other, 'AKRON'))
    expect(toWordsKey(one, 'Akron')).toContain(' ')
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

testCases('names of the same city', (one: string, other: string) => {
  expect(toCityKey(one)).toBe(toCityKey(other))
})

test('towns with other names have other keys', () => {
  expect(toCityKey('Silver City')).not.toBe(toCityKey('Silver Springs'))
  expect(toCityKey('')).toBe('')
})

testReturns({
  'numbers of names': numbersOf,
  'acronyms of names': acronymsOf,
  'acronyms as typed': typedAcronyms,
  'keys of the words of names': toWordsKey,
  'names of only suffixes, articles, or signs': normalizeName,
  'texts that are not the name of a person': [readPersonName, undefined],
  'names of one word, or of words that many have': [
    (name: string) => toWordsKey(name, 'Akron'),
    '',
  ],
  'names as they are searched': toSearchName,
  'names of people as written': readPersonName,
  'names that one person can have': [same, true],
  'names that one person cannot have': [same, false],
})
