import { RESTRICTION_LISTS } from '#src/rating/restriction.ts'

const NAMES = RESTRICTION_LISTS.map((list) => `'${list}'`).join(', ')

/**
 * What screening tells of `organization o`, as SQL columns: the restriction lists that are loaded,
 * and the entries that may mean it. Of entries that have ended, or not begun, the matches stay in
 * the store and are left out here; on its last day an entry still holds.
 */
export const SCREENING = `
    array(select known.list from unnest(array[${NAMES}]) as known (list)
      where exists (select from restricted_party party where party.list = known.list)
    ) as "screenedLists",
    (select coalesce(json_agg(json_build_object('list', m.list, 'entry', m.entry,
        'subject', m.subject, 'subjectName', m.subject_name, 'subjectRef', m.subject_ref,
        'listedName', m.listed_name, 'method', m.method, 'agreed', m.agreed, 'status', m.status,
        'programs', m.programs, 'ref', m.ref, 'partyName', party.name, 'isPartial', party.is_partial,
        'exclusionType', party.exclusion_type, 'activeOn', party.active_on,
        'endsOn', party.ends_on)
        order by m.status, m.list, m.entry, m.subject, m.subject_ref), '[]')
      from screening_match m join restricted_party party using (list, entry)
      where m.ein = o.ein
        and coalesce(party.active_on <= (now() at time zone 'utc')::date, true)
        and coalesce(party.ends_on >= (now() at time zone 'utc')::date, true)
    ) as restrictions`
