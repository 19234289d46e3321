import { type PersonDocument, peopleProperties, peopleSettings } from '#mappings/people.ts'
import { mergePeople } from '#src/domain/merge-people.ts'
import type { IndexPart } from '../part.ts'
import { type PeopleOf, type PersonRow, toPersonDocument } from './person-document.ts'

// Rows of current filings, by lookups of primary keys within one statement. A list is rarely longer
// than twenty people, but an organization has up to fifteen years of them.
const ROWS = `
select o.ein, o.name, o.city, o.state,
  (select (f.facts->'totalRevenue'->>'value')::float8 from filing f
   where f.object_id = o.latest_object_id) as revenue,
  (
    select json_agg(json_build_object('form', f.form, 'taxYear', f.tax_year,
        'objectId', f.object_id, 'path', p.path, 'name', p.name, 'title', p.title, 'pay', p.pay,
        'payLeaf', p.pay_leaf, 'relatedPay', p.related_pay, 'relatedLeaf', p.related_leaf)
      order by f.tax_year desc, f.tax_period_end desc, f.object_id desc, p.ordinal)
    from filing f join filed_person p using (object_id)
    where f.ein = o.ein and f.is_current
  ) as rows
from organization o where o.primary_form is not null`

type Row = PeopleOf & { rows: PersonRow[] | null }

const BATCH = 200

/** People of each organization's current filings. */
export const peoplePart: IndexPart = {
  kind: 'people',
  settings: peopleSettings,
  properties: () => peopleProperties,
  async *stream({ session }) {
    for await (const batch of session.stream<Row>(ROWS, [], BATCH)) {
      yield batch
        .flatMap(({ rows, ...organization }) =>
          mergePeople(rows ?? []).map((own, at) => toPersonDocument(organization, own, at)),
        )
        .map((document: PersonDocument) => ({ id: document.key, ein: document.ein, document }))
    }
  },
  count: `
    select count(*) from filed_person join filing f using (object_id)
    join organization o on o.ein = f.ein
    where f.is_current and o.primary_form is not null and f.ein <> all($1)`,
  countField: 'rows',
}
