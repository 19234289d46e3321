import { describe, expect, test } from 'vitest'
import { AMOUNT_BANDS, REVENUE_BANDS, toBand } from '#src/domain/bands.ts'
import { causesNamedBy, isOfCauseWords } from '#src/domain/cause-phrases.ts'
import { formatEin, parseSentEin, parseTypedEin } from '#src/domain/ein.ts'
import { parseDecimal, parseWhole, sumExactly } from '#src/domain/exact-numbers.ts'
import { toFiledName, toFiledPlace, toPlainFiled } from '#src/domain/filed-text.ts'
import { purposeWords, toPurposeKey } from '#src/domain/grant-purpose.ts'
import { describeDollars, describeMonths, describeShare, formatDollars } from '#src/domain/money.ts'
import { findCause, findMajorGroup, MAJOR_GROUPS, nteeCodes, nteeLabel } from '#src/domain/ntee.ts'
import { findCounties } from '#src/domain/places/gazetteer.ts'
import {
  countryFromFips,
  findPlaces,
  findState,
  regionOf,
  regionPlace,
} from '#src/domain/places.ts'
import { quartilesOf, type ValueCounts } from '#src/domain/quartiles.ts'
import { namesNoRecipient, parseRecipientEin } from '#src/domain/recipients.ts'
import { releaseTime } from '#src/domain/release.ts'
import { officeNamed, officesOf } from '#src/domain/titles.ts'
import { readWebsite } from '#src/domain/website.ts'
import { fc } from '#test/random.ts'
import { cases, testCases, testReturns } from '#test/unit/cases.ts'

const codesOf = (text: string) => findPlaces(text).map(({ code }) => code)
const nearestTo = (text: string) => findCause(text).nearest?.map(({ code }) => code)
const recipientEin = (text: string) => parseRecipientEin(text, '070000001')

testReturns({
  'amounts in full': formatDollars,
  'amounts in sentences': describeDollars,
  'bands of amounts': (amount: number | null) => toBand(AMOUNT_BANDS, amount ?? undefined),
  'bands of revenues': (revenue: number | null) => toBand(REVENUE_BANDS, revenue ?? undefined),
  'countries by FIPS code': countryFromFips,
  'EINs in requests': parseSentEin,
  'keys of purposes': toPurposeKey,
  'months in words': describeMonths,
  'names in a line': toFiledName,
  'nearest codes': nearestTo,
  'numbers as whole and as decimal ones': (text: string) =>
    [parseWhole(text), parseDecimal(text)].map((number) => number ?? null),
  'places in a line': toFiledPlace,
  'regions of Schedule F': (text: string) => regionPlace(text)?.code,
  'regions of places': (code: string) => regionOf(code)?.code,
  'shares in words': describeShare,
  'states by code or name': findState,
  'texts with states': codesOf,
  'times of releases': releaseTime,
  'websites as filed': readWebsite,
  'words of purposes': purposeWords,
  'typed EINs': [parseTypedEin, '070000101'],
  'typed EINs with leading zeros': [parseTypedEin, '000267075'],
  'texts that are not a typed EIN': [parseTypedEin, undefined],
  'texts that are not an EIN in a request': [parseSentEin, undefined],
  'placeholders for an EIN': [recipientEin, undefined],
  'texts that name no recipient': [namesNoRecipient, true],
  'names of recipients': [namesNoRecipient, false],
  'texts with a state only in another name': [codesOf, []],
  'texts that are no code of the classification': [
    (code: string) => [nteeCodes(code), nteeLabel(code)],
    [[], undefined],
  ],
  'texts that only name a cause': [isOfCauseWords, true],
  'texts that say more than a cause': [isOfCauseWords, false],
  'what a line of ours does not contain': (_: string, filed: string) => toPlainFiled(filed),
})

test.each(cases<[string]>('texts that stay unchanged'))('a line of ours has %j as filed', (text) =>
  expect(toPlainFiled(text)).toBe(text),
)

test('an EIN below 010000000 keeps its zeros, and a recipient is not the filer', () => {
  expect(formatEin('000267075')).toBe('00-0267075')
  expect(parseRecipientEin('17-0000005', '070000001')).toBe('170000005')
  expect(parseRecipientEin('70000005', '170000001')).toBe('070000005')
  expect(recipientEin('07-0000001')).toBeUndefined()
})

