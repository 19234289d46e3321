import { countOf } from '#src/domain/money.ts'
import { readValue, type Session } from '#src/platform/clients/postgres.ts'
import { isPartial, readRemarks, withoutSharedSsn } from '../../records/ofac.ts'
import { fileOf, monthOf, type RowRejection, type TabularSource } from '../../sources/source.ts'
import { EVERY, markDue } from '../../store/due.ts'
import { ORIGIN_TYPES } from './merge.ts'

/** The parts of a list, each in a table: parties, other names, addresses, and long remarks. */
type Part = 'party' | 'name' | 'address' | 'comment'

type Piece = {
  /** Columns after list and entry that identify a row. */
  key: readonly string[]
  columns: readonly string[]
  /** FROM clause of the rows in `staged`. */
  from: string
}

// No file has published_on any more; a store may still have it from OFAC's XML.
const PARTY =
  'kind text, name text, programs text[], exclusion_type text, remarks text, written jsonb, ' +
  'is_partial boolean, eins text[], uei text, weak_names jsonb, takes_comment boolean, active_on date, ends_on date, published_on date'
const NAME = 'number text, kind text, name text, is_weak boolean'
const ADDRESS = 'number text, street text, city text, state text, zip text, country text'

const namesOf = (columns: string): string[] =>
  columns.split(', ').map((column) => column.split(' ')[0] ?? '')

const PIECES: Readonly<Record<Part, Piece>> = {
  party: {
    key: [],
    columns: namesOf(PARTY),
    from: `staged cross join lateral jsonb_to_record(party) as piece (${PARTY})
      where party is not null`,
  },
  name: {
    key: ['number'],
    columns: namesOf(NAME),
    from: `staged cross join lateral jsonb_to_recordset(names) as piece (${NAME})`,
  },
  address: {
    key: ['number'],
    columns: namesOf(ADDRESS),
    from: `staged cross join lateral jsonb_to_recordset(addresses) as piece (${ADDRESS})`,
  },
  comment: {
    key: [],
    columns: ['text'],
    from: '(select staged.*, comment as text from staged) as piece where text is not null',
  },
}

/** SQL types of the columns of `staged` that are not text. */
export const LIST_TYPES = {
  party: 'jsonb',
  names: 'jsonb',
  addresses: 'jsonb',
  ...ORIGIN_TYPES,
} as const

// The first part is the one whose rows are counted.
const PARTS: Partial<Record<TabularSource['kind'], readonly [Part, ...Part[]]>> = {
  'ofac-party': ['party'],
  'ofac-alias': ['name'],
  'ofac-address': ['address'],
  'ofac-comment': ['comment'],
  sam: ['party', 'address'],
}

/** Returns the parts of a list that a file replaces, the main one first. */
export function partsOf({ kind }: TabularSource): readonly [Part, ...Part[]] {
  const parts = PARTS[kind]
  if (parts === undefined) throw new Error(`${kind} is not a restriction list.`)
  return parts
}

/** The lists that are replaced one by one; the first two are OFAC's. */
export const LIST_NAMES = ['SDN', 'consolidated', 'SAM'] as const
export type ListName = (typeof LIST_NAMES)[number]

/**
 * Returns the name of the list a file belongs to. OFAC publishes two lists in the same formats; the
 * file names of its consolidated list begin with CONS.
 */
export function listNameOf(table: TabularSource): ListName {
  if (table.kind === 'sam') return 'SAM'
  return /(^|\/)cons/i.test(fileOf(table)) ? 'consolidated' : 'SDN'
}

/** A part of a list, and the source and first day of the month it was loaded from. */
type ListInUse = { name: string; part: Part; asOf: string; sourceId: number }

export const readListsInUse = (session: Pick<Session, 'query'>): Promise<ListInUse[]> =>
  session.query('select name, part, as_of as "asOf", source_id as "sourceId" from restricted_list')

type NewList = {
  sourceId: number
  table: TabularSource
  rejected: readonly RowRejection[]
  /** Whether it may have fewer than half the rows of the list it replaces. */
  mayShrink: boolean
}

type Replaced = {
  loaded: number
  replaced: number
  unchanged: number
  /** Why the list was not replaced. */
  refusal?: { code: string; detail: string }
}

/**
 * Replaces a list by the rows in `staged`, unless a later month is in use. An entry whose row could
 * not be read keeps its stored row. A broken, empty, or suspiciously short file changes nothing.
 */
export async function replaceList(session: Session, list: NewList): Promise<Replaced> {
  // One at a time: the files of one list are loaded by several threads.
  await session.query(`select pg_advisory_xact_lock(hashtext('restricted'))::text`)
  const counts = { loaded: 0, replaced: 0, unchanged: 0 }
  const refusal = await findRefusal(session, list)
  if (refusal) return { ...counts, refusal }
  const name = listNameOf(list.table)
  const inUse = await readListsInUse(session)
  const month = monthOf(list.table)
  const isLater = (part: Part) =>
    inUse.some(
      (one) =>
        one.name === name &&
        (one.part === part || one.part === 'party') &&
        (one.asOf > month ||
          (one.part === part && one.asOf === month && one.sourceId > list.sourceId)),
    )
  const [main, ...others] = partsOf(list.table)
  if (isLater(main)) return { ...counts, unchanged: await countStaged(session, main) }
  const replaced = await replacePart(session, main, list)
  for (const part of others) if (!isLater(part)) await replacePart(session, part, list)
  if (main === 'party') await removeOlderParts(session, name, month)
  if (name !== 'SAM') await completeRemarks(session)
  await markDue(session, ['screen'], [EVERY])
  return { ...counts, ...replaced }
}

