import { todayInUtc } from '#src/domain/days.ts'
import { toRef } from '#src/domain/evidence.ts'
import type { RowFacts } from '#src/domain/facts/row-facts.ts'
import { itemPath } from '#src/domain/filing-contents.ts'
import type { Form } from '#src/domain/form.ts'
import type { Postgres, Session } from '#src/platform/clients/postgres.ts'
import type { ScreeningMatch } from '#src/rating/restriction.ts'
import { takeDue } from '../store/due.ts'
import { mintRelease } from '../store/releases.ts'
import { takeLock } from '../store/sql.ts'
import { indexParties } from './list-index.ts'
import type { ListedParty, ScreenedOrganization } from './listed-party.ts'
import { screen } from './match.ts'

/**
 * Screens organizations and the officers of their latest filings against the restriction lists, and
 * writes the matches that changed, in one transaction with the release it mints: `eins`, those that
 * are due, or all when left out. Throws ApiError StoreUnavailable; nothing is changed then.
 */
export async function screenOrganizations(
  db: Postgres,
  given?: readonly string[] | 'due',
): Promise<{ changed: number; release: string | undefined }> {
  return await db.transaction(async (session) => {
    // Two screenings at once would each undo the other's changes.
    await takeLock(session, 'screen')
    const eins = given === 'due' ? await takeDue(session, 'screen') : given
    if (eins?.length === 0) return { changed: 0, release: undefined }
    await session.query('set local jit = off')
    const changed = await writeMatches(session, await findMatches(session, eins), eins)
    return { changed, release: changed === 0 ? undefined : await mintRelease(session, 'resolve') }
  })
}

// The whole sector has about ten thousand matches; organizations are read one at a time.
async function findMatches(
  session: Session,
  eins: readonly string[] | undefined,
): Promise<FoundMatch[]> {
  const index = indexParties(await readParties(session))
  const found: FoundMatch[] = []
  for await (const organization of readScreened(session, eins)) {
    for (const match of screen(index, organization)) found.push({ ein: organization.ein, ...match })
  }
  return found
}

type FoundMatch = ScreeningMatch & { ein: string }

// About 600 bytes each, so a statement has about a megabyte.
const BATCH = 2_000

const INSERT = `
  insert into screening_found
  select ein, list, entry, subject, "subjectName", "subjectRef", "listedName", method, agreed,
    status, programs, ref
  from jsonb_to_recordset($1::jsonb) as found (ein text, list text, entry text, subject text,
    "subjectName" text, "subjectRef" text, "listedName" text, method text, agreed text[],
    status text, programs text[], ref text)`

// Unchanged rows are not written: most screenings change nothing.
const REMOVE = `
  delete from screening_match as known
  where ($1::text[] is null or ein = any($1))
    and not exists (select * from screening_found as found
      where found.ein = known.ein and row(found.*) = row(known.*))
  returning ein`
const ADD = `
  insert into screening_match
  select * from screening_found
  except
  select * from screening_match
  returning ein`

/**
 * Replaces the stored matches of the screened organizations (all when `eins` is undefined) by those
 * found. Returns how many organizations' matches changed.
 */
async function writeMatches(
  session: Session,
  matches: readonly FoundMatch[],
  eins: readonly string[] | undefined,
): Promise<number> {
  await session.query(
    'create temporary table screening_found (like screening_match) on commit drop',
  )
  for (let from = 0; from < matches.length; from += BATCH) {
    await session.query(INSERT, [JSON.stringify(matches.slice(from, from + BATCH))])
  }
  await session.query('analyze screening_found')
  const gone = await session.query<{ ein: string }>(REMOVE, [eins ? [...eins] : null])
  const added = await session.query<{ ein: string }>(ADD)
  return new Set([...gone, ...added].map(({ ein }) => ein)).size
}

// The view restricted_current has remarks, which are not needed, and lacks names and addresses. An
// exclusion counts through its last day.
const PARTIES = `
  select list, entry, kind, party.name, programs, is_partial as "isPartial", eins, uei,
    to_char(as_of, 'YYYY-MM') as "asOf", coalesce(other.names, '[]') as "otherNames",
    coalesce(place.addresses, '[]') as addresses
  from restricted_party as party
  left join lateral (
    select jsonb_agg(jsonb_build_object('name', name, 'isWeak', is_weak)) as names
    from (
      select name, is_weak from restricted_name as given
      where given.list = party.list and given.entry = party.entry
      union all
      select name, true from jsonb_to_recordset(party.weak_names) as weak (name text)
    ) as every_name
  ) as other on true
  left join lateral (
    select jsonb_agg(jsonb_build_object('street', street, 'city', city, 'state', state,
      'zip', zip, 'country', country)) as addresses
    from restricted_address as given
    where given.list = party.list and given.entry = party.entry
      and coalesce(street, city, state, country) is not null
  ) as place on true
  where (ends_on is null or ends_on >= $1::date)`

/** Reads every party of the restriction lists that counts today. */
async function readParties(session: Session): Promise<ListedParty[]> {
  const parties: ListedParty[] = []
  for await (const batch of session.stream<ListedParty>(PARTIES, [todayInUtc({})]))
    parties.push(...batch)
  return parties
}

const SQL = `
  select o.ein, o.name, o.name_ref as "nameRef", o.street, o.city, o.state, o.zip, o.country,
    coalesce(other.names, '[]') as names, coalesce(mapped.ueis, '[]') as ueis,
    f.form, f.tax_year as "taxYear", f.object_id as "objectId", f.row_facts -> 'officers' as listed
  from organization o
  left join lateral (
    select json_agg(json_build_object('name', name, 'kind', kind, 'ref', ref)) as names
    from organization_name where ein = o.ein
  ) other on true
  left join lateral (
    select json_agg(json_build_object('uei', uei, 'score', score, 'isAlone', other_eins = '{}'))
      as ueis
    from uei_mapping where ein = o.ein and (is_used or reason = 'Contested')
  ) mapped on true
  left join filing f on f.object_id = o.latest_object_id`

type Row = Omit<ScreenedOrganization, 'officers'> & {
  form: Form
  taxYear: number
  objectId: string
  /** Null without a filing, without listed people, or while the filing waits for `npm run derive`. */
  listed: RowFacts['officers'] | null
}

/** Reads the organizations to screen: the given ones, or all of them. */
async function* readScreened(
  session: Session,
  eins: readonly string[] | undefined,
): AsyncGenerator<ScreenedOrganization> {
  // Every row is fetched, so the planner must not choose the plan that returns the first rows
  // fastest.
  await session.query('set local cursor_tuple_fraction = 1')
  const rows = eins
    ? session.stream<Row>(`${SQL} where o.ein = any($1)`, [[...eins]])
    : session.stream<Row>(SQL)
  for await (const batch of rows) yield* batch.map(toScreened)
}

function toScreened({ form, taxYear, objectId, listed, ...row }: Row): ScreenedOrganization {
  const { path = '', names = [] } = listed ?? {}
  const officers = names.flatMap((name, index) => {
    if (name === '') return []
    return [{ name, ref: toRef({ form, taxYear, objectId, path: itemPath(path, index) }) }]
  })
  return { ...row, officers }
}
