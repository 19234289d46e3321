import { isFiledStill } from '#src/domain/enrichment.ts'
import { openFacts, openNarrative } from '#src/domain/facts/stored-facts.ts'
import type { Form } from '#src/domain/form.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'
import { ApiError } from '#src/platform/errors.ts'
import { SCORE_KEY } from '#src/rating/cohort.ts'
import { EARLIER_FACTS } from '#src/rating/cross-checks/check.ts'
import type { FiledReturn } from '#src/rating/diligence.ts'
import { RESTRICTION_LISTS } from '#src/rating/restriction.ts'
import type { Enrichment, Filing, Organization } from '../organization.ts'

/**
 * SQL for the version of filing `f`: the hash of its content and the version of the rules. A response
 * is read in several statements, and a load may replace the filing between them.
 */
export const FILING_VERSION = `encode(f.content_sha256, 'hex') || ' ' || f.derived_version`

/** Throws ApiError StoreUnavailable if a statement read another version than the previous ones. */
export function requireVersion(expected: string, read: string | null | undefined): void {
  if (read !== expected) throw replaced()
}

/** Does the same as `requireVersion`, for a filing in the years of its form. */
export function requireVersionIn(
  filing: { objectId: string; version: string },
  years: readonly { objectId: string; version: string }[],
): void {
  requireVersion(
    filing.version,
    years.find(({ objectId }) => objectId === filing.objectId)?.version,
  )
}

/** Returns the error for a filing that changed between two statements of one response. */
export const replaced = (): ApiError =>
  new ApiError('StoreUnavailable', { message: 'The filing is being replaced. Try again.' })

const toColumn = (name: string): string => name.replace(/[A-Z]/g, (one) => `_${one.toLowerCase()}`)

/** Returns SQL for fields of a table, separated by spaces, whose columns have their names in snake case. */
const columnsOf = (table: string, names: string): string =>
  names
    .replace(/\w+ ?/g, (name) => `, ${table}.${toColumn(name.trim())} as "${name.trim()}"`)
    .slice(2)

/** Returns the same fields as arguments of `json_build_object`. */
const fieldsOf = (table: string, names: string): string =>
  names
    .replace(/\w+ ?/g, (name) => `, '${name.trim()}', ${table}.${toColumn(name.trim())}`)
    .slice(2)

const PERIOD = 'objectId form taxYear taxPeriodBegin taxPeriodEnd isAmended'
const SUMMARY = `${PERIOD} schemaVersion isCurrent isInitial isFinal isGroupReturn warnings sourceArchive sourceMember`
// The day a postcard was received is unknown.
const RECEIVED = `case when f.form <> '990N' then f.received_on end`

/** SQL columns of filing `f`. */
const FILING_COLUMNS = `${columnsOf('f', `${SUMMARY} ein facts otherFacts contents rowFacts`)},
  ${RECEIVED} as "receivedOn", ${FILING_VERSION} as version`

/** SQL for the return before filing `f`; $2 is the keys of `EARLIER_FACTS`. */
const EARLIER = `
  (select json_build_object(${fieldsOf('e', `${PERIOD} receivedOn`)}, 'facts', (select coalesce(json_object_agg(fact.key, fact.value), '{}')
        from jsonb_each(e.facts) fact where fact.key = any($2)))
    from filing e
    where e.ein = f.ein and e.form = f.form and e.is_current
      and e.tax_period_end < f.tax_period_end
    order by e.tax_period_end desc limit 1) as earlier`

/** A row whose contents are null until `npm run derive` has run. */
export type Held<Read> = Omit<Read, 'contents'> & { contents: Filing['contents'] | null }

/** A row with its facts as they are stored. */
type Stored<Read> = Read & { otherFacts: Buffer | string | null }

/**
 * Reads a filing with its facts, narrative, and contents; undefined if the id is unknown. Throws
 * ApiError StoreUnavailable, also if the filing waits for `npm run derive`.
 */
export async function readFiling(
  db: Pick<Postgres, 'query'>,
  objectId: string,
): Promise<Filing | undefined> {
  const sql = `select ${FILING_COLUMNS}, narrative, ${EARLIER} from filing f where object_id = $1`
  type Row = Stored<Held<Omit<Filing, 'narrative'>>> & { narrative: Buffer | null }
  const [row] = await db.query<Row>(sql, [objectId, [...EARLIER_FACTS]])
  if (row === undefined) return undefined
  const narrative = openNarrative(row.form, row.narrative)
  return requireContents<Filing>({ ...openFacts(row), narrative })
}

