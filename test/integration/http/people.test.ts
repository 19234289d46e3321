import { beforeAll, expect, test } from 'vitest'
import { readPacked } from '#src/domain/packed-json.ts'
import { opened } from '#test/integration/opened.ts'
import { openIndexed } from '#test/world/indexed.ts'
import { readA, walkPages } from './answers-a.ts'

const world = opened(() => openIndexed('people'))

type Filed = Record<'ein' | 'name' | 'state', string>
type Listed = { people: Buffer }
type Entry = {
  PersonName: string
  EIN: string
  LastYear: number
  LatestTotalPay?: { Value: number }
  LatestPay?: { Value: number; TaxYear: number; EvidenceRef: string }
  EvidenceRefs: string[]
  Match: { Kind: string }
}
type Answer = {
  People: Entry[]
  Found: number
  PaySummary?: { Count: number; Median?: number }
  Wider?: { Without: string[]; Count: number }
  Facets?: { State: { Value: string; Count: number }[] }
}

/** Officers of latest 990s whose name no other person of the demo has, with two words. */
let officers: Filed[]
let one: Filed

beforeAll(async () => {
  const filings = await world.deps.postgres.query<
    Omit<Filed, 'name'> & Listed & { isLatest: boolean }
  >(
    `select o.ein, o.state, f.people, o.latest_object_id = f.object_id and o.primary_form = '990'
         and o.state is not null as "isLatest"
     from organization o join filing f using (ein) where f.people is not null order by o.ein`,
  )
  const listed = filings.flatMap(({ people, ...filing }) =>
    readPacked<{ name: string }[]>(people).map(({ name }) => ({ ...filing, name })),
  )
  officers = filings
    .filter(({ isLatest }) => isLatest)
    .flatMap(({ ein, state }) => {
      const others = listed.filter((other) => other.ein !== ein)
      const isOnly = (name: string) => {
        const [first = '', last = ''] = name.split(' ')
        return !others.some((other) => other.name.startsWith(first) && other.name.includes(last))
      }
      const names = listed.flatMap(({ ein: its, isLatest, name }) =>
        its === ein && isLatest && /^[A-Za-z]{4,} [A-Za-z]{5,}$/.test(name) && isOnly(name)
          ? [name]
          : [],
      )
      const [name] = names.sort()
      return name === undefined ? [] : [{ ein, state, name }]
    })
    .slice(0, 12)
  expect(officers.length).toBeGreaterThan(4)
  one = officers[0] as Filed
})

const read = <Body>(url: string) => readA<Body>(world, url)
const ask = (query: Record<string, string>) =>
  read<Answer>(`/api/v2/people?${new URLSearchParams(query)}`)

const turned = (name: string) => name.split(' ').toReversed().join(' ')

test.each<[string, (name: string) => string, string]>([
  ['in upper case', (name) => name.toUpperCase(), 'ExactName'],
  ['reordered', turned, 'Reordered'],
  ['with a comma', (name) => turned(name).replace(' ', ', '), 'ExactName'],
  ['with a middle name', (name) => name.replace(' ', ' Quentin '), 'MiddleNames'],
  ['without a letter of the last name', (name) => name.replace(/.(..)$/, '$1'), 'Fuzzy'],
])('an officer is found by the name %s', async (_, write, kind) => {
  for (const { ein, name } of officers) {
    const [hit] = (await ask({ Name: write(name) })).People
    const found = [hit?.EIN, hit?.PersonName.toLowerCase(), hit?.Match.Kind]
    expect(found).toEqual([ein, name.toLowerCase(), kind])
  }
})

test('state and EIN exclude, and gibberish finds no person', async () => {
  const other = officers.find(({ state }) => state !== one.state)
  const found = async (query: Record<string, string>) =>
    (await ask({ Name: one.name, ...query })).People.map(({ EIN }) => EIN)
  expect((await found({ State: one.state }))[0]).toBe(one.ein)
  expect(await found({ State: other?.state ?? '' })).not.toContain(one.ein)
  expect((await found({ EIN: one.ein }))[0]).toBe(one.ein)
  expect(await found({ EIN: other?.ein ?? '' })).toEqual([])
  expect(await ask({ Name: 'zzqxv plorkwq' })).toMatchObject({ Found: 0, People: [] })
  // The facet of the state ignores its own filter.
  const Name = one.name.split(' ')[1] ?? ''
  const all = await ask({ Name, Facets: 'true' })
  const some = await ask({ Name, Facets: 'true', State: one.state })
  expect(some.Facets?.State).toEqual(all.Facets?.State)
  const count = all.Facets?.State.find(({ Value }) => Value === one.state)?.Count
  expect(some.Found).toBe(count)
})

