import { beforeAll, describe, expect, it, vi } from 'vitest'
import { resolveOrganizations } from '#indexer/resolve/organizations.ts'
import { mintRelease } from '#indexer/store/releases.ts'
import { parseRef } from '#src/domain/evidence.ts'
import { readFacts } from '#src/domain/facts/read-facts.ts'
import type { Form } from '#src/domain/form.ts'
import { insertRows } from '#test/integration/indices/store.ts'
import { openLoads } from './loads.ts'

const made = openLoads('resolve')
let first: string

const id = (number: number): string => `2023031993493012${String(number).padStart(2, '0')}`
const toHex = (text: string): string => Buffer.from(text).toString('hex')
const hash = (number: number): string => `h-${String(number).padStart(16, '0')}`

async function addFiling(ein: string, form: Form, end: string, name: string, id: string, dba = '') {
  const filer = {
    BusinessName: { BusinessNameLine1Txt: name },
    ForeignAddress: { AddressLine1Txt: '1 Elm St', CityNm: 'Shanghai', CountryCd: 'CH' },
  }
  const content =
    form === '990N'
      ? { OrganizationName: name, OrgCity: 'Akron', OrgState: 'OH', OrgCountry: 'US', DBA2: 'Elms' }
      : { ...(dba && { DoingBusinessAsName: { BusinessNameLine1Txt: dba } }) }
  const { facts } = readFacts(form, [
    { block: 'ReturnHeader', ordinal: 1, content: { Filer: filer } },
    { block: `IRS${form}`, ordinal: 1, content },
  ])
  await insertRows(made.store.db, 'filing', [
    {
      ...{ object_id: id, ein, form, tax_period_end: end, tax_year: Number(end.slice(0, 4)) },
      ...{ received_on: end, facts, source_archive: 'made', content_sha256: `\\x${toHex(id)}` },
    },
  ])
}

const addBmf = (ein: string, values: Record<string, string>, as_of = '2026-04-01') =>
  insertRows(made.store.db, 'bmf', [
    { ein, as_of, source_file: 'eo_oh.csv', source_row: 2, ...values },
  ])

const addName = (ein: string, name: string, last: string) =>
  made.query(`insert into bmf_name values ($1, $2, 'name', $3, $3)`, [ein, name, last])

const addRevocation = (ein: string, posted_on: string, reinstated_on: string | null = null) =>
  insertRows(made.store.db, 'revocation', [
    {
      ...{ ein, revoked_on: posted_on, posted_on, reinstated_on, as_of: '2026-01-01' },
      ...{ name: 'LOST CLUB', city: 'AKRON', country: 'US' },
      ...{ source_file: 'revoked.txt', source_row: 1 },
    },
  ])

const organization = async (ein: string) =>
  (await made.query<Record<string, unknown>>('select * from organization where ein = $1', [ein]))[0]
const names = (ein: string) =>
  made.query('select kind, name, ref from organization_name where ein = $1 order by kind, name', [
    ein,
  ])
const resolve = (eins?: string[]) => resolveOrganizations(made.store.db, eins)

