import { describe, expect, it } from 'vitest'
import { findCause, findMajorGroup, MAJOR_GROUPS, nteeCodes, nteeLabel } from '#src/domain/ntee.ts'
import { openCases } from '#test/unit/cases.ts'

const cases = openCases(new URL('./cases.tsv', import.meta.url))

describe('the classification', () => {
  it('has 26 major groups in ten groups', () => {
    expect(MAJOR_GROUPS.map(({ letter }) => letter).join('')).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
    expect(new Set(MAJOR_GROUPS.map(({ group }) => group)).size).toBe(10)
  })

  // The last four codes are in the registry, but on no list.
  it.each(cases<[string, string[], string]>('places in the classification'))(
    'places %s under %j',
    (code, codes, label) => {
      expect(nteeCodes(code)).toEqual(codes)
      expect(nteeLabel(code)).toMatchObject({ code: codes.at(-1), label })
    },
  )

  it.each(['', '9', '31', '000'])('has no entry for %o', (code) => {
    expect(nteeCodes(code)).toEqual([])
    expect(nteeLabel(code)).toBeUndefined()
  })
})

describe('findCause', () => {
  it.each(cases<[string, string[], string]>('causes by text'))('finds %s', (text, codes, label) => {
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

  it.each(cases<[string, string[]]>('nearest codes'))('rejects %s', (text, codes) => {
    expect(findCause(text).nearest?.map(({ code }) => code)).toEqual(codes)
  })

  it('accepts only an exact canonical label as CauseLabel', () => {
    expect(findMajorGroup('Education')?.letter).toBe('B')
    expect(findMajorGroup('education')).toBeUndefined()
  })
})
