import { describe, expect, it } from 'vitest'
import { acronymsOf, normalizeName, typedAcronyms } from '#src/domain/names.ts'
import { fc } from '#test/random.ts'

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

  it('keeps a name that is only a suffix or an article', () => {
    expect(normalizeName('The')).toBe('the')
    expect(normalizeName('Inc.')).toBe('inc')
  })

  it('is empty only for texts without letters or digits', () => {
    expect(normalizeName(' -- ')).toBe('')
  })

  it('changes nothing when run twice', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (name) => {
        expect(normalizeName(normalizeName(name))).toBe(normalizeName(name))
      }),
    )
  })
})

describe('acronymsOf', () => {
  it('returns the initials with and without small words', () => {
    expect(acronymsOf('Society of the Friends for Birds, Inc.')).toEqual(['sfb', 'sotffb'])
  })

  it('returns none under three letters', () => {
    expect(acronymsOf('Lily Foundation')).toEqual([])
  })
})

describe('typedAcronyms', () => {
  it.each([
    ['TWP', ['twp', 'township']],
    ['t.w.p.', ['twp', 'township']],
    ['T W P', ['twp', 'twestp']],
    ['SFB', ['sfb']],
  ])('reads %s as %o', (query, acronyms) => {
    expect(typedAcronyms(query)).toEqual(acronyms)
  })
})