describe('resolving organizations', () => {
  beforeAll(async () => {
    const akron = { city: 'AKRON', state: 'OH' }
    // Files returns under two names and is in the registry under the older one, truncated.
    await addFiling('070000001', '990', '2020-12-31', 'Elm Aid', id(1))
    await addFiling('070000001', '990', '2022-12-31', 'Oak Relief Inc', id(2), 'Oak for All')
    await addFiling('070000001', '990T', '2022-12-31', 'OAK', id(3))
    const group = { affiliation: '9', group_exemption: '1961' }
    const known = { name: 'OAK RELIEF', sort_name: 'OAK LEAVES', ntee_code: 'K31Z' }
    await addBmf('070000001', { ...known, ...akron, ...group })
    await addName('070000001', 'OAK RELIEF', '2026-04-01')
    await addName('070000001', 'ELM RELIEF SOCIETY', '2020-07-01')
    // Registry and postcard; then only the registry, abroad; then only Publication 78.
    await addBmf('070000002', { name: 'ASH CLUB', ...akron, group_exemption: '0000' })
    await addFiling('070000002', '990N', '2023-12-31', 'Ash Ladies', hash(1))
    await addBmf('070000003', { name: 'PINE FUND', street: 'NASSAU', city: 'THE BAHAMAS' })
    await made.query(
      `insert into pub78 values ('070000004', '2026-01-01', 'Fir Trust', 'Akron', 'OH',
         'United States', '{PC,LODGE}', 'pub78.txt', 1)`,
    )
    // Only unrelated business; only postcards.
    await addFiling('070000005', '990T', '2022-12-31', 'Yew', id(5))
    await addFiling('070000006', '990N', '2022-12-31', 'Bay Club', hash(2))
    // Revoked; reinstated; in a registry newer than the posting; removed from its registry file.
    await addRevocation('070000007', '2015-05-15')
    await addRevocation('070000008', '2015-05-15', '2016-06-01')
    await addRevocation('070000009', '2015-05-15')
    await addBmf('070000009', { name: 'BACK AGAIN', ...akron })
    await addBmf('079999999', { name: 'LEFT EARLY', ...akron }, '2020-07-01')
    const resolved = await resolve()
    first = resolved.release
    expect(resolved).toMatchObject({ changed: 10, removed: 0 })
  })

  it('prefers name and address from the latest return', async () => {
    const filer = `990:2022:${id(2)}:/ReturnHeader/Filer`
    expect(await organization('070000001')).toMatchObject({
      ...{ name: 'Oak Relief Inc', name_ref: `${filer}/BusinessName/BusinessNameLine1Txt` },
      ...{ city: 'Shanghai', state: null, country: 'CN' },
      ...{ address_ref: `${filer}/ForeignAddress/CityNm`, primary_form: '990' },
      ...{ forms: ['990', '990T'], entity_type: 'OperatingOrOtherTaxExempt' },
      ...{ latest_object_id: id(2), latest_tax_year: 2022, latest_period_end: '2022-12-31' },
      ...{ ntee_code: 'K31Z', group_exemption: '1961', family_id: 'GEN-1961' },
      ...{ role: 'Member', is_in_bmf: true },
    })
  })

  it('keeps former and other names that differ as names are compared', async () => {
    const dba = '/IRS990/DoingBusinessAsName/BusinessNameLine1Txt'
    const filer = '/ReturnHeader/Filer/BusinessName/BusinessNameLine1Txt'
    const known: [kind: string, name: string, ref: string][] = [
      ['doing-business-as', 'OAK LEAVES', 'bmf:2026-04:070000001:SORT_NAME'],
      ['doing-business-as', 'Oak for All', `990:2022:${id(2)}:${dba}`],
      ['former', 'ELM RELIEF SOCIETY', 'bmf:2020-07:070000001:NAME'],
      ['former', 'Elm Aid', `990:2020:${id(1)}:${filer}`],
      // Another return of the same period: a current name.
      ['legal', 'OAK', `990T:2022:${id(3)}:${filer}`],
    ]
    const found = (await names('070000001')).map((row) => Object.values(row).join())
    expect(found.sort()).toEqual(known.map((row) => row.join()).sort())
  })

  it('prefers the registry to a postcard, and cites the postcard for its own names', async () => {
    expect(await organization('070000002')).toMatchObject({
      ...{ name: 'ASH CLUB', name_ref: 'bmf:2026-04:070000002:NAME', country: 'US' },
      ...{ family_id: null, primary_form: '990N', entity_type: 'SmallTaxExemptOrganization' },
    })
    expect(await names('070000002')).toEqual([
      { kind: 'doing-business-as', name: 'Elms', ref: `990N:2023:${hash(1)}:/DBA2` },
      { kind: 'legal', name: 'Ash Ladies', ref: `990N:2023:${hash(1)}:/OrganizationName` },
    ])
  })

  it.each(
    Object.entries({
      '070000003': {
        ...{ name: 'PINE FUND', country: 'BS', city: null, street: 'NASSAU', is_in_bmf: true },
      },
      '070000004': {
        ...{ name: 'Fir Trust', country: 'US', deductibility: 'PC,LODGE', is_in_bmf: false },
      },
      '070000005': { primary_form: '990T', entity_type: 'UnrelatedBusinessFiler' },
      '070000006': { name: 'Bay Club', city: 'Akron', state: 'OH', primary_form: '990N' },
      '070000007': { name_ref: 'revocation:070000007:2015-05-15:LegalName', is_revoked: true },
      '070000008': { is_revoked: false },
      '070000009': { is_revoked: false, is_in_bmf: true },
      '079999999': { is_in_bmf: false },
    }),
  )('resolves %s', async (ein, expected) => {
    expect(await organization(ein)).toMatchObject(expected)
  })

  it('cites Refs that can be read back', async () => {
    const refs = await made.query<{ ref: string }>(
      `select name_ref as ref from organization union select address_ref from organization
         where address_ref is not null union select ref from organization_name`,
    )
    expect(refs.length).toBeGreaterThan(15)
    for (const { ref } of refs) expect(parseRef(ref), ref).toBeDefined()
  })

  it('writes only changes', async () => {
    expect(await resolve()).toMatchObject({ changed: 0, removed: 0 })
    expect(await organization('070000001')).toMatchObject({ changed_release: first })
    await addName('070000009', 'AWAY', '2020-07-01')
    await made.query(`update bmf set ntee_code = 'A20' where ein = '070000003'`)
    const second = await resolve()
    expect(second.changed).toBe(2)
    expect(await organization('070000003')).toMatchObject({ changed_release: second.release })
    expect(await organization('070000009')).toMatchObject({ changed_release: second.release })
    expect(await organization('070000001')).toMatchObject({ changed_release: first })
  })

  it('notices new content under the same object id', async () => {
    await made.query(`update filing set content_sha256 = '\\x00' where object_id = '${id(5)}'`)
    expect(await resolve()).toMatchObject({ changed: 1 })
  })

  it('resolves only the given EINs', async () => {
    await made.query(`update bmf set ntee_code = 'B20' where ein in ('070000003', '070000009')`)
    expect(await resolve(['070000003'])).toMatchObject({ changed: 1 })
    expect(await resolve()).toMatchObject({ changed: 1 })
  })

  it('keeps each name once, even with more names than one batch', async () => {
    await made.query(
      `insert into bmf_name select '070000003', spelt || n, 'name', '2020-07-01', '2020-07-01'
       from generate_series(1, 6000) as n, unnest('{PINE ,Pine }'::text[]) as spelt`,
    )
    await resolve(['070000003'])
    expect(await names('070000003')).toHaveLength(6_000)
  })

  it('removes organizations that no source has anymore', async () => {
    await made.query(`delete from revocation where ein = '070000007'`)
    expect(await resolve()).toMatchObject({ changed: 0, removed: 1 })
    expect(await organization('070000007')).toBeUndefined()
  })
})