describe('numbers', () => {
  const LARGEST = 999_999_999_999_999

  test('are rejected if they are long', () => {
    const long = `${'1.'.repeat(500_000)}x`
    expect([parseWhole(long), parseDecimal(long)]).toEqual([undefined, undefined])
  })

  test.each<[string, readonly number[], number | undefined]>([
    ['nothing', [], 0],
    ['a gain and a loss', [5, -7], -2],
    ['nine of the largest amounts', Array(9).fill(LARGEST), 9 * LARGEST],
    ['ten of them', Array(10).fill(LARGEST), undefined],
    ['ten of the largest losses', Array(10).fill(-LARGEST), undefined],
    ['ten of them and one loss', [...Array(10).fill(LARGEST), -LARGEST], undefined],
  ])('have a sum that is exact or unknown: %s', (_, values, sum) => {
    expect(sumExactly(values)).toBe(sum)
  })

  test('have exactly one band of revenue', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (revenue) => {
        const band = REVENUE_BANDS.find(({ value }) => value === toBand(REVENUE_BANDS, revenue))
        expect(band).toBeDefined()
        expect(band?.value).not.toBe('None')
      }),
    )
  })
})

describe('the purpose of a grant', () => {
  test('has a key of 300 characters, never cut within a character', () => {
    const key = toPurposeKey(`${'x'.repeat(299)}𐐨𐐨`)
    expect(key?.length).toBe(300)
    expect(key?.isWellFormed()).toBe(true)
  })
})

describe('the classification', () => {
  test('has 26 major groups in ten groups, named only by an exact canonical label', () => {
    expect(MAJOR_GROUPS.map(({ letter }) => letter).join('')).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ')
    expect(new Set(MAJOR_GROUPS.map(({ group }) => group)).size).toBe(10)
    expect(findMajorGroup('Education')?.letter).toBe('B')
    expect(findMajorGroup('education')).toBeUndefined()
  })

  // The last four codes are in the registry, but on no list.
  testCases('places in the classification', (code: string, codes: string[], label: string) => {
    expect(nteeCodes(code)).toEqual(codes)
    expect(nteeLabel(code)).toMatchObject({ code: codes.at(-1), label })
  })

  test.each(cases<[string, string[], string]>('causes by text'))('finds %s', (text, codes, label) =>
    expect(findCause(text)).toEqual({ codes, label }),
  )

  test('suggests the nearest causes, or the parents of an unknown code', () => {
    expect(findCause('Animls').codes).toBeUndefined()
    expect(nearestTo('Animls')).toContain('D')
    expect(nearestTo('Animls')).toHaveLength(3)
    expect(findCause('B71').nearest).toEqual([
      { code: 'B7', label: 'Libraries' },
      { code: 'B', label: 'Education' },
    ])
  })

  testCases(
    'causes by one word or by several',
    (one: string, several: string, codes?: string[]) => {
      expect(causesNamedBy(one)?.codes).toEqual(codes)
      expect(causesNamedBy(several)).toEqual(causesNamedBy(one))
    },
  )
})

describe('places', () => {
  test('have positions, and all words of their names', () => {
    const kenya = { code: 'KE', label: 'Kenya', start: 9, end: 14 }
    expect(findPlaces('Wells in Kenya')).toEqual([kenya])
    for (const name of ['New York City', 'Washington State', 'Washington, D.C.', 'D.C.', 'DC']) {
      const [place] = findPlaces(`choirs in ${name}`)
      expect(place).toMatchObject({ start: 10, end: 10 + name.length })
    }
  })

  testCases('states near a misspelled one', (text: string, code: string) => {
    const state = findState(text)
    expect('nearest' in state && state.nearest.map((near) => near.code)).toContain(code)
  })
})

testReturns({
  counties: (name: string, state: string | null) => {
    const counties = findCounties(name, state ?? undefined).map(({ code }) => code)
    return counties.toSorted()
  },
})

testCases('quartiles of values', (values: ValueCounts, quartiles: number[]) => {
  expect(quartilesOf(values)).toEqual(quartiles)
})

testCases('offices that titles name', (titles: string[], offices: string[][]) => {
  expect(officesOf(titles.map((title) => ({ title, isFormer: false })))).toEqual(offices)
})

testCases('offices by name', (title: string, office: string) => {
  expect(officeNamed(title)).toBe(office)
})
