import { describe, expect, it } from 'vitest'
import {
  canBeSamePerson,
  personKeys,
  readPersonName,
  readPersonNames,
} from '#src/domain/person-names.ts'
import { testReturns } from '#test/unit/cases.ts'

describe('a name as written', () => {
  it.each(['', 'Doe', 'J Doe', 'Vacant', 'MD', '12 34', ', Jane'])(
    '%j is not a name',
    (written) => {
      expect(readPersonName(written)).toBeUndefined()
    },
  )
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

testReturns({
  'names of people as written': readPersonName,
  'names that one person can have': [same, true],
  'names that one person cannot have': [same, false],
})
