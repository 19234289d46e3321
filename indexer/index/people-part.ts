import {
  type PayStatus,
  type PersonDocument,
  type PersonPay,
  peopleProperties,
  peopleSettings,
} from '#mappings/people.ts'
import { toRef } from '#src/domain/evidence.ts'
import type { Form } from '#src/domain/form.ts'
import { knownFields } from '#src/domain/known-fields.ts'
import { mergePeople } from '#src/domain/merge-people.ts'
import { toCityKey } from '#src/domain/name-keys.ts'
import { normalizeName } from '#src/domain/names.ts'
import { nteeCodes, nteeLabel } from '#src/domain/ntee.ts'
import { readPacked } from '#src/domain/packed-json.ts'
import { personForm, personTerms } from '#src/domain/person-names.ts'
import { officesOf, titleWords, UNTIL } from '#src/domain/titles.ts'
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
  nteeCode: string | null
  revenue: number | null
}

// More spellings or titles of one person are filing mistakes.
const MAX_TEXTS = 20

/** Returns an entry for each person of an organization; `rows` are of all its lists, latest first. */
export function toPersonDocuments(
  organization: PeopleOf,
  rows: readonly PersonRow[],
): PersonDocument[] {
  const people = mergePeople(rows).map((own): Person => {
    const latest = own.filter(({ objectId }) => objectId === own[0]?.objectId)
    const title = distinct(latest.flatMap((row) => row.title ?? [])).join('; ')
    const isLeft = own[0]?.objectId !== rows[0]?.objectId || UNTIL.test(title)
    return { rows: own, title, isFormer: isLeft || latest.some((row) => row.isFormer) }
  })
  // Former people do not decide who leads now.
  const offices = new Map(
    [true, false].flatMap((isFormer) => {
      const listed = people.filter((one) => one.isFormer === isFormer)
      const held = officesOf(listed)
      return listed.map((person, at) => [person, held[at] ?? []] as const)
    }),
  )
  return people.map((person, at) =>
    toPersonDocument(organization, person, offices.get(person) ?? [], at),
  )
}

/** A person's rows, latest first, the titles in the latest list, and whether the person left. */
type Person = { rows: PersonRow[]; title: string; isFormer: boolean }

/** Returns the entry of a person; `at` is their number among the people of the organization. */
function toPersonDocument(
  { ein, name: organization, city, state, nteeCode, revenue }: PeopleOf,
  { rows, isFormer }: Person,
  office: string[],
  at: number,
): PersonDocument {
  const [latest] = rows
  if (!latest) throw new Error(`A person of EIN ${ein} has no rows.`)
  const years = rows.map(({ taxYear }) => taxYear)
  const [name = '', ...otherNames] = distinct(rows.map((row) => row.name))
  const titles = distinct(rows.flatMap(({ title }) => title ?? []))
  const lastYear = Math.max(...years)
  const total = latestPaid(rows, 'totalPay')
  const payStatus = statusOf(latest, total, isFormer)
  const cause = nteeCode === null ? undefined : nteeLabel(nteeCode)
  return {
    key: `${ein}-${String(at).padStart(5, '0')}`,
    ein,
    rows: rows.length,
    display: {
      ...{ name, ref: refOf(latest), otherNames, titles },
      ...{ firstYear: Math.min(...years), lastYear, payStatus, organization },
      ...knownFields({
        pay: toPay(latestPaid(rows, 'pay'), 'pay', 'payLeaf'),
        relatedPay: toPay(latestPaid(rows, 'relatedPay'), 'relatedPay', 'relatedLeaf'),
        totalPay: toPay(total, 'totalPay'),
        hours: (total ?? latest).hours,
        ...{ city, state },
      }),
    },
    query: {
      ...toQuery([name, ...otherNames]),
      title: titleWords(...titles),
      organization: normalizeName(organization),
    },
    filter: {
      ...{ office, payStatus, city: city === null ? [] : [toCityKey(city)] },
      ...{ cause: nteeCode === null ? [] : nteeCodes(nteeCode) },
      ...knownFields({ state, causeLabel: cause?.majorLabel }),
    },
    sort: {
      lastYear,
      ...knownFields({ pay: total?.totalPay, payYear: total?.taxYear, revenue }),
    },
  }
}

