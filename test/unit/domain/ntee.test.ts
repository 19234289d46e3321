import { describe, expect, it } from 'vitest'
import { findCause, findMajorGroup, MAJOR_GROUPS, nteeCodes, nteeLabel } from '#src/domain/ntee.ts'

describe('the classification', () => {
  it('has 26 major groups in ten groups', () => {
    expect(MAJOR_GROUPS.map(({ letter }) => letter).join('')).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
    expect(new Set(MAJOR_GROUPS.map(({ group }) => group)).size).toBe(10)
  })

  it.each([
    ['K31', ['K', 'K3', 'K31'], 'Food Banks & Pantries'],
    ['k31z', ['K', 'K3', 'K31'], 'Food Banks & Pantries'],
    ['K3', ['K', 'K3'], 'Food Programs'],
    ['K', ['K'], 'Food, Agriculture & Nutrition'],
    ['X01', ['X', 'X0', 'X01'], 'Alliances & Advocacy'],
    ['C99', ['C', 'C9', 'C99'], 'Environment N.E.C.'],
    // Codes found in the registry that are on no list.
    ['B71', ['B', 'B7'], 'Libraries'],
    ['W00', ['W'], 'Public & Societal Benefit'],
    ['X2X', ['X', 'X2'], 'Christianity'],
    ['Z99', ['Z', 'Z9', 'Z99'], 'Unknown'],
  ])('places %s under %j', (code, codes, label) => {
    expect(nteeCodes(code)).toEqual(codes)
    expect(nteeLabel(code)).toMatchObject({ code: codes.at(-1), label })
  })

  it.each(['', '9', '31', '000'])('has no entry for %o', (code) => {
    expect(nteeCodes(code)).toEqual([])
    expect(nteeLabel(code)).toBeUndefined()
  })
})

describe('findCause', () => {
  it.each([
    ['K', ['K'], 'Food, Agriculture & Nutrition'],
    ['k3', ['K3'], 'Food Programs'],
    ['K31Z', ['K31'], 'Food Banks & Pantries'],
    ['food banks and pantries', ['K31'], 'Food Banks & Pantries'],
    ['ÀRTS, Culture and Humanities', ['A'], 'Arts, Culture & Humanities'],
    ['human services', ['P'], 'Human Services'],
    ['Social Science', ['V'], 'Social Science'],
    ['food programs', ['K3'], 'Food Programs'],
    ['Environment and Animals', ['C', 'D'], 'Environment and Animals'],
    [
      'diseases, disorders and medical disciplines',
      ['G'],
      'Voluntary Health Associations & Medical Disciplines',
    ],
  ])('finds %s', (text, codes, label) => {
    expect(findCause(text)).toEqual({ codes, label })
  })

  it('returns the nearest causes for an unknown label', () => {
    const { codes, nearest } = findCause('Animls')
    expect(codes).toBeUndefined()
    expect(nearest?.map(({ code }) => code)).toContain('D')
    expect(nearest).toHaveLength(3)
  })

  it('returns the parent of an unknown code', () => {
    expect(findCause('B71').nearest).toEqual([
      { code: 'B7', label: 'Libraries' },
      { code: 'B', label: 'Education' },
    ])
  })

  it.each([
    ['K311', ['K31', 'K3', 'K']],
    ['K3111', []],
    ['K7XZ', ['K']],
    ['xyzzy', []],
  ])('rejects %s', (text, codes) => {
    expect(findCause(text).nearest?.map(({ code }) => code)).toEqual(codes)
  })

  it('accepts only an exact canonical label as CauseLabel', () => {
    expect(findMajorGroup('Education')?.letter).toBe('B')
    expect(findMajorGroup('education')).toBeUndefined()
  })
})