async function findRefusal(session: Session, list: NewList): Promise<Replaced['refusal']> {
  const { table, rejected, mayShrink } = list
  const name = listNameOf(table)
  const file = fileOf(table)
  const advice = `so it does not replace the ${name} list. Download the file again and load it.`
  // After this reject, the rest of the file was not read.
  const broken = rejected.find(({ code }) => code === 'CutShort')
  if (broken) {
    return { code: 'ListIncomplete', detail: `${file} ends at row ${broken.row}, ${advice}` }
  }
  const [part] = partsOf(table)
  const rows = await countStaged(session, part)
  if (rows === 0) {
    return { code: 'ListEmpty', detail: `${file} has no row that can be read, ${advice}` }
  }
  const count = `select count(*) from restricted_${part} where $1 = any(lists)`
  const stored = (await readValue<number>(session, count, [name])) ?? 0
  if (mayShrink || rows * 2 >= stored) return undefined
  const detail =
    `${file} has ${countOf(rows, 'row')}, fewer than half of the ${stored} of the ${name} list loaded ` +
    'before, which stays in use. If the file is complete, load it with --replace.'
  return { code: 'ListTooShort', detail }
}

const countStaged = async (session: Session, part: Part): Promise<number> =>
  (await readValue(session, `select count(*) from ${PIECES[part].from}`)) ?? 0

const ORIGIN = ['as_of', 'source_file', 'source_row', 'source_id']

/** Replaces a part of a list. OFAC's two lists share a few entries, which stay until both drop them. */
async function replacePart(session: Session, part: Part, list: NewList) {
  const { sourceId, table, rejected } = list
  const { key, columns, from } = PIECES[part]
  const name = listNameOf(table)
  const into = `restricted_${part}`
  const keys = ['list', 'entry', ...key]
  const all = [...new Set([...keys, ...columns, ...ORIGIN])]
  const others = all.filter((column) => !keys.includes(column))
  const unread = rejected.flatMap(({ entry }) => (entry ? [entry.entry] : []))
  await takeOffList(session, part, name, unread)
  // If two rows have the same key, the later one counts.
  const [counts] = await session.query<{ loaded: number; replaced: number }>(
    `with written as (
       insert into ${into} as stored (${all.join(', ')}, lists)
       select distinct on (${keys.join(', ')}) ${all.join(', ')}, array[$1] from ${from}
       order by ${keys.join(', ')}, source_row desc
       on conflict (${keys.join(', ')}) do update
         set ${others.map((column) => `${column} = excluded.${column}`).join(', ')},
           lists = array(select unnest(stored.lists) union select $1 order by 1)
       returning xmax = 0 as is_new
     )
     select count(*) filter (where is_new)::int as loaded,
       count(*) filter (where not is_new)::int as replaced from written`,
    [name],
  )
  await deleteUnlisted(session, part)
  await session.query(
    `insert into restricted_list (name, part, as_of, source_id) values ($1, $2, $3, $4)
     on conflict (name, part) do update set as_of = excluded.as_of, source_id = excluded.source_id`,
    [name, part, monthOf(table), sourceId],
  )
  return counts
}

/** Removes other names, addresses, and remarks of a month before that of a list's parties. */
async function removeOlderParts(session: Session, name: string, month: string): Promise<void> {
  const older = await session.query<{ part: Part }>(
    'delete from restricted_list where name = $1 and as_of < $2 returning part',
    [name, month],
  )
  for (const { part } of older) {
    await takeOffList(session, part, name, [])
    await deleteUnlisted(session, part)
  }
}

/** Takes the rows of a part off a list, except those of the entries. */
const takeOffList = (session: Session, part: Part, name: string, except: string[]) =>
  session.query(
    `update restricted_${part} set lists = array_remove(lists, $1)
     where $1 = any(lists) and entry <> all($2)`,
    [name, except],
  )

const deleteUnlisted = (session: Session, part: Part) =>
  session.query(`delete from restricted_${part} where lists = '{}'`)

type Commented = {
  list: string
  entry: string
  programs: string[]
  remarks: string
  comment: string | null
}

const COMMENTED = `
  select party.list, party.entry, party.programs, coalesce(party.remarks, '') as remarks,
    comment.text as comment
  from restricted_party as party left join restricted_comment as comment using (list, entry)
  where party.takes_comment`

/**
 * Reads remarks and their comments together, because remarks can break off anywhere, and whichever
 * of the two is loaded last finds the other.
 */
async function completeRemarks(session: Session): Promise<void> {
  const commented = await session.query<Commented>(COMMENTED)
  for (const one of commented) await withholdSsn(session, one)
  const read = commented.map(({ list, entry, programs, remarks, comment }) => {
    const text = remarks + (comment ?? '')
    return { list, entry, ...readRemarks(text), is_partial: isPartial(programs, text) }
  })
  await session.query(
    `update restricted_party as party
     set eins = given.eins, weak_names = given.weak_names, is_partial = given.is_partial
     from jsonb_to_recordset($1::jsonb)
       as given (list text, entry text, eins text[], weak_names jsonb, is_partial boolean)
     where party.list = given.list and party.entry = given.entry
       and (party.eins, party.weak_names, party.is_partial)
         is distinct from (given.eins, given.weak_names, given.is_partial)`,
    [JSON.stringify(read)],
  )
}

async function withholdSsn(session: Session, commented: Commented): Promise<void> {
  const { list, entry, remarks, comment } = commented
  const clean = comment === null ? undefined : withoutSharedSsn(remarks, comment)
  if (clean === undefined) return
  await session.query(
    `with one as (update restricted_party set remarks = $3 where list = $1 and entry = $2)
     update restricted_comment set text = $4 where list = $1 and entry = $2`,
    [list, entry, clean.remarks, clean.comment],
  )
}
