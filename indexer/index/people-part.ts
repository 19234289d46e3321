import {
  type PersonDocument,
  type PersonPay,
  peopleProperties,
  peopleSettings,
} from '#mappings/people.ts'
import { toRef } from '#src/domain/evidence.ts'
import type { Form } from '#src/domain/form.ts'
import { mergePeople } from '#src/domain/merge-people.ts'
import { personForm, personTerms } from '#src/domain/person-names.ts'
import type { FiledPerson } from '../records/filed-people.ts'
import type { IndexPart } from './part.ts'

/** A row of a return, with the filing it is in. */
export type PersonRow = FiledPerson & { form: string; taxYear: number; objectId: string }

/** The organization of an entry. */
type PeopleOf = {
  ein: string
  name: string
  city: string | null
  state: string | null
  revenue: number | null
}

// More spellings or titles of one person are filing mistakes.
const MAX_TEXTS = 20

/**
 * Returns the entry of one person; `rows` are theirs, latest first, and `at` is their number among
 * the people of the organization.
 */
export function toPersonDocument(
  { ein, name: organization, city, state, revenue }: PeopleOf,
  rows: readonly PersonRow[],
  at: number,
): PersonDocument {
  const [latest] = rows
  if (!latest) throw new Error(`A person of EIN ${ein} has no rows.`)
  const years = rows.map(({ taxYear }) => taxYear)
  const [name = '', ...otherNames] = distinct(rows.map((row) => row.name))
  const lastYear = Math.max(...years)
  const pay = latestPay(rows, 'pay', 'payLeaf')
  const relatedPay = latestPay(rows, 'relatedPay', 'relatedLeaf')
  return {
    key: `${ein}-${String(at).padStart(5, '0')}`,
    ein,
    rows: rows.length,
    display: {
      name,
      ref: refOf(latest),
      otherNames,
      titles: distinct(rows.flatMap(({ title }) => title ?? [])),
      firstYear: Math.min(...years),
      lastYear,
      ...(pay && { pay }),
      ...(relatedPay && { relatedPay }),
      organization,
      ...(city !== null && { city }),
      ...(state !== null && { state }),
    },
    query: toQuery([name, ...otherNames]),
    filter: state === null ? {} : { state },
    sort: { lastYear, ...(revenue !== null && { revenue }) },
  }
}

/** Returns texts that differ in more than case and spaces, in their order. */
function distinct(texts: readonly string[]): string[] {
  const byText = new Map<string, string>()
  for (const text of texts) {
    const key = text.toLowerCase().replace(/\s+/g, ' ')
    if (!byText.has(key)) byText.set(key, text)
  }
  return [...byText.values()].slice(0, MAX_TEXTS)
}

const refOf = ({ form, taxYear, objectId, path }: PersonRow, leaf = ''): string =>
  toRef({ form: form as Form, taxYear, objectId, path: leaf === '' ? path : `${path}/${leaf}` })

const SCHEDULE_J = '/IRS990ScheduleJ'

/**
 * Returns the pay of the latest year that has any. The form's own list comes before Schedule J, which
 * counts benefits as pay. If one list names a person twice, the larger amount counts.
 */
function latestPay(
  rows: readonly PersonRow[],
  amount: 'pay' | 'relatedPay',
  leaf: 'payLeaf' | 'relatedLeaf',
): PersonPay | undefined {
  const paid = rows.filter((row) => row[amount] !== null)
  const year = paid[0]?.taxYear
  const ofYear = paid.filter(({ taxYear }) => taxYear === year)
  const listed = ofYear.filter(({ path }) => !path.startsWith(SCHEDULE_J))
  const [best] = (listed.length > 0 ? listed : ofYear).toSorted(
    (one, other) => (other[amount] ?? 0) - (one[amount] ?? 0),
  )
  const value = best?.[amount]
  if (!best || value === null || value === undefined) return undefined
  return { value, taxYear: best.taxYear, ref: refOf(best, best[leaf] ?? '') }
}

/** Returns the searched words of all spellings. A middle name of one spelling counts for all. */
function toQuery(names: readonly string[]): PersonDocument['query'] {
  const terms = names.map(personTerms)
  const keys = unique(terms.flatMap((one) => one.keys))
  const forms = keys.flatMap((key) => {
    const initials = unique(terms.flatMap((one) => one.initials.get(key) ?? []))
    return initials.length === 0 ? [personForm(key)] : initials.map((one) => personForm(key, one))
  })
  return {
    name: unique(terms.map(({ words }) => words.join(' '))),
    words: unique(terms.map(({ words }) => words.join(' '))),
    bag: unique(terms.map(({ words }) => words.toSorted().join(' '))),
    key: keys,
    form: forms,
  }
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)]

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
