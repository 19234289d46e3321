import { writeNetworkState } from '#indexer/network/state.ts'
import { toNameKey, toWordsKey } from '#src/domain/name-keys.ts'
import type { Postgres } from '#src/platform/clients/postgres.ts'

/** The size of a made-up store: numbers of funders, their rows, and recipients. */
export type NetworkSize = {
  /** From the largest funders to the smallest. */
  funders: readonly { count: number; rows: number }[]
  /** Recipients of a tenth, three tenths, and the rest of all rows. */
  recipients: { large: number; middle: number; small: number }
}

/** Returns of a funder, one a year; the network shows the last. */
const YEARS = 5
const LAST_YEAR = 2024

// Two connections, one for each core. A statement holds one portion's rows, a few hundred thousand.
const PORTIONS = 32

// Prefix 79 was never assigned. Scattered like real EINs, and unique up to ten million.
const einOf = (place: string): string =>
  `'79' || to_char((${place}) * 7919 % 10000000, 'FM0000000')`

// The name as filed, and the beginning of its key, which ends with the EIN.
const NAME = 'Relief Society'
const KEY = 'reliefsociety'
const WORDS = 'relief society'

const RELEASE = '20260101t000000000z'

/** Edges are discarded with the run, so they are not logged. */
const TABLES = ['filed_edge', 'money_edge', 'network_edge', 'organization_key'] as const

/** Returns the number of funders; recipients follow them. */
export const countFunders = ({ funders }: NetworkSize): number =>
  funders.reduce((sum, { count }) => sum + count, 0)

const countAll = (size: NetworkSize): number => {
  const { large, middle, small } = size.recipients
  return countFunders(size) + large + middle + small
}

// Funders of all sizes are mixed, so that portions have equal sizes.
const funderTable = ({ funders }: NetworkSize): string =>
  `create table bench_funder as
    select (row_number() over (order by hashint8(n), rows) - 1)::integer as place, rows
    from (values ${funders.map(({ count, rows }) => `(${count}, ${rows})`).join(', ')}) kind (count, rows)
    cross join lateral generate_series(1, count) n`

const ORGANIZATIONS = `
  insert into organization (ein, name, name_ref, city, state, country, primary_form, forms,
    entity_type, latest_object_id, latest_tax_year, latest_period_end, role, changed_release)
  select made.ein, '${NAME} ' || made.ein, '', 'Springfield', 'OH', 'US', form, array[form],
    case form when '990PF' then 'PrivateFoundation' else 'OperatingOrOtherTaxExempt' end,
    '${LAST_YEAR}' || to_char(place, 'FM00000000000000'), ${LAST_YEAR},
    make_date(${LAST_YEAR}, 12, 31), 'Independent', (select max(id) from release)
  from generate_series(0, $1 - 1) place
  left join bench_funder using (place)
  cross join lateral (select ${einOf('place::bigint')} as ein,
    case when rows is not null and place % 3 = 0 then '990PF' else '990' end as form) made`

const FILINGS = `
  insert into filing (object_id, ein, form, tax_period_begin, tax_period_end, tax_year,
    schema_version, received_on, returned_at, facts, source_archive, content_sha256)
  select year::text || substr(latest_object_id, 5), ein, primary_form, make_date(year, 1, 1),
    make_date(year, 12, 31), year, year::text || 'v5.0', make_date(year + 1, 6, 1),
    make_timestamptz(year + 1, 6, 1, 12, 0, 0), '{}', 'bench.zip', ''
  from organization
  left join bench_funder on place = substr(latest_object_id, 5)::bigint
  cross join lateral generate_series(
    case when rows is null then ${LAST_YEAR} else ${LAST_YEAR + 1 - YEARS} end, ${LAST_YEAR}) year`

/**
 * Returns the rows of one portion of the funders: foundations name recipients by name and place only,
 * others by EIN; every seventh row names an unknown recipient.
 */
const rowsOf = (size: NetworkSize): string => {
  const funders = countFunders(size)
  const { large, middle, small } = size.recipients
  return `
  select *, ${einOf('to_place')} as to_ein, ${einOf('place::bigint')} as from_ein
  from (
    select place, k / ${YEARS} + 1 as ordinal,
      ${LAST_YEAR + 1 - YEARS} + k % ${YEARS} as year, h, k % 7 <> 3 as is_known, place % 3 = 0 as is_foundation,
      case when place % 3 = 0 then case when k % 50 = 7 then 'FoundationApproved' else 'FoundationPaid' end
        when k % 20 = 19 then 'Contractor' else 'ScheduleI' end::edge_category as category,
      case when h % 100 < 10 then ${funders} + h / 100 % ${large}
        when h % 100 < 40 then ${funders + large} + h / 100 % ${middle}
        else ${funders + large + middle} + h / 100 % ${small} end as to_place
    from bench_funder
    cross join lateral generate_series(0, rows - 1) k
    cross join lateral (select hashint8extended(k, place) & x'7fffffffffffff'::bigint as h) random
    where place % ${PORTIONS} = $1
  ) made`
}

// Amounts from $1,000 to $400,000, as many small as large.
const AMOUNT = 'floor(1000 * exp(h / 7 % 6000 / 1000.0))'
const OBJECT_ID = "year::text || to_char(place, 'FM00000000000000')"

