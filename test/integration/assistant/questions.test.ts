import { describe, expect, test } from 'vitest'
import type { Turn } from '#src/assistant/chat.ts'
import { createPlanner } from '#src/assistant/planner/answers/answer.ts'
import { readTsv } from '#src/domain/tsv.ts'
import { wholeScore } from '#src/rating/rating.ts'
import { opened } from '#test/integration/opened.ts'
import { expectRecorded } from '#test/recorded.ts'
import { openIndexed } from '#test/world/indexed.ts'
import { expectGrounded, hear } from './planner-world.ts'

const QUESTIONS = readTsv(new URL('./questions.tsv', import.meta.url)).map(
  ([ask = '', page = '', earlier = '', values = '', read = '', cites = '']) => ({
    ask,
    page,
    earlier: earlier ? turns(earlier) : [],
    values: values ? values.split('; ') : [],
    read: read ? read.split(' ').map((path) => `/api/v2/${path}`) : [],
    cites: cites === 'yes',
  }),
)

const world = opened(() => openIndexed('questions'))
const answers: Record<string, string> = {}

function turns(text: string): Turn[] {
  const roles = ['user', 'assistant'] as const
  return text.split(' >> ').map((content, at) => ({ role: roles[at] ?? 'user', content }))
}

// biome-ignore lint/suspicious/noExplicitAny: bodies of operations whose schemas have their own tests.
const read = async (path: string): Promise<any> => (await world.get(`/api/v2/${path}`)).body

const dollars = (amount: number) => `$${amount.toLocaleString('en-US')}`
const percent = (share: number) => `${(share * 100).toFixed(1)}%`

type Figures = Record<string, { value: number }>
type Year = { tax_year: number; figures: Figures; ratios: Figures }
type Party = { EIN: number; Name: string; Amount: number }
type Person = { values: { name: string; reportable_compensation?: number } }
type Check = { status: string; left: { value: number }; right: { value: number } }

const pay = (person: Person) => person.values.reportable_compensation ?? 0

/** Computes the values of an organization that an answer contains from other operations. */
async function valuesOf(ein: string, what: string, more?: string): Promise<string[]> {
  const of = (path: string) => read(`charity/${ein}/${path}`)
  const years = async (): Promise<Year[]> => (await of('metrics')).data.years
  switch (what) {
    case 'trend':
      return (await years()).map(
        ({ tax_year, figures }) => `${tax_year}: ${dollars(figures.revenue?.value ?? 0)}`,
      )
    case 'score': {
      const { Score, Possible = 100 } = (await of('page')).Verdict
      return [`${wholeScore(Score)} of ${Possible === 100 ? '100' : `a possible ${Possible}`}`]
    }
    case 'funders':
    case 'grantees': {
      const body = await of(`${what}?Limit=3`)
      const parties: Party[] = body[what === 'funders' ? 'Funders' : 'Grantees']
      const shown = parties.flatMap(({ Name, Amount }) => [Name, dollars(Amount)])
      return [dollars(body.TotalAmount), ...shown]
    }
    case 'from': {
      const { Funders } = (await of('funders')) as { Funders: Party[] }
      return [dollars(Funders.find(({ EIN }) => EIN === Number(more))?.Amount ?? Number.NaN)]
    }
    case 'paid': {
      const { people } = (await of('leadership')).data as { people: Person[] }
      const [best] = people.toSorted((left, right) => pay(right) - pay(left))
      return best ? [best.values.name, dollars(pay(best))] : ['?']
    }
    case 'failed': {
      const { checks } = (await of('contradictions')).data as { checks: Check[] }
      const failed = checks.filter(({ status }) => status === 'failed')
      return failed.flatMap(({ left, right }) => [dollars(left.value), dollars(right.value)])
    }
    default: {
      const all = await years()
      const year = more ? all.find(({ tax_year }) => tax_year === Number(more)) : all.at(-1)
      const ratio = year?.ratios[what]
      return [ratio ? percent(ratio.value) : dollars(year?.figures[what]?.value ?? Number.NaN)]
    }
  }
}

async function expected(value: string): Promise<string[]> {
  if (value === 'stats') {
    const { data } = await read('stats')
    return [`${data.charities}`, `${data.filings}`]
  }
  if (value.startsWith('search')) {
    return (await read(value)).Hits.map(({ Name }: { Name: string }) => Name)
  }
  const [ein = '', what = '', more] = value.split(' ')
  return await valuesOf(ein, what, more)
}

describe("an answer has the API's values, each figure with its evidence", () => {
  test.each(QUESTIONS)('$ask', async ({ ask, page, earlier, values, read, cites }) => {
    const heard = await hear(world, ask, earlier, page ? { ein: page } : {})
    answers[ask] = heard.text.replaceAll(/\$[\d,]+/g, '$#').replaceAll(/[\d.]+%/g, '#%')
    for (const value of values) {
      for (const said of await expected(value)) expect(heard.text, value).toContain(said)
    }
    expect(heard.citations.length > 0, heard.text).toBe(cites)
    await expectGrounded(world, heard, read)
  })

  test('in these words', () => expectRecorded('assistant-answers', answers))
})

describe('an answer', () => {
  test('sums the grants of a year from that year only', async () => {
    const ask = 'How much did Brightwater Foundation give to Marietta Area Community Foundation'
    const all = await hear(world, `${ask}?`)
    const years = [...all.text.matchAll(/tax year (\d{4})\)/g)].map(([, year]) => Number(year))
    const heard = await hear(world, `${ask} in ${Math.max(...years)}?`)
    const sum = heard.citations.reduce((so, { value }) => so + Number(value), 0)
    expect(sum).toBeLessThan(all.citations.reduce((so, { value }) => so + Number(value), 0))
    expect(/\$[\d,]+/.exec(heard.text)?.[0]).toBe(dollars(sum))
    expect((await hear(world, `${ask} in 1975?`)).citations).toEqual([])
    expect((await hear(world, 'xqzvw blorptown')).recovery).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('ends early, without throwing, when the reader stops', async () => {
    const control = new AbortController()
    const said: string[] = []
    const message = 'Who funds Marietta Area Community Foundation?'
    const request = { message, history: [], context: {} }
    for await (const event of createPlanner(world.deps)(request, control.signal)) {
      said.push(event.kind)
      control.abort()
    }
    expect(said).toEqual(['text'])
  })
})
