import type { Session } from '#src/platform/clients/postgres.ts'
import { isPartial, readRemarks, withoutSharedSsn } from '../../records/ofac.ts'
import { PIECES, type Piece } from './restricted-pieces.ts'
import { type Extract, findSuperseded, type Overlap } from './superseded.ts'

/** Finishes a source: decides which extracts count, and completes remarks. */
export async function finishRestricted(session: Session, sourceId: number): Promise<void> {
  await session.query(SET_WHOLE, [sourceId, BREAKING_OFF])
  for (const piece of PIECES) {
    await supersede(session, piece)
    await session.query(keepUnread(piece))
  }
  await completeRemarks(session)
}

// After one of these rejects, the rest of the file was not read.
const BREAKING_OFF = [
  'CutShort',
  'NotWellFormed',
  'DoctypeRefused',
  'TooDeep',
  'TooManyElements',
  'ElementTooLong',
]

// Bytes that are not text end an XML file; in a table they reject their own row only.
const SET_WHOLE = `
  update restricted_extract set is_whole = true
  where source_id = $1
    and not exists (select from reject join load_source on load_source.id = source_id
      where source_id = $1 and (code = any($2) or (code = 'NotText' and kind = 'ofac-xml')))`

async function supersede(session: Session, { part }: Piece): Promise<void> {
  const extracts = await session.query<Extract>(
    `select source_id::int as "sourceId", rows::int, is_whole as "isWhole"
     from restricted_extract where part = $1 order by as_of, day, source_id`,
    [part],
  )
  const overlaps = await session.query<Overlap>(
    `select source_id::int as "sourceId", other_id::int as "otherId", rows::int
     from restricted_overlap where part = $1`,
    [part],
  )
  const gone = [...findSuperseded(extracts, overlaps)].map(([id, by]) => ({ id, by }))
  await session.query(
    `update restricted_extract as extract set superseded_by = given.by
     from restricted_extract as same
     left join jsonb_to_recordset($2::jsonb) as given (id bigint, by bigint)
       on given.id = same.source_id
     where same.part = $1 and (extract.source_id, extract.part) = (same.source_id, same.part)
       and extract.superseded_by is distinct from given.by`,
    [part, JSON.stringify(gone)],
  )
}

/**
 * An entry whose row in a newer extract could not be read is still on its list: its stored row is
 * assigned to that extract and removed with it. The row keeps its own file and month.
 */
const keepUnread = ({ part, table }: Piece): string => `
  update ${table} as kept set source_id = given.source_id
  from (
    select distinct on (list, entry) list, entry, extract.as_of, extract.day, source_id
    from restricted_unread join restricted_extract as extract using (source_id)
    where extract.part = '${part}' and extract.superseded_by is null
    order by list, entry, extract.as_of desc, extract.day desc, source_id desc
  ) as given
  where (kept.list, kept.entry) = (given.list, given.entry)
    and exists (select from restricted_extract as gone
      where gone.source_id = kept.source_id and gone.part = '${part}'
        and gone.superseded_by is not null
        and (kept.as_of, gone.day, kept.source_id) < (given.as_of, given.day, given.source_id))`

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
  from restricted_comment as written join restricted_party as party using (list, entry)
  left join restricted_comment as comment
    on comment.list = written.list and comment.entry = written.entry
      and not exists (select from restricted_superseded as gone
        where gone.source_id = comment.source_id and gone.part = 'comment')
  where party.takes_comment`

/**
 * Reads remarks and their comments together, because remarks can break off anywhere. They are few,
 * and whichever of the two is loaded last finds the other.
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
