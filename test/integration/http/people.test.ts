import { afterAll, beforeAll, expect, test } from 'vitest'
import { type IndexedWorld, openIndexed } from '#test/world/indexed.ts'

let world: IndexedWorld

type Filed = { ein: string; name: string; state: string; objectId: string; taxYear: number }
type Pay = { Value: number; TaxYear: number; EvidenceRef: string }
type Entry = {
  PersonName: string
  EIN: string
  OrganizationName: string
  State: string
  Titles: string[]
  FirstYear: number
  LastYear: number
  LatestPay?: Pay
  EvidenceRefs: string[]
  Match: { Kind: string }
}
type Answer = {
  People: Entry[]
  Found: number
  NextCursor?: string
  Facets?: { State: { Value: string; Count: number }[] }
}

/** Officers of latest 990s whose name no other person of the demo has, with two words. */
let officers: Filed[]

beforeAll(async () => {
  world = await openIndexed('people')
  officers = await world.deps.postgres.query<Filed>(
    `select o.ein, min(p.name) as name, o.state, o.latest_object_id as "objectId",
       o.latest_tax_year as "taxYear"
     from organization o join filed_person p on p.object_id = o.latest_object_id
     where o.primary_form = '990' and o.state is not null and p.name ~ '^[A-Za-z]{4,} [A-Za-z]{5,}$'
       and not exists (
         select from filed_person other join filing f using (object_id)
         where f.ein <> o.ein and other.name like split_part(p.name, ' ', 1) || '%'
           and other.name like '%' || split_part(p.name, ' ', 2)
       )
     group by o.ein order by o.ein limit 12`,
  )
  expect(officers.length).toBeGreaterThan(4)
})
afterAll(() => world.close())

const ask = (query: Record<string, string>) =>
  world.get<Answer>(`/api/v2/people?${new URLSearchParams(query)}`)

async function first(query: Record<string, string>): Promise<Entry> {
  const { status, body } = await ask(query)
  expect(status).toBe(200)
  const [hit] = body.People
  if (!hit) throw new Error(`No person was found for ${JSON.stringify(query)}.`)
  return hit
}

const turned = (name: string) => name.split(' ').toReversed().join(' ')
/** Drops a letter of the last name. */
const misspelled = (name: string) => name.replace(/.(..)$/, '$1')

test.each<[string, (name: string) => string, string]>([
  ['in upper case', (name) => name.toUpperCase(), 'ExactName'],
  ['reordered', turned, 'Reordered'],
  ['with a comma', (name) => turned(name).replace(' ', ', '), 'ExactName'],
  ['with a middle name', (name) => name.replace(' ', ' Quentin '), 'MiddleNames'],
  ['misspelled', misspelled, 'Fuzzy'],
])('an officer is found by the name %s', async (_, write, kind) => {
  for (const { ein, name } of officers) {
    const hit = await first({ Name: write(name) })
    expect([hit.EIN, hit.PersonName.toLowerCase(), hit.Match.Kind]).toEqual([
      ein,
      name.toLowerCase(),
      kind,
    ])
  }
})

test('state and EIN exclude', async () => {
  const [one, other] = [officers[0], officers.find(({ state }) => state !== officers[0]?.state)]
  if (!one || !other) throw new Error('The demo has officers in two states.')
  expect((await first({ Name: one.name, State: one.state })).EIN).toBe(one.ein)
  const elsewhere = await ask({ Name: one.name, State: other.state, Facets: 'true' })
  expect(elsewhere.body.People.map(({ EIN }) => EIN)).not.toContain(one.ein)
  expect((await first({ Name: one.name, EIN: one.ein })).EIN).toBe(one.ein)
  expect((await ask({ Name: one.name, EIN: other.ein })).body.Found).toBe(0)
})

test('the facet of the state ignores its own filter', async () => {
  const { name = '', state = '' } = officers[0] ?? {}
  const [, last = ''] = name.split(' ')
  const all = await ask({ Name: last, Facets: 'true' })
  const some = await ask({ Name: last, Facets: 'true', State: state })
  expect(some.body.Facets).toEqual(all.body.Facets)
  const count = all.body.Facets?.State.find(({ Value }) => Value === state)?.Count
  expect(some.body.Found).toBe(count)
})

test('the people of an organization stand for all rows of its current returns', async () => {
  const { ein = '' } = officers[0] ?? {}
  const people: Entry[] = []
  for (let cursor: string | undefined = '1'; cursor; ) {
    const { body } = await ask({ EIN: ein, Cursor: cursor, Limit: '3' })
    people.push(...body.People)
    cursor = body.NextCursor
  }
  const names = await world.deps.postgres.query<{ name: string }>(
    `select distinct lower(name) as name from filed_person join filing using (object_id)
     where ein = $1 and is_current`,
    [ein],
  )
  const listed = new Set(people.map(({ PersonName }) => PersonName.toLowerCase()))
  expect(people.every(({ Match, EIN }) => Match.Kind === 'EIN' && EIN === ein)).toBe(true)
  expect(listed.size).toBeLessThanOrEqual(names.length)
  for (const name of listed) expect(names).toContainEqual({ name })
  const years = people.map(({ LastYear }) => LastYear)
  expect(years).toEqual(years.toSorted((a, b) => b - a))
})

test('each Ref opens its row or amount', async () => {
  let amounts = 0
  for (const { ein } of officers.slice(0, 4)) {
    const { body } = await ask({ EIN: ein, Limit: '8' })
    for (const { LatestPay, EvidenceRefs, PersonName } of body.People) {
      for (const ref of EvidenceRefs) {
        const opened = await world.get(
          `/api/v2/charity/${ein}/sections/Leadership?EvidenceRef=${encodeURIComponent(ref)}`,
        )
        expect([opened.status, ref]).toEqual([200, ref])
        const text = JSON.stringify(opened.body)
        if (ref === EvidenceRefs[0]) expect(text).toContain(PersonName)
        if (ref === LatestPay?.EvidenceRef) {
          expect(text).toContain(String(LatestPay.Value))
          amounts += 1
        }
      }
    }
  }
  expect(amounts).toBeGreaterThan(5)
})

test.each([
  ['', 'is required unless you send EIN'],
  ['?Name=Ann&Person=Lee', 'Person'],
  ['?Name=%20', 'must not be empty'],
  ['?Name=Ann&State=Kenya', 'must be a U.S. state or territory'],
  ['?EIN=12', 'must be a nine-digit EIN'],
])('rejects %j', async (query, message) => {
  const { status, body } = await world.get(`/api/v2/people${query}`)
  expect(status).toBe(422)
  expect(JSON.stringify(body)).toContain(message)
})

test('gibberish finds no person', async () => {
  expect((await ask({ Name: 'zzqxv plorkwq' })).body).toMatchObject({ Found: 0, People: [] })
})