describe('releases', () => {
  it('are created in strictly increasing order by several processes at once', async () => {
    const mint = () => made.store.db.transaction((session) => mintRelease(session, 'load'))
    const ids = await Promise.all(Array.from({ length: 20 }, mint))
    expect(new Set(ids).size).toBe(20)
    for (const minted of ids) expect(minted).toMatch(/^\d{8}t\d{9}z$/)
    const stored = await made.query<{ id: string }>('select id from release order by minted_at')
    expect(stored.map((release) => release.id)).toEqual(stored.map(({ id }) => id).toSorted())
  })

  it('appear together with the organizations they changed, never before', async () => {
    const newest = async () =>
      (await made.queryOne<{ id: string }>('select max(id) as id from release')).id
    const before = await newest()
    // A resolver waits for this table at the very end of its work.
    const held = made.store.db.transaction(async (session) => {
      await session.query('lock table organization in share mode')
      const resolving = resolve()
      const waiting = `select from pg_locks where not granted
        and relation = 'organization'::regclass`
      await vi.waitFor(async () => expect(await made.query(waiting)).toHaveLength(1), 20_000)
      expect(await newest()).toBe(before)
      return { resolving }
    })
    const { release } = await (await held).resolving
    expect(await newest()).toBe(release)
  })
})
