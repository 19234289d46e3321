import { describe, expect, test } from 'vitest'
import { toCityKey, toNameKey } from '#src/domain/network.ts'

const equal = (...names: string[]) => expect(new Set(names.map(toNameKey)).size).toBe(1)

describe('the key of a name', () => {
  test('is one for all spellings of it', () => {
    equal('The Larkspur Food Bank, Inc.', 'LARKSPUR FOOD BANK', 'Larkspur food bank')
    equal('Friends of the Tern & Heron', 'FRIENDS TERN HERON', 'Friends for Tern and Heron')
  })

  test('does not know where words are parted', () => {
    equal('Cool Kites Youth Services', 'COOLKITES YOUTH SERVICES', 'Cool-Kites Youth Svcs')
  })

  test('ends before another name or a care-of', () => {
    equal('Larkspur Aid', 'Larkspur Aid DBA The Good Shelf', 'LARKSPUR AID (D/B/A SHELF)')
    equal('Larkspur Aid', 'Larkspur Aid, c/o Tern Philanthropy')
  })

  test('is that of a university, whatever body governs it', () => {
    equal('Tern University', 'Trustees of Tern University', 'BOARD OF REGENTS OF TERN UNIVERSITY')
    equal(
      'University of Tern',
      'TRUSTEES UNIV OF TERN',
      'President & Fellows of University of Tern',
    )
  })

  test('keeps what would leave nothing', () => {
    expect(toNameKey('DBA')).toBe('dba')
    expect(toNameKey('Of the And')).not.toBe('')
    expect(toNameKey('Trustees')).not.toBe('')
  })

  test('tells organizations from others', () => {
    expect(toNameKey('Larkspur Foundation')).not.toBe(toNameKey('Larkspur Fund'))
    expect(toNameKey('Trustee Services')).not.toBe(toNameKey('Services'))
    expect(toNameKey('Adba Club')).not.toBe(toNameKey('A Club'))
  })

  test('is empty where nothing is named, and short enough for an index', () => {
    expect(toNameKey('—')).toBe('')
    expect(toNameKey('ü'.repeat(9_000))).toHaveLength(200)
  })
})

test.each([
  ['SALT LAKE CTY', 'Salt Lk City'],
  ['Silver Spgs', 'SILVER SPRINGS'],
  ['St. Louis', 'Saint Louis'],
  ['La Grange', 'LAGRANGE'],
  ['Ft Worth', 'Fort Worth'],
])('the key of the city %s is that of %s', (one, other) => {
  expect(toCityKey(one)).toBe(toCityKey(other))
})

test('towns of other names have other keys', () => {
  expect(toCityKey('Silver City')).not.toBe(toCityKey('Silver Springs'))
  expect(toCityKey('')).toBe('')
})
