import { namesNobody } from '#src/domain/facts/row-facts-names.ts'
import { cutShort, SHOWN_NAME_LENGTH } from '#src/domain/filed-text.ts'
import { normalizeName } from '#src/domain/names.ts'
import { countryFromFips, findPlaces } from '#src/domain/places.ts'
import type { Postgres, Session } from '#src/platform/clients/postgres.ts'
import { copyLines, toCopyLine } from '../store/copy.ts'
import { EVERY, markDue, takeDue } from '../store/due.ts'
import { mintRelease } from '../store/releases.ts'
import { fillTable, onceForEach, openSql, takeLock, tuneTransaction } from '../store/sql.ts'

type ResolveResult = {
  /** The release that changed organizations get. */
  release: string
  /** Organizations whose row or names changed. */
  changed: number
  /** Organizations that no source contains any more. */
  removed: number
}

/** The columns of table organization that are compared to find changes. */
const FACTS = `name name_ref street city state zip country address_ref primary_form forms entity_type
  latest_object_id latest_tax_year latest_period_end latest_content_sha256 ntee_code subsection ruling
  group_exemption affiliation family_id role deductibility is_revoked is_in_bmf registry_shown`

const sqlFile = (name: string) =>
  openSql(new URL(`./sql/${name}.sql`, import.meta.url), { facts: FACTS.split(/\s+/) })
const wantedSql = sqlFile('010-wanted')
const sourcesSql = sqlFile('020-sources')
const resolvedSql = sqlFile('030-resolved')
const namesSql = sqlFile('040-names')
const mergeSql = sqlFile('050-merge')

/**
 * Resolves identities from filings and registries into organization and organization_name, in one
 * transaction with the release it mints: of `eins`, of the organizations that are due, or of all
 * when left out. Unchanged rows keep their release. Throws ApiError StoreUnavailable when the store
 * fails; nothing is changed then.
 */
export async function resolveOrganizations(
  db: Postgres,
  given?: readonly string[] | 'due',
): Promise<ResolveResult> {
  return await db.transaction(async (session) => {
    await prepare(session)
    const eins = given === 'due' ? await takeDue(session, 'resolve') : given
    await writeWanted(session, eins)
    // New names may match a listed party, and UEIs of audits.
    await markDue(session, ['map', 'screen'], eins ?? [EVERY])
    await writeCountryCodes(session)
    await session.query(sourcesSql('sources'))
    await session.query(resolvedSql('resolved'))
    await writeNames(session)
    return await merge(session, await mintRelease(session, 'resolve'))
  })
}

async function prepare(session: Session): Promise<void> {
  // Two resolvers at once would each undo the other's changes.
  await takeLock(session, 'resolve')
  await tuneTransaction(session)
  // Otherwise the temporary function would outlive the transaction on this connection.
  await session.query('drop function if exists pg_temp.path_of(boolean, jsonb)')
  await session.query(wantedSql('path-of'))
}

async function writeWanted(session: Session, eins: readonly string[] | undefined): Promise<void> {
  if (eins === undefined) await session.query(wantedSql('wanted-all'))
  else await session.query(wantedSql('wanted-some'), [[...eins]])
  await session.query('create unique index on wanted (ein)')
  await session.query('analyze wanted')
}

async function merge(session: Session, release: string): Promise<ResolveResult> {
  type Changed = { changed: number }
  const [rows] = await session.query<Changed>(mergeSql('merge-organizations'), [release])
  const [names] = await session.query<Changed>(mergeSql('merge-names'), [release])
  const removed = await session.query<{ ein: string }>(mergeSql('remove-organizations'))
  // The network still has their names and edges, and no other table lists them for its next run.
  await markDue(
    session,
    ['network'],
    removed.map(({ ein }) => ein),
  )
  return {
    release,
    changed: (rows?.changed ?? 0) + (names?.changed ?? 0),
    removed: removed.length,
  }
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']

// IRS lists spell out countries: Publication 78 always, the BMF in place of the city for foreign
// addresses.
const WRITTEN = `
  select distinct country as name from pub78 where country is not null
  union select distinct city from bmf where state is null and city is not null`

/** Returns the ISO code of a country's name; undefined if the text names no single country. */
function countryFromName(name: string): string | undefined {
  if (/^(the )?united states( of america)?$/i.test(name)) return 'US'
  const codes = findPlaces(name).map(({ code }) => code)
  return codes.find((code) => /^[A-Z]{2}$/.test(code))
}

/**
 * Fills the temporary table `country_code` (spelling `fips` or `name`, written, alpha2), which
 * later statements use to translate countries.
 */
async function writeCountryCodes(session: Session): Promise<void> {
  await session.query(
    `create temporary table country_code (spelling text, written text, alpha2 text)
     on commit drop`,
  )
  const names = await session.query<{ name: string }>(WRITTEN)
  const rows: [string, string, string][] = []
  for (const first of LETTERS) {
    for (const second of LETTERS) {
      const alpha2 = countryFromFips(first + second)
      if (alpha2) rows.push(['fips', first + second, alpha2])
    }
  }
  for (const { name } of names) {
    const alpha2 = countryFromName(name)
    if (alpha2) rows.push(['name', name, alpha2])
  }
  const stream = session.copyFrom('copy country_code (spelling, written, alpha2) from stdin')
  await copyLines(stream, rows.map(toCopyLine))
}

type Candidate = { ein: string; current: string; kind: string; name: string; ref: string }

/**
 * Fills the temporary table `resolved_name` with the other names of the selected organizations. A
 * name that compares equal to the current one, or to a more trusted one, is left out, and so is
 * "See Schedule O".
 */
async function writeNames(session: Session): Promise<void> {
  const isNew = onceForEach()
  const table = { table: 'resolved_name', columns: 'ein text, kind text, name text, ref text' }
  await fillTable<Candidate>(session, table, namesSql('name-candidates'), (candidate) => {
    const { ein, current, kind, ref } = candidate
    // The name is part of the table's key, which can have at most 2,700 bytes.
    const name = cutShort(candidate.name, SHOWN_NAME_LENGTH)
    const known = () => ['', normalizeName(current)]
    const isName = !namesNobody(name) && isNew(ein, normalizeName(name), known)
    return isName ? [[ein, kind, name, ref]] : []
  })
}
