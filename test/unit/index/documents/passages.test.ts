import { expect, it } from 'vitest'
import { toCauseVectors, withVector } from '#indexer/index/documents/cause-vector.ts'
import { toOrganizationDocument } from '#indexer/index/documents/organization-document.ts'
import { toCauseText, toDescription, toPassages } from '#indexer/index/documents/passages.ts'
import { CODES_BY_GROUP } from '#src/domain/ntee.ts'
import { filingRow, registryRow } from './rows.ts'

const narrative = (mission: string[], programs: string[]) => ({
  mission: mission.map((text) => ({ text, path: '/IRS990/MissionDesc' })),
  programs: programs.map((text) => ({ text, path: '/IRS990/Desc' })),
  regions: [],
})
const passagesOf = (mission: string[], programs: string[]) =>
  toPassages(narrative(mission, programs), (path) => path)

it('cuts passages at 2,000 characters and keeps twelve', () => {
  const passages = passagesOf(['word '.repeat(500)], Array(20).fill('A program.'))
  expect(passages).toHaveLength(12)
  expect(passages[0]?.text.length).toBeLessThanOrEqual(2_000)
  expect(passages[0]?.text.endsWith('word')).toBe(true)
})

it('describes by whole sentences if they fit, else by words', () => {
  const sentence = 'The society keeps nine bridges in good repair for those who walk.'
  expect(toDescription(passagesOf([`${sentence} ${'More. '.repeat(80)}`], []))).toMatch(
    /^The society .* More\.$/,
  )
  const words = toDescription(passagesOf(['bridge '.repeat(100)], []))
  expect(words).toMatch(/bridge …$/)
  expect(words?.length).toBeLessThanOrEqual(300)
  expect(toDescription(passagesOf([], ['A program stands in.']))).toBe('A program stands in.')
  expect(toDescription([])).toBeUndefined()
})

it('gives mission and programs their shares of the text to embed', () => {
  const text = toCauseText(
    passagesOf(['mission '.repeat(200)], ['program '.repeat(200), 'last one']),
  )
  expect(text?.length).toBeLessThanOrEqual(1_200)
  expect(text).toContain('mission program')
  expect(text).toContain('last one')
  expect(toCauseText([])).toBeUndefined()
})

const unit = (at: number) => Float32Array.from({ length: 4 }, (_, place) => (place === at ? 1 : 0))
const causes = toCauseVectors(
  new Map(
    Object.entries(CODES_BY_GROUP).flatMap(([letter, codes]) =>
      Object.values(codes).map((label) => [label, unit(letter === 'K' ? 1 : 0)]),
    ),
  ),
)

it('infers a cause only if the registry has none', () => {
  const inferred = withVector(
    toOrganizationDocument({ ...filingRow, nteeCode: null }),
    unit(1),
    causes,
  )
  expect(inferred.display.cause).toEqual({
    code: 'K',
    label: 'Food, Agriculture & Nutrition',
    isInferred: true,
  })
  expect(inferred.filter).toMatchObject({ cause: ['K'], causeLabel: inferred.display.cause?.label })
  expect(inferred.query.classification).toEqual([])
  const registered = withVector(toOrganizationDocument({ ...registryRow }), unit(0), causes)
  expect(registered.display.cause?.code).toBe('K31')
  expect(registered.vector?.cause).toEqual([1, 0, 0, 0])
})