/** A filing in a series of years, without its narrative and contents. */
export type YearlyFiling = Pick<
  Filing,
  | 'objectId'
  | 'form'
  | 'taxYear'
  | 'taxPeriodBegin'
  | 'taxPeriodEnd'
  | 'facts'
  | 'isAmended'
  | 'isGroupReturn'
  | 'warnings'
>

/** Reads the current filings of a form, oldest period first. */
export async function readYears(
  db: Pick<Postgres, 'query'>,
  ein: string,
  form: Form,
): Promise<(YearlyFiling & Pick<Filing, 'version'>)[]> {
  const sql = `
    select ${columnsOf('f', `${PERIOD} isGroupReturn warnings facts otherFacts`)}, ${FILING_VERSION} as version
    from filing f where ein = $1 and form = $2 and is_current
    order by tax_period_end`
  type Row = Stored<YearlyFiling & Pick<Filing, 'version'>>
  return (await db.query<Row>(sql, [ein, form])).map(openFacts)
}

/** A filing with what is needed to read its tables. */
export type ListedFiling = Pick<
  Filing,
  | 'objectId'
  | 'form'
  | 'taxYear'
  | 'taxPeriodEnd'
  | 'schemaVersion'
  | 'facts'
  | 'warnings'
  | 'contents'
  | 'version'
>

const LISTED = 'objectId form taxYear taxPeriodEnd schemaVersion facts otherFacts warnings contents'

/**
 * Reads filings by object id, newest tax year first; one round trip. Throws ApiError StoreUnavailable, also
 * if a filing waits for `npm run derive` or has been replaced.
 */
export async function readListedFilings(
  db: Pick<Postgres, 'query'>,
  objectIds: readonly string[],
): Promise<ListedFiling[]> {
  const sql = `
    select ${columnsOf('f', LISTED)}, ${FILING_VERSION} as version
    from filing f where object_id = any($1) order by tax_year desc`
  const rows = await db.query<Stored<Held<ListedFiling>>>(sql, [[...objectIds]])
  if (rows.length < objectIds.length) throw replaced()
  return rows.map((row) => requireContents<ListedFiling>(openFacts(row)))
}

/** Throws ApiError StoreUnavailable with a message if a filing waits for `npm run derive`. */
export function requireContents<Read extends { objectId: string }>(
  row: Held<Read & Pick<Filing, 'contents'>>,
  message = 'This filing is being processed after a service update. Try again later.',
): Read & Pick<Filing, 'contents'> {
  const { contents } = row
  if (contents !== null) return { ...row, contents } as Read & Pick<Filing, 'contents'>
  throw new ApiError('StoreUnavailable', {
    message,
    cause: new Error(`Filing ${row.objectId} has no contents. Run npm run derive.`),
  })
}

const LISTS = RESTRICTION_LISTS.map((list) => `'${list}'`).join(', ')

/**
 * SQL columns for the screening of `organization o`: the loaded restriction lists, and the entries in
 * force that may mean it. Matches with entries that ended or have not begun stay in the store and are
 * left out here. An entry is in force on its last day.
 */
const screeningOn = (day: string): string => `
    array(select known.list from unnest(array[${LISTS}]) as known (list)
      where exists (select from restricted_party party where party.list = known.list)
    ) as "screenedLists",
    (select coalesce(json_agg(json_build_object(
        ${fieldsOf('m', 'list entry subject subjectName subjectRef listedName method agreed status')},
        ${fieldsOf('m', 'programs ref')}, 'partyName', party.name,
        ${fieldsOf('party', 'isPartial exclusionType activeOn endsOn')})
        order by m.status, m.list, m.entry, m.subject, m.subject_ref), '[]')
      from screening_match m join restricted_party party using (list, entry)
      where m.ein = o.ein
        and coalesce(party.active_on <= ${day}::date, true)
        and coalesce(party.ends_on >= ${day}::date, true)
    ) as restrictions`

// The part of the distribution of scores that a score falls in; see `percentileIn`.
const SCORES = `(
  select json_build_object('size', d.size, 'values', d.value[at : at + 1],
    'below', d.below[at : at + 1], 'upto', d.upto[at : at + 1])
  from rating_distribution d cross join width_bucket(r.score, d.value) as at
  where d.metric = '${SCORE_KEY}' and d.peer_group = r.form and r.score is not null)`