test('people by EIN stand for all rows of its current returns', async () => {
  const people = await walkPages<Entry>(read, `/api/v2/people?EIN=${one.ein}&Limit=3`, 'People')
  const filings = await world.deps.postgres.query<Listed>(
    'select people from filing where ein = $1 and is_current and people is not null',
    [one.ein],
  )
  const names = filings.flatMap(({ people }) =>
    readPacked<{ name: string }[]>(people).map(({ name }) => name.toLowerCase()),
  )
  expect(people.length).toBeGreaterThan(3)
  for (const { PersonName } of people) expect(names).toContain(PersonName.toLowerCase())
  expect(people.every(({ Match, EIN }) => Match.Kind === 'EIN' && EIN === one.ein)).toBe(true)
  const years = people.map(({ LastYear }) => LastYear)
  expect(years).toEqual(years.toSorted((a, b) => b - a))
})

test('pay descends, and the quartiles are those of the entries that count', async () => {
  const all = '/api/v2/people?Title=CEO&Limit=50'
  const { PaySummary } = await read<Answer>(all)
  const listed = await walkPages<Entry>(read, `${all}&PayStatus=Counted`, 'People')
  const pay = listed.map(({ LatestTotalPay }) => LatestTotalPay?.Value ?? 0)
  expect(pay).toEqual(pay.toSorted((a, b) => b - a))
  const ordered = pay.toReversed()
  const at = (part: number) => {
    const place = part * (pay.length - 1)
    const [low = 0, high = 0] = [ordered[Math.floor(place)], ordered[Math.ceil(place)]]
    return low + (high - low) * (place % 1)
  }
  expect(PaySummary).toMatchObject({
    ...{ Count: pay.length, Lowest: at(0), LowerQuartile: at(0.25), Median: at(0.5) },
    ...{ UpperQuartile: at(0.75), Highest: at(1) },
  })
  expect(pay.length).toBeGreaterThan(20)
})

test('words are read as parameters, and too few people lead to a wider search', async () => {
  const words = await ask({ Query: 'highest paid treasurers in Ohio', Limit: '5' })
  const { People, Found } = await ask({ Title: 'treasurer', State: 'OH', Sort: 'Pay', Limit: '5' })
  expect([words.Found, words.People]).toEqual([Found, People])
  const few = { Title: 'CEO', Cause: 'K31' }
  const nobody = { ...few, State: 'GU' }
  for (const query of [few, nobody]) {
    const { Wider: { Without = [], Count } = {}, PaySummary, Found: own } = await ask(query)
    const wider = Object.entries(query).filter(([name]) => !Without.includes(name))
    const found = await ask(Object.fromEntries(wider))
    expect(own === 0 ? found.Found : found.PaySummary?.Count).toBe(Count)
    expect(Count).toBeGreaterThan(own === 0 ? 0 : 4)
    expect(PaySummary?.Median).toBeUndefined()
  }
})

test('each Ref opens its row or amount', async () => {
  let amounts = 0
  for (const { ein } of officers.slice(0, 4)) {
    const { People } = await ask({ EIN: ein, Limit: '8' })
    for (const { LatestPay, EvidenceRefs, PersonName } of People) {
      for (const ref of EvidenceRefs) {
        const url = `/api/v2/charity/${ein}/sections/Leadership?EvidenceRef=${encodeURIComponent(ref)}`
        const { status, body } = await world.get(url)
        expect([status, ref]).toEqual([200, ref])
        if (ref === EvidenceRefs[0]) expect(JSON.stringify(body)).toContain(PersonName)
        if (ref !== LatestPay?.EvidenceRef) continue
        expect(JSON.stringify(body)).toContain(String(LatestPay.Value))
        amounts += 1
      }
    }
  }
  expect(amounts).toBeGreaterThan(5)
})

test.each([
  ['?Name=%20', 'Name too_short'],
  ['?Order=asc', 'Order not_in_this_order'],
  ['?MinRevenue=5&MaxRevenue=4', 'MinRevenue too_big'],
  ['?Name=Ann&State=Kenya', 'State unknown_state'],
  ['?EIN=12', 'EIN too_small'],
])('rejects %j', async (query, fault) => {
  type Detail = { detail: { loc: string[]; type: string }[] }
  const { status, body } = await world.get<Detail>(`/api/v2/people${query}`)
  const [first] = body.detail
  expect([status, `${first?.loc[1]} ${first?.type}`]).toEqual([422, fault])
})