const EDGES = (size: NetworkSize): string => `
  with made as materialized (${rowsOf(size)}),
  filed as (
    insert into filed_edge (object_id, ordinal, category, path, name, name_key, words_key, ein,
      city, city_key, state, zip, amount, purpose)
    select ${OBJECT_ID}, ordinal, category,
      case when is_foundation
        then '/IRS990PF/SupplementaryInformationGrp/GrantOrContributionPdDurYrGrp['
        else '/IRS990ScheduleI/RecipientTable[' end || ordinal || ']',
      name, replace(lower(name), ' ', ''), words,
      case when is_known and not is_foundation then to_ein end,
      'Springfield', 'springfield', 'OH', '45501', ${AMOUNT}, 'General support'
    from made cross join lateral (select
      case when is_known then '${NAME} ' || to_ein else 'Unknown Body ' || h % 1000000 end as name,
      case when is_known then to_ein || ' ${WORDS}' else h % 1000000 || ' body unknown' end as words
    ) named
  )
  insert into money_edge (funder_ein, recipient_ein, category, tax_year, amount, object_id, ordinal,
    match_method, match_confidence, is_counted)
  select from_ein, case when is_known then to_ein end, category, year, ${AMOUNT},
    ${OBJECT_ID}, ordinal,
    case when not is_known then 'Unresolved' when is_foundation then 'NameCityState'
      else 'FiledEIN' end::match_method,
    case when not is_known then 'None' when is_foundation then 'Strong'
      else 'Authoritative' end::match_confidence,
    category <> 'FoundationApproved'
  from made`

const NETWORK = `
  insert into network_edge (funder_ein, category, counterparty, recipient_ein, name, city, state,
    amount, amounts, count, tax_year, object_id, match_method, match_confidence, paths)
  select m.funder_ein, m.category, coalesce(m.recipient_ein, f.name_key || '|springfield|OH'),
    m.recipient_ein, min(f.name), 'Springfield', 'OH', sum(m.amount), count(m.amount), count(*),
    min(m.tax_year), min(m.object_id), max(m.match_method), min(m.match_confidence),
    (array_agg(f.path order by m.ordinal))[1:100]
  from money_edge m join filed_edge f using (object_id, ordinal)
  where m.tax_year = ${LAST_YEAR}
  group by 1, 2, 3, 4`

// As a run of the resolver leaves them.
const KEYS = `
  insert into organization_key (ein, key, state, city)
  select ein, key, 'OH', 'springfield'
  from organization
  cross join lateral (values ('${KEY}' || ein), (ein || ' ${WORDS}')) as its (key)`
const VERSIONS = `
  insert into network_version (ein, release)
  select ein, changed_release from organization`

/** Fills an empty store with organizations, filings, and the money between them. */
export async function fillNetwork(
  db: Postgres,
  size: NetworkSize,
  stop: AbortSignal,
): Promise<void> {
  const [name, ein] = [`${NAME} ${einAt(0)}`, einAt(0)]
  const isAsCompared =
    toNameKey(name) === `${KEY}${ein}` && toWordsKey(name, '') === `${ein} ${WORDS}`
  if (!isAsCompared) {
    throw new Error(
      'The generated names are not normalized in the same way as the names in the store.',
    )
  }
  for (const table of TABLES) await db.query(`alter table ${table} set unlogged`)
  await db.query(
    `insert into release (id, minted_at, cause) values ('${RELEASE}', '2026-01-01', 'load')`,
  )
  await db.query(funderTable(size))
  await db.query('analyze bench_funder')
  await db.query(ORGANIZATIONS, [countAll(size)])
  await db.query('analyze organization')
  await db.query(FILINGS)
  const indexes = await dropIndexes(db, TABLES)
  await inPairs(
    Array.from({ length: PORTIONS }, (_, portion) => portion),
    stop,
    (portion) => db.query(EDGES(size), [portion]),
  )
  await db.query('analyze filed_edge, money_edge')
  await db.query(NETWORK)
  for (const sql of [KEYS, VERSIONS]) await db.query(sql)
  await writeNetworkState(db, RELEASE, RELEASE)
  await inPairs(indexes, stop, (sql) => db.query(sql))
  await db.query(`vacuum analyze ${TABLES.join(', ')}, organization, filing, network_version`)
}

/**
 * Drops the indexes of tables, except primary keys, and returns the statements that create them. An
 * index built at the end is smaller than one that grew, and takes a tenth of the time.
 */
export async function dropIndexes(db: Postgres, tables: readonly string[]): Promise<string[]> {
  const found = await db.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes
     where tablename = any($1) and indexname not like '%pkey'`,
    [[...tables]],
  )
  for (const { name } of found) await db.query(`drop index ${name}`)
  return found.map(({ definition }) => definition)
}

async function inPairs<Item>(
  items: readonly Item[],
  stop: AbortSignal,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const rest = items.values()
  const workOn = async () => {
    for (const item of rest) {
      stop.throwIfAborted()
      await work(item)
    }
  }
  await Promise.all([workOn(), workOn()])
}

/** Returns the EIN of organization number `at`: funders first, then recipients, each largest first. */
export const einAt = (place: number): string =>
  `79${String((place * 7919) % 10_000_000).padStart(7, '0')}`