// A file may hold a part of a list, which cannot tell who is not listed. So only files with the
// names that the IRS gives to its complete ones count.
const COMPLETE_PUB78 = '(^|[/\\\\])(data-download-)?pub78\\.'
const completeRegistry = (state: string): string =>
  `('(^|[/\\\\])eo([1-4]|_' || coalesce(nullif(lower(${state}), ''), 'xx') || ')\\.')`

// The IRS publishes its registry by state, with foreign organizations, whose rows have no state,
// apart. An organization without an address has no extract of its own.
const REGISTRY_AS_OF = `(
  select to_char(s.as_of, 'YYYY-MM')
  from (select case when o.country <> 'US' then '' else o.state end as state) own, load_source s
  where s.kind = 'bmf' and s.path ~* ${completeRegistry('own.state')}
    and exists (
      select from bmf b where coalesce(b.state, '') = own.state and b.as_of = s.as_of
        and b.source_file ~* ${completeRegistry('own.state')})
  order by s.as_of desc limit 1)`

// The text of the website is long, and no response shows it.
const ENRICHMENT = `(
  select json_build_object('website', e.website, 'contentId', e.content_id,
    'filed', (select facts #>> '{website,value}' from filing latest
      where latest.object_id = o.latest_object_id),
    'fields', c.fields - 'Text', 'capturedAt', ${toIso('e.captured_at')},
    'source', json_build_object('url', c.url, 'capturedAt', ${toIso('c.captured_at')}))
  from enrichment e join web_capture c using (ein, content_id) where e.ein = o.ein)`

// `received_on` of a postcard is the first extract that contained it, not a day of receipt.
const ORGANIZATION = `
  select ${columnsOf('o', 'ein name nameRef street city state zip country addressRef primaryForm')},
    ${columnsOf('o', 'entityType nteeCode familyId role isRevoked')},
    (select coalesce(json_agg(json_build_object('name', n.name, 'kind', n.kind, 'ref', n.ref)
        order by n.kind, n.name), '[]')
      from organization_name n where n.ein = o.ein) as names,
    (select json_build_object('asOf', to_char(b.as_of, 'YYYY-MM'),
        ${fieldsOf('b', 'name sortName street city state zip groupExemption subsection affiliation')},
        ${fieldsOf('b', 'classification ruling deductibility foundation status taxPeriod')},
        ${fieldsOf('b', 'assetAmount incomeAmount revenueAmount nteeCode')})
      from bmf b where b.ein = o.ein) as registry,
    ${REGISTRY_AS_OF} as "registryAsOf",
    (select json_build_object('asOf', to_char(p.as_of, 'YYYY-MM'), 'name', p.name,
        'deductibilityCodes', p.deductibility_codes)
      from pub78 p where p.ein = o.ein) as "publication78",
    (select to_char(max(s.as_of), 'YYYY-MM') from load_source s
      where s.kind = 'pub78' and s.path ~* '${COMPLETE_PUB78}')
      as "publication78AsOf",
    (select coalesce(json_agg(json_build_object(
        ${fieldsOf('r', 'revokedOn postedOn reinstatedOn')}, 'asOf', to_char(r.as_of, 'YYYY-MM')) order by r.revoked_on desc), '[]')
      from revocation r where r.ein = o.ein) as revocations,
    (select coalesce(json_agg(json_build_object(
        ${fieldsOf('f', SUMMARY)}, 'receivedOn', ${RECEIVED})
        order by f.tax_period_end desc, f.is_current desc, f.received_on desc nulls last,
          f.returned_at desc nulls last, f.object_id collate "C" desc), '[]')
      from filing f where f.ein = o.ein) as filings,
    exists (select from related_reference r join filing f using (object_id)
      where r.related_ein = o.ein and f.ein <> o.ein and f.is_current and not exists (
        select from filing later
        where later.ein = f.ein and later.form = f.form and later.is_current
          and later.tax_period_end > f.tax_period_end)) as "isNamedAsRelated",
    (select json_build_object(${fieldsOf('r', 'form objectId taxYear policyVersion state score band')},
        ${fieldsOf('r', 'metrics unranked categories failedChecks')}, 'taxPeriodEnd', (select tax_period_end from filing rated
          where rated.object_id = r.object_id),
        'cohortRelease', (select c.release from rating_cohort c), 'scores', ${SCORES})
      from rating r where r.ein = o.ein) as rating,
    ${screeningOn('$2')},
    ${ENRICHMENT} as enrichment,
    (select max(id) from release) as release
  from organization o`

