import { describe, expect, it } from 'vitest'
import {
  canBeSamePerson,
  personKeys,
  readPersonName,
  readPersonNames,
} from '#src/domain/person-names.ts'

describe('a name as written', () => {
  it.each([
    ['Jane Q. Doe', { first: 'jane', middle: ['q'], last: ['doe'] }],
    ['DOE, Jane Q', { first: 'jane', middle: ['q'], last: ['doe'] }],
    ['Dr. Jane Doe, PhD', { first: 'jane', middle: [], last: ['doe'] }],
    ['JANE DOE MD', { first: 'jane', middle: [], last: ['doe'] }],
    ['Jane Doe (thru 6/22)', { first: 'jane', middle: [], last: ['doe'] }],
    ['Jane Doe - Chair', { first: 'jane', middle: [], last: ['doe'] }],
    ['John Doe Jr', { first: 'john', middle: [], last: ['doe'], generation: 'jr' }],
    ['John Doe, III', { first: 'john', middle: [], last: ['doe'], generation: 'iii' }],
    ["O'NEILL, Siobhán", { first: 'siobhan', middle: [], last: ['oneill'] }],
    ['ABU TAHIR, Nadim', { first: 'nadim', middle: [], last: ['abu', 'tahir'] }],
    ['M Anthony Burns', { first: 'anthony', middle: ['m'], last: ['burns'] }],
    ['AL-ZAWAHIRI, Ayman', { first: 'ayman', middle: [], last: ['zawahiri'] }],
    ['Ayman al Zawahiri', { first: 'ayman', middle: [], last: ['zawahiri'] }],
    ['Al Smith', { first: 'al', middle: [], last: ['smith'] }],
    ['SHEIKH, Umair Naeem', { first: 'umair', middle: ['naeem'], last: ['sheikh'] }],
    ['BHEEL, Imam', { first: 'imam', middle: [], last: ['bheel'] }],
    ['Imam Bheel', { first: 'imam', middle: [], last: ['bheel'] }],
    ['Imam Yusuf Bheel', { first: 'yusuf', middle: [], last: ['bheel'] }],
    ['PA, Sam', { first: 'sam', middle: [], last: ['pa'] }],
    ['Sam Pa', { first: 'sam', middle: [], last: ['pa'] }],
    ['O, Kuk-Ryol', { first: 'kuk', middle: ['ryol'], last: ['o'] }],
    [
      'WETHERBY JR, Joaquin',
      { first: 'joaquin', middle: [], last: ['wetherby'], generation: 'jr' },
    ],
    ['Łukasz Wiśniewski', { first: 'lukasz', middle: [], last: ['wisniewski'] }],
  ])('%s is read', (written, name) => {
    expect(readPersonName(written)).toEqual(name)
  })

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

describe('two names', () => {
  const same = (one: string, other: string): boolean => {
    const [first, second] = [readPersonName(one), readPersonName(other)]
    if (!first || !second) throw new Error('One of the texts is not a name.')
    const both = canBeSamePerson(first, second)
    expect(canBeSamePerson(second, first), 'the other way around').toBe(both)
    const shared = personKeys(first).filter((key) => personKeys(second).includes(key))
    if (both) expect(shared).not.toEqual([])
    return both
  }

  it.each([
    ['Jane Doe', 'DOE, Jane'],
    ['Jane Doe', 'DOE, Jane Quinn'],
    ['Jane Q Doe', 'DOE, Jane Quinn'],
    ['Jane Quinn Rose Doe', 'Jane R Doe'],
    ['Nadim Abu Tahir', 'ABU TAHIR, Nadim'],
    ['Nadim K Abu Tahir', 'ABU TAHIR, Nadim Karim'],
    ['Yara Sandoval-Reyes', 'SANDOVAL REYES, Yara'],
    ['Gilberto Rodriguez', 'RODRIGUEZ OREJUELA, Gilberto Jose'],
    ['Gilberto J Rodriguez Orejuela', 'RODRIGUEZ OREJUELA, Gilberto Jose'],
    ['Maria de la Cruz', 'DE LA CRUZ GARCIA, Maria'],
    ['John Doe Jr', 'DOE, John'],
  ])('%s can match %s', (one, other) => {
    expect(same(one, other)).toBe(true)
  })

  it.each([
    ['Jane Doe', 'Janet Doe'],
    ['Jane Doe', 'Jane Dole'],
    ['Jane Q Doe', 'Jane R Doe'],
    ['Jane Quinn Doe', 'Jane Rose Doe'],
    ['Nadim Tahir', 'ABU TAHIR, Nadim'],
    ['Nadim Abu', 'ABU TAHIR, Nadim'],
    ['Gilberto Orejuela', 'RODRIGUEZ OREJUELA, Gilberto'],
    ['Gilberto Rodriguez Perez', 'RODRIGUEZ OREJUELA, Gilberto'],
    ['Khalid Omar Al-Samarrai', 'AL-SAMARRAI, Khalid Yusuf'],
    ['John Doe Jr', 'John Doe Sr'],
  ])('%s cannot match %s', (one, other) => {
    expect(same(one, other)).toBe(false)
  })
})
