import { toRef } from '#src/domain/evidence.ts'
import type { RowFacts } from '#src/domain/facts/row-facts.ts'
import { itemPath } from '#src/domain/filing-contents.ts'
import type { Form } from '#src/domain/form.ts'
import type { Session } from '#src/platform/clients/postgres.ts'
import type { ScreenedOrganization } from './listed-party.ts'

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
export async function* readScreened(
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