/**
 * Reads an organization as of a day and the list of its filings in one round trip; undefined if no loaded source
 * contains the EIN. Throws ApiError StoreUnavailable.
 */
export async function readOrganization(
  db: Pick<Postgres, 'query'>,
  ein: string,
  today: string,
): Promise<Organization | undefined> {
  const [row] = await db.query<Read>(`${ORGANIZATION} where o.ein = $1`, [ein, today])
  return row && toOrganization(row, today)
}

/** Does the same for several organizations, in any order; unknown EINs are left out. */
export async function readOrganizations(
  db: Pick<Postgres, 'query'>,
  eins: readonly string[],
  today: string,
): Promise<Organization[]> {
  const rows = await db.query<Read>(`${ORGANIZATION} where o.ein = any($1)`, [[...eins], today])
  return rows.map((row) => toOrganization(row, today))
}

const toOrganization = (row: Read, today: string): Organization => ({
  ...row,
  today,
  enrichment: row.enrichment && toEnrichment(row.enrichment),
})

/** Reads a name that returns give an EIN as a recipient of money, if they do. */
export async function readRecipientName(
  db: Pick<Postgres, 'query'>,
  ein: string,
): Promise<string | undefined> {
  const sql = `
    select e.name from money_edge m join filed_edge e using (object_id, ordinal)
    where m.recipient_ein = $1 and e.ein = $1 and e.name is not null
    order by m.tax_year desc, m.amount desc nulls last, m.object_id, m.ordinal limit 1`
  const [row] = await db.query<{ name: string }>(sql, [ein])
  return row?.name
}

type ReadEnrichment = Enrichment & { filed: string | null }
type Read = Omit<Organization, 'enrichment' | 'today'> & { enrichment: ReadEnrichment | null }

const toEnrichment = ({ filed, ...enrichment }: ReadEnrichment): Enrichment | null =>
  isFiledStill(enrichment, filed) ? enrichment : null

function toIso(column: string): string {
  return `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** The data that diligence needs about an organization. */
export type DiligenceRow = Pick<
  Organization,
  | 'ein'
  | 'name'
  | 'city'
  | 'state'
  | 'country'
  | 'primaryForm'
  | 'isRevoked'
  | 'registryAsOf'
  | 'screenedLists'
  | 'restrictions'
> & {
  /** Whether the registry lists it. */
  isListed: boolean
  revokedOn: string | null
  /** Its newest current filing of any form. */
  newest: FiledReturn | null
  /** State of the rating of its latest filing. */
  ratingState: 'Scored' | 'NotEnoughData' | null
  score: number | null
  /**
   * Its latest filing on the primary form; no contents or row facts until `npm run derive` has run.
   */
  latest: LatestFiling | null
}

type LatestFiling = Held<Omit<Filing, 'narrative'>>

const DILIGENCE = `
  select o.ein, o.name, o.city, o.state, o.country, o.primary_form as "primaryForm",
    o.is_revoked as "isRevoked", exists (select from bmf b where b.ein = o.ein) as "isListed",
    ${REGISTRY_AS_OF} as "registryAsOf",
    (select max(r.revoked_on)::text from revocation r where r.ein = o.ein) as "revokedOn",
    rating.state as "ratingState", rating.score,
    ${screeningOn('$3')},
    (select json_build_object('form', n.form, 'taxYear', n.tax_year,
        'taxPeriodEnd', n.tax_period_end, 'isFinal', n.is_final)
      from filing n where n.ein = o.ein and n.is_current
      order by n.tax_period_end desc limit 1) as newest,
    (select to_json(found) from (
      select ${FILING_COLUMNS}, ${EARLIER} from filing f where f.object_id = o.latest_object_id
    ) as found) as latest
  from organization o
  left join rating on rating.ein = o.ein and rating.object_id = o.latest_object_id
  where o.ein = any($1)`

/** Reads the diligence data of organizations in one round trip; unknown EINs are left out. */
export async function readDiligenceRows(
  db: Pick<Postgres, 'query'>,
  eins: readonly string[],
  today: string,
): Promise<DiligenceRow[]> {
  type Row = Omit<DiligenceRow, 'latest'> & { latest: Stored<LatestFiling> | null }
  const rows = await db.query<Row>(DILIGENCE, [[...eins], [...EARLIER_FACTS], today])
  return rows.map(({ latest, ...row }) => ({ ...row, latest: latest && openFacts(latest) }))
}
