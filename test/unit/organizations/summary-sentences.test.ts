import { expect, test } from 'vitest'
import type { Block } from '#src/domain/blocks.ts'
import type { Form } from '#src/domain/form.ts'
import type { SeriesYear } from '#src/organizations/figures/series.ts'
import type { Organization } from '#src/organizations/organization.ts'
import {
  describeControls,
  describeGifts,
  describeStatus,
  describeYear,
} from '#src/organizations/page/summary-sentences.ts'
import { expectRecorded } from '#test/recorded.ts'
import { cases, testCases } from '#test/unit/cases.ts'
import { factsOf } from '#test/unit/made-facts.ts'
import { makeRestriction } from '#test/unit/made-restriction.ts'
import { makeFiling, makeOrganization, makeRegistry } from './made-filing.ts'

type Made = Partial<Organization>
type Sentence = { topic: string; text: string; figures: { value: unknown; ref: string }[] }
const recorded: Record<string, string[]> = {}
const record = (title: string, sentences: readonly Sentence[]) => {
  if (sentences.length > 0)
    recorded[title] = sentences.map(({ topic, text }) => `${topic}: ${text}`)
}
const figuresOf = (sentences: readonly Sentence[]) =>
  sentences.flatMap(({ figures }) => figures.map(({ value, ref }) => [value, ref]))

const MATCH = makeRestriction({
  ...{ subjectName: 'MADE & MEANT', subjectRef: 'bmf:2026-04:070000001:NAME' },
  ...{ listedName: 'MADE AND MEANT', partyName: 'MADE AND MEANT', agreed: ['name', 'city'] },
  ...{ programs: [], ref: 'sdn:2026-04:990001:' },
})
type Sketch = Made & { isMatched?: boolean; registered?: object; listed?: string[] }
const organizationOf = ({ isMatched, registered, listed, ...made }: Sketch) =>
  makeOrganization({
    ...made,
    ...(isMatched && { restrictions: [MATCH] }),
    ...(registered && { registry: makeRegistry(registered) }),
    ...(listed && {
      publication78: { asOf: '2026-04', name: 'MADE & MEANT', deductibilityCodes: listed },
      publication78AsOf: '2026-04',
    }),
  })

testCases('statuses', (why: string, made: Sketch, filed: Block, figures: [unknown, string][]) => {
  const sentences = describeStatus(organizationOf(made), makeFiling('990', filed)) as Sentence[]
  record(`status: ${why}`, sentences)
  expect(figuresOf(sentences)).toEqual(figures)
})

testCases('controls', (why: string, form: Form, filed: string, topics: string) => {
  const filing = { ...makeFiling(form, {}), facts: factsOf(form, filed) }
  const sentences = describeControls(makeOrganization(), filing) as Sentence[]
  record(`controls: ${why}`, sentences)
  expect(sentences.map(({ topic }) => topic).join(', ')).toBe(topics)
})

test('a year with negative amounts is described as reported', () => {
  const figure = (value: number) => ({ label: '', value, ref: '' })
  const figures = { revenue: figure(-12_400), expenses: figure(500) }
  const year = { taxYear: 2022, figures, derived: { reserveMonths: figure(-3) } }
  record('negative amounts', describeYear(year as unknown as SeriesYear) as Sentence[])
})

test.each(cases<[string, Sketch, string | null]>('gifts'))('gifts: %s', (why, made, codes) => {
  const sentences = describeGifts(organizationOf(made)) as Sentence[]
  record(`gifts: ${why}`, sentences)
  expect(sentences).toHaveLength(codes === null ? 0 : 1)
  const ref = 'pub78:2026-04:070000001:DeductibilityStatus'
  expect(figuresOf(sentences)).toEqual(codes ? [[codes, ref]] : [])
})

test('the sentences are as recorded', () => expectRecorded('summary-sentences', recorded))
