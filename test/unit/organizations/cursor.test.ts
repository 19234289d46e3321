import { describe, expect, test } from 'vitest'
import { readCursor, toCursor } from '#src/organizations/cursor.ts'

const REQUEST = ['Grants', '070000001', '990', 2022]
const DATA = ['202303199349301234', 'abc']
const cursor = toCursor(REQUEST, DATA, 50)

const refuses = (text: string, request = REQUEST, data = DATA) => {
  try {
    readCursor(text, request, data)
  } catch (error) {
    return (error as { code?: string }).code
  }
  return undefined
}

describe('a cursor', () => {
  test('returns its place', () => {
    expect(readCursor(cursor, REQUEST, DATA)).toBe(50)
    expect(readCursor(toCursor(REQUEST, DATA, 0), REQUEST, DATA)).toBe(0)
  })

  test('fits in a query string as it is', () => {
    expect(cursor).toMatch(/^[\w-]+$/)
    expect(cursor.length).toBeLessThan(100)
  })

  test.each([
    ['section', ['Leadership', '070000001', '990', 2022]],
    ['EIN', ['Grants', '070000002', '990', 2022]],
    ['form', ['Grants', '070000001', '990PF', 2022]],
    ['year', ['Grants', '070000001', '990', 2021]],
  ])('of another %s is InvalidCursor', (_, request) => {
    expect(refuses(cursor, request)).toBe('InvalidCursor')
  })

  test('is StaleCursor if the data was replaced', () => {
    expect(refuses(cursor, REQUEST, ['202303199349301234', 'abd'])).toBe('StaleCursor')
  })

  test.each([
    ['empty', ''],
    ['not encoded', '[1,"a","b",50]'],
    ['cut off', cursor.slice(0, -3)],
    ['a number', Buffer.from('7').toString('base64url')],
    ['too long', 'A'.repeat(201)],
    ['of another version', encode([99, ...decode(cursor).slice(1)])],
    ['before the first place', encode([...decode(cursor).slice(0, 3), -1])],
    ['between two places', encode([...decode(cursor).slice(0, 3), 1.5])],
  ])('that is %s is InvalidCursor', (_, text) => {
    expect(refuses(text)).toBe('InvalidCursor')
  })
})

function decode(text: string): unknown[] {
  return JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[]
}
function encode(parts: unknown[]): string {
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}