/** From this many hours a week, statistics of the Bureau of Labor Statistics count a job as full-time. */
const FULL_TIME = 35

function statusOf(latest: PersonRow, total: PersonRow | undefined, isFormer: boolean): PayStatus {
  if (isFormer) return 'Former'
  const { totalPay, hours } = total ?? latest
  if (totalPay === null || total?.objectId !== latest.objectId) return 'PayUnknown'
  if (totalPay <= 0) return 'Unpaid'
  if (hours === null) return 'HoursUnknown'
  return hours < FULL_TIME ? 'PartTime' : 'Counted'
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
 * Returns the row of the latest year with an amount. The form's own list comes before Schedule J, which
 * counts benefits as pay. If one list names a person twice, the larger amount counts.
 */
function latestPaid(
  rows: readonly PersonRow[],
  amount: 'pay' | 'relatedPay' | 'totalPay',
): PersonRow | undefined {
  const paid = rows.filter((row) => row[amount] !== null)
  const ofYear = paid.filter(({ taxYear }) => taxYear === paid[0]?.taxYear)
  const listed = ofYear.filter(({ path }) => !path.startsWith(SCHEDULE_J))
  return (listed.length > 0 ? listed : ofYear).toSorted(
    (one, other) => (other[amount] ?? 0) - (one[amount] ?? 0),
  )[0]
}

/** Returns an amount of a row with the Ref of its leaf, or of the row if it is a sum. */
function toPay(
  row: PersonRow | undefined,
  amount: 'pay' | 'relatedPay' | 'totalPay',
  leaf?: 'payLeaf' | 'relatedLeaf',
): PersonPay | undefined {
  const value = row?.[amount]
  if (!row || value === null || value === undefined) return undefined
  return { value, taxYear: row.taxYear, ref: refOf(row, (leaf && row[leaf]) ?? '') }
}

/** Returns the searched words of all spellings. A middle name of one spelling counts for all. */
function toQuery(names: readonly string[]) {
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

const ROWS = `
select o.ein, o.name, o.city, o.state, o.ntee_code as "nteeCode",
  (select (f.facts->'totalRevenue'->>'value')::float8 from filing f
   where f.object_id = o.latest_object_id) as revenue,
  (
    select json_agg(json_build_object('form', f.form, 'taxYear', f.tax_year,
        'objectId', f.object_id, 'people', f.people)
      order by f.tax_year desc, f.tax_period_end desc, f.object_id desc)
    from filing f where f.ein = o.ein and f.is_current and f.people is not null
  ) as lists
from organization o where o.primary_form is not null`

/** The people of a filing, packed. */
type List = Omit<PersonRow, keyof FiledPerson> & { people: string }
type Row = PeopleOf & { lists: List[] | null }

const toRows = ({ people, ...filing }: List): PersonRow[] =>
  readPacked<FiledPerson[]>(people).map((person) => ({ ...person, ...filing }))

const BATCH = 200

/** People of each organization's current filings. */
export const peoplePart: IndexPart = {
  kind: 'people',
  settings: peopleSettings,
  properties: () => peopleProperties,
  async *stream({ session }) {
    for await (const batch of session.stream<Row>(ROWS, [], BATCH)) {
      yield batch
        .flatMap(({ lists, ...organization }) =>
          toPersonDocuments(organization, (lists ?? []).flatMap(toRows)),
        )
        .map((document: PersonDocument) => ({ id: document.key, ein: document.ein, document }))
    }
  },
  count: `
    select coalesce(sum(f.people_count), 0) as count
    from filing f join organization o on o.ein = f.ein
    where f.is_current and o.primary_form is not null and f.ein <> all($1)`,
  countField: 'rows',
}
